//! Documents that contain several objects, and mistakes in such documents.

use std::collections::BTreeMap;

use fitment_files::json;
use serde_json::Value;
use serde_json::value::RawValue;

use super::input::stands_twice;

/// An object and its pointer in the document.
pub type Element = (Box<RawValue>, String);

/// A mistake that keeps a document from being what it was meant to be.
#[derive(Debug, PartialEq, Eq)]
pub struct Slip {
    /// The pointer to the mistake in the document.
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

/// Returns the items of a Kubernetes list and of the lists in it, the elements of a JSON array, or else the document
/// itself.
pub fn elements(json: Box<RawValue>) -> Result<Vec<Element>, Slip> {
    let mut found = Vec::new();
    if let Ok(elements) = serde_json::from_str::<Vec<Box<RawValue>>>(json.get()) {
        for (place, element) in elements.into_iter().enumerate() {
            add(element, format!("/{place}"), &mut found)?;
        }
    } else {
        add(json, String::new(), &mut found)?;
    }
    Ok(found)
}

/// Adds an object, or the items of a list.
fn add(json: Box<RawValue>, inside: String, found: &mut Vec<Element>) -> Result<(), Slip> {
    let within = |slip: Slip| Slip { inside: format!("{inside}{}", slip.inside), ..slip };
    if let Ok(written) = serde_json::from_str::<json::Members<'_>>(json.get()) {
        let count = |key: &str| written.0.iter().filter(|(name, _)| name == key).count();
        // With a repeated key it is unclear what the object is.
        if let Some(key) = HEAD.into_iter().find(|key| count(key) > 1) {
            return Err(within(Slip::at(key, stands_twice(key))));
        }
        let repeated = written.repeated().map(str::to_owned);
        let members: Members<'_> = written.0.into_iter().collect();
        expect_head(&members).map_err(within)?;
        if let Some(items) = items(&members).map_err(within)? {
            // One of two lists would be lost.
            if let Some(key) = repeated {
                return Err(within(Slip::at(&key, stands_twice(&key))));
            }
            if inside.matches("/items/").count() >= DEPTH {
                return Err(within(Slip::at("items", format!("found lists {DEPTH} deep in lists, expected fewer"))));
            }
            if let Some(more) = metadata(&members)["continue"].as_str().filter(|more| !more.is_empty()) {
                let why = format!(
                    "found a list that goes on (`continue: {more:.20}`), expected all of it, as `kubectl get` fetches it"
                );
                return Err(within(Slip::at("metadata", why)));
            }
            let list = Head { version: text(&members, "apiVersion"), kind: text(&members, "kind") };
            for (place, item) in items.into_iter().enumerate() {
                let place = format!("{inside}/items/{place}");
                let item = list.item(item).map_err(|why| Slip { inside: place.clone(), why })?;
                item.map_or(Ok(()), |item| add(item, place, found))?;
            }
            return Ok(());
        }
        if text(&members, "kind").is_none_or(|kind| kind.is_empty()) && has_body(&members) {
            return Err(within(Slip::at("", headless(&members))));
        }
    }
    found.push((json, inside));
    Ok(())
}

/// The members that identify an object.
const HEAD: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The deepest nesting of lists.
const DEPTH: usize = 16;

/// A list's own version and kind.
struct Head {
    version: Option<String>,
    kind: Option<String>,
}

impl Head {
    /// Adds the list's version and kind to an item, since an API server leaves them out of items; `None` for null.
    fn item(&self, item: Box<RawValue>) -> Result<Option<Box<RawValue>>, String> {
        let Ok(members) = serde_json::from_str::<Members<'_>>(item.get()) else {
            let found = item.get();
            return if found == "null" { Ok(None) } else { Err(format!("found `{found:.40}` in a list of objects")) };
        };
        if ["apiVersion", "kind"].iter().any(|key| members.contains_key(*key)) {
            return Ok(Some(item));
        }
        let kind = self.kind.as_deref().and_then(|kind| kind.strip_suffix("List")).filter(|kind| !kind.is_empty());
        let (Some(version), Some(kind)) = (&self.version, kind) else { return Err(headless(&members)) };
        let (version, kind) = (Value::from(version.as_str()), Value::from(kind));
        let comma = if members.is_empty() { "" } else { "," };
        // The rest stays as it is written, including repeated keys.
        let others = item.get().trim_start_matches('{');
        let whole = format!("{{\"apiVersion\":{version},\"kind\":{kind}{comma}{others}");
        RawValue::from_string(whole).map(Some).map_err(|error| error.to_string())
    }
}

/// Whether it has members that objects have besides their name and settings files do not.
fn has_body(members: &Members<'_>) -> bool {
    is_named(members) && ["spec", "status", "data"].iter().any(|key| members.contains_key(*key))
}

fn headless(members: &Members<'_>) -> String {
    let name = metadata(members)["name"].as_str().map(|name| format!(" `{name}`")).unwrap_or_default();
    let lacking = if text(members, "apiVersion").is_some() { "a `kind`" } else { "`apiVersion` and `kind`" };
    format!("found an object{name} without {lacking}, expected both `apiVersion` and `kind`")
}

