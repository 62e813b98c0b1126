//! Documents that stand for several objects, and those that were meant to.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// An object and its pointer in the document.
pub type Element = (Box<RawValue>, String);

/// What keeps a document from being what it was meant to be.
#[derive(Debug, PartialEq, Eq)]
pub struct Slip {
    /// The pointer to it in the document.
    pub inside: String,
    /// What was found there, and what was expected.
    pub why: String,
}

impl Slip {
    fn at(key: &str, why: String) -> Self {
        Self { inside: if key.is_empty() { String::new() } else { format!("/{key}") }, why }
    }
}

type Members<'j> = BTreeMap<String, &'j RawValue>;

/// The items of a Kubernetes list, the elements of a JSON array, or else the document itself.
pub fn elements(json: Box<RawValue>) -> Result<Vec<Element>, Slip> {
    if let Ok(elements) = serde_json::from_str(json.get()) {
        return Ok(numbered(elements, ""));
    }
    if let Ok(members) = serde_json::from_str::<Members<'_>>(json.get()) {
        expect_head(&members)?;
        if let Some(items) = items(&members)? {
            return Ok(numbered(items, "/items"));
        }
    }
    Ok(vec![(json, String::new())])
}

fn numbered(items: Vec<Box<RawValue>>, list: &str) -> Vec<Element> {
    items.into_iter().enumerate().map(|(place, item)| (item, format!("{list}/{place}"))).collect()
}

/// Refuses the head of an object whose keys are written in other letters, and half a head that names a group.
fn expect_head(members: &Members<'_>) -> Result<(), Slip> {
    let like = |key: &str| members.keys().find(|found| found.eq_ignore_ascii_case(key));
    let Some(version) = like("apiVersion") else { return Ok(()) };
    if let Some(kind) = like("kind") {
        let expected = [(version, "apiVersion"), (kind, "kind")];
        if let Some((found, expected)) = expected.into_iter().find(|(found, expected)| found != expected) {
            return Err(Slip::at(found, format!("found the key `{found}`, expected `{expected}`")));
        }
    }
    let has_kind = text(members, "kind").is_some_and(|kind| !kind.is_empty());
    // A chart says only the version of its own format.
    match text(members, version).filter(|version| version.contains('/')) {
        Some(named) if !has_kind => {
            Err(Slip::at(version, format!("found `apiVersion: {named}` without a `kind`, expected both")))
        }
        _ => Ok(()),
    }
}

/// The items of a list; `None` for what stands for itself.
fn items(members: &Members<'_>) -> Result<Option<Vec<Box<RawValue>>>, Slip> {
    const KEY: &str = "items";
    let kind = text(members, "kind").unwrap_or_default();
    let is_list = kind.ends_with("List");
    let items = members.get(KEY).map(|items| serde_json::from_str::<Option<Vec<Box<RawValue>>>>(items.get()));
    match items {
        // Go writes null for a list of none.
        Some(Ok(items)) if is_list => Ok(Some(items.unwrap_or_default())),
        Some(Ok(Some(items)))
            if kind.to_ascii_lowercase().ends_with("list") || items.iter().any(|it| is_object(it)) =>
        {
            let found = if kind.is_empty() { "no kind".to_owned() } else { format!("the kind `{kind}`") };
            let key = if members.contains_key("kind") { "kind" } else { "" };
            Err(Slip::at(key, format!("found {found} beside `items` of objects, expected `List`")))
        }
        // An object of its own may be called so.
        None | Some(Err(_)) if is_list && !is_named(members) => {
            let meant = members.iter().find(|(key, value)| *key != KEY && value.get().starts_with('['));
            let meant = meant.map(|(key, _)| format!("; did you mean `{key}` by it?")).unwrap_or_default();
            let found = if items.is_some() { "`items` that are no list" } else { "no `items`" };
            let key = if items.is_some() { KEY } else { "kind" };
            Err(Slip::at(key, format!("found a `{kind}` with {found}, expected a list of objects{meant}")))
        }
        _ => Ok(None),
    }
}

fn text(members: &Members<'_>, key: &str) -> Option<String> {
    serde_json::from_str(members.get(key)?.get()).ok()
}

fn is_object(json: &RawValue) -> bool {
    let members = serde_json::from_str::<Members<'_>>(json.get());
    members.is_ok_and(|members| ["apiVersion", "kind"].iter().all(|key| members.contains_key(*key)))
}

fn is_named(members: &Members<'_>) -> bool {
    let metadata: Option<Value> =
        members.get("metadata").and_then(|metadata| serde_json::from_str(metadata.get()).ok());
    metadata.is_some_and(|metadata| metadata["name"].is_string())
}

#[cfg(test)]
mod tests {
    use super::elements;

    fn read(text: &str) -> Result<usize, String> {
        let json = serde_json::from_str(text).unwrap();
        elements(json).map(|elements| elements.len()).map_err(|slip| format!("{}: {}", slip.inside, slip.why))
    }

    #[test]
    fn lists_are_read_whole() {
        for (text, count) in [
            (r#"{"apiVersion":"v1","kind":"List","items":[{},{}]}"#, 2),
            (r#"{"apiVersion":"v1","kind":"ShootList","items":null}"#, 0),
            ("[1,2,3]", 3),
            (r#"{"apiVersion":"a/v1","kind":"AllowList","metadata":{"name":"mine"},"spec":{}}"#, 1),
            (r#"{"apiVersion":"v2","name":"a-chart"}"#, 1),
            (r#"{"items":["values","of","a","chart"],"Kind":"?"}"#, 1),
        ] {
            assert_eq!(read(text), Ok(count), "{text}");
        }
    }

    #[test]
    fn slips_are_named() {
        for (text, slip) in [
            (
                r#"{"apiVersion":"v1","kind":"list","items":[]}"#,
                "/kind: found the kind `list` beside `items` of objects, expected `List`",
            ),
            (
                r#"{"items":[{"apiVersion":"v1","kind":"Secret"}]}"#,
                ": found no kind beside `items` of objects, expected `List`",
            ),
            (
                r#"{"apiVersion":"v1","kind":"List","item":[{}]}"#,
                "/kind: found a `List` with no `items`, expected a list of objects; did you mean `item` by it?",
            ),
            (
                r#"{"apiVersion":"v1","kind":"List","items":{}}"#,
                "/items: found a `List` with `items` that are no list, expected a list of objects",
            ),
            (
                r#"{"apiVersion":"a/v1","kind":null}"#,
                "/apiVersion: found `apiVersion: a/v1` without a `kind`, expected both",
            ),
            (r#"{"apiVersion":"v1","Kind":"Shoot"}"#, "/Kind: found the key `Kind`, expected `kind`"),
            (r#"{"apiversion":"v1","kind":"Shoot"}"#, "/apiversion: found the key `apiversion`, expected `apiVersion`"),
            (
                r#"{"apiVersion":"core.gardener.cloud/v1beta1"}"#,
                "/apiVersion: found `apiVersion: core.gardener.cloud/v1beta1` without a `kind`, expected both",
            ),
        ] {
            assert_eq!(read(text), Err(slip.to_owned()), "{text}");
        }
    }
}