/// Refuses `apiVersion` and `kind` in the wrong case, and a version with a group but no kind.
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
    // A chart only has the version of its own format.
    match text(members, version).filter(|version| version.contains('/')) {
        Some(named) if !has_kind => {
            Err(Slip::at(version, format!("found `apiVersion: {named}` without a `kind`, expected both")))
        }
        _ => Ok(()),
    }
}

/// Returns the items of a list; `None` if this is not a list.
fn items(members: &Members<'_>) -> Result<Option<Vec<Box<RawValue>>>, Slip> {
    const KEY: &str = "items";
    let kind = text(members, "kind").unwrap_or_default();
    let is_list = kind.ends_with("List");
    let items = members.get(KEY).map(|items| serde_json::from_str::<Option<Vec<Box<RawValue>>>>(items.get()));
    match items {
        // Go writes an empty list as null.
        Some(Ok(items)) if is_list => Ok(Some(items.unwrap_or_default())),
        Some(Ok(Some(items)))
            if kind.to_ascii_lowercase().ends_with("list") || items.iter().any(|it| is_object(it)) =>
        {
            let found = if kind.is_empty() { "no kind".to_owned() } else { format!("the kind `{kind}`") };
            let key = if members.contains_key("kind") { "kind" } else { "" };
            Err(Slip::at(key, format!("found {found} beside `items` of objects, expected `List`")))
        }
        // An object's own kind may end like this.
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
    members
        .is_ok_and(|members| has_body(&members) || ["apiVersion", "kind"].iter().all(|key| members.contains_key(*key)))
}

fn is_named(members: &Members<'_>) -> bool {
    metadata(members)["name"].is_string()
}

fn metadata(members: &Members<'_>) -> Value {
    members.get("metadata").and_then(|metadata| serde_json::from_str(metadata.get()).ok()).unwrap_or_default()
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
            (r#"{"apiVersion":"v1","kind":"List","items":[{"kind":"A"},{"kind":"B"},null]}"#, 2),
            (r#"{"apiVersion":"a/v1","kind":"AList","items":[{},{"metadata":{"name":"a"},"spec":{}}]}"#, 2),
            (r#"[{"kind":"List","items":[{"kind":"List","items":[{"kind":"A"}]},{"kind":"B"}]},{"name":"n"}]"#, 3),
            (r#"{"metadata":{"name":"values"},"replicas":1}"#, 1),
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
    fn what_stands_twice_at_the_head_of_an_object_is_told() {
        for (text, at) in [
            (r#"{"apiVersion":"v1","kind":"A","kind":"B"}"#, "/kind: "),
            (r#"{"apiVersion":"v1","apiVersion":"v1","kind":"A"}"#, "/apiVersion: "),
            (
                r#"{"kind":"List","items":[{"kind":"A","metadata":{},"spec":1,"spec":2,"metadata":{}}]}"#,
                "/items/0/metadata: ",
            ),
        ] {
            assert!(read(text).is_err_and(|why| why.starts_with(at)), "{text}");
        }
    }

    #[test]
    fn items_are_what_their_list_says() {
        let list = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"ShootList","items":[
            { "metadata":{"name":"a"}, "a":1, "a":2 }, {}, {"apiVersion":"v1","kind":"Secret"}]}"#;
        let elements = elements(serde_json::from_str(list).unwrap()).unwrap();
        let found: Vec<(&str, &str)> = elements.iter().map(|(json, inside)| (json.get(), inside.as_str())).collect();
        let head = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot""#;
        let first = format!(r#"{head}, "metadata":{{"name":"a"}}, "a":1, "a":2 }}"#);
        let expected = [
            (first.as_str(), "/items/0"),
            (&format!("{head}}}"), "/items/1"),
            (r#"{"apiVersion":"v1","kind":"Secret"}"#, "/items/2"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn lists_in_lists_come_to_an_end() {
        let (open, close) = (r#"{"kind":"List","items":["#, "]}");
        let nested = |depth| format!("{}null{}", open.repeat(depth), close.repeat(depth));
        assert_eq!(read(&nested(16)), Ok(0));
        assert!(read(&nested(17)).is_err_and(|why| why.ends_with("found lists 16 deep in lists, expected fewer")));
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
            (
                r#"{"metadata":{"name":"lost"},"spec":{}}"#,
                ": found an object `lost` without `apiVersion` and `kind`, expected both `apiVersion` and `kind`",
            ),
            (
                r#"{"apiVersion":"v1","metadata":{"name":"lost"},"data":{}}"#,
                ": found an object `lost` without a `kind`, expected both `apiVersion` and `kind`",
            ),
            (
                r#"{"kind":"List","items":[{"kind":"List","items":[{"metadata":{"name":"lost"}}]}]}"#,
                "/items/0/items/0: found an object `lost` without `apiVersion` and `kind`, expected both `apiVersion` and \
                 `kind`",
            ),
            (
                r#"{"kind":"ShootList","items":[{}]}"#,
                "/items/0: found an object without `apiVersion` and `kind`, expected both `apiVersion` and `kind`",
            ),
            (r#"{"kind":"List","items":["a"]}"#, "/items/0: found `\"a\"` in a list of objects"),
            (
                r#"{"items":[{"metadata":{"name":"lost"},"spec":{}}]}"#,
                ": found no kind beside `items` of objects, expected `List`",
            ),
            (
                r#"{"apiVersion":"v1","kind":"List","items":[{}],"items":[]}"#,
                "/items: the key `items` stands there twice",
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
