//! JSON patches (RFC 6902): computing the changes from one document to another, and applying them. Also merge patches.

use crate::base::Index;
use crate::wire::{Json, PathStep};

/// Returns the operations that turn `old` into `new`. Lists of the same length are compared element by element, others
/// are replaced as a whole.
pub fn between(old: &Json, new: &Json) -> Vec<Json> {
    let mut operations = Vec::new();
    compare(old, new, &PathStep::Root(""), &mut operations);
    operations
}

/// Why an operation cannot be applied.
#[derive(Debug)]
pub struct Failed {
    /// The index of the operation.
    pub operation: usize,
    /// What is wrong.
    pub why: &'static str,
}

/// Applies the operations of a JSON patch. If one fails, those before it stay applied.
pub fn apply(document: &mut Json, operations: &[Json]) -> Result<(), Failed> {
    for (place, operation) in operations.iter().enumerate() {
        carry_out(document, operation).map_err(|why| Failed { operation: place, why })?;
    }
    Ok(())
}

fn carry_out(document: &mut Json, operation: &Json) -> Result<(), &'static str> {
    let path = operation.text("path");
    let from = operation.text("from");
    let value = || operation.get("value").cloned().ok_or("no `value`");
    match operation.text("op") {
        "add" => add(document, path, value()?),
        "remove" => remove(document, path).map(drop),
        "replace" => {
            *at(document, path)? = value()?;
            Ok(())
        }
        "move" => {
            let moved = remove(document, from)?;
            add(document, path, moved)
        }
        "copy" => {
            let copy = at(document, from)?.clone();
            add(document, path, copy)
        }
        "test" if *at(document, path)? == value()? => Ok(()),
        "test" => Err("another value than the one tested for"),
        _ => Err("no such operation"),
    }
}

const NOTHING_THERE: &str = "nothing at the path";

/// The value at a pointer.
fn at<'j>(document: &'j mut Json, path: &str) -> Result<&'j mut Json, &'static str> {
    if !path.is_empty() && !path.starts_with('/') {
        return Err("a path that is no pointer");
    }
    let steps = path.split('/').skip(1);
    let step = |place: &'j mut Json, step: &str| match place {
        Json::Array(elements) => elements.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(&unescaped(step)),
    };
    steps.into_iter().try_fold(document, step).ok_or(NOTHING_THERE)
}

/// The value that the last step of a pointer leads into, and that step.
fn owner<'j>(document: &'j mut Json, path: &str) -> Result<(&'j mut Json, String), &'static str> {
    let (owner, key) = path.rsplit_once('/').ok_or("a path to the whole")?;
    Ok((at(document, owner)?, unescaped(key)))
}

fn add(document: &mut Json, path: &str, value: Json) -> Result<(), &'static str> {
    if path.is_empty() {
        *document = value;
        return Ok(());
    }
    match owner(document, path)? {
        (Json::Array(elements), key) => {
            let place = if key == "-" { elements.len() } else { key.parse().map_err(|_| "no place in a list")? };
            if place > elements.len() {
                return Err("a place behind the end of the list");
            }
            elements.insert(place, value);
            Ok(())
        }
        (owner @ Json::Object(_), key) => {
            owner.set(&key, value);
            Ok(())
        }
        _ => Err("no list or object to add to"),
    }
}

fn remove(document: &mut Json, path: &str) -> Result<Json, &'static str> {
    match owner(document, path)? {
        (Json::Array(elements), key) => match key.parse::<usize>() {
            Ok(place) if place < elements.len() => Ok(elements.remove(place)),
            _ => Err(NOTHING_THERE),
        },
        (owner, key) => owner.remove(&key).ok_or(NOTHING_THERE),
    }
}

/// Applies a merge patch (RFC 7386): `null` removes a member, and lists are replaced.
pub fn merge(document: &mut Json, patch: &Json) {
    let Json::Object(members) = patch else {
        *document = patch.clone();
        return;
    };
    if !matches!(document, Json::Object(_)) {
        *document = Json::object();
    }
    for (key, value) in members {
        if *value == Json::Null {
            document.remove(key);
            continue;
        }
        if document.get(key).is_none() {
            document.set(key, Json::Null);
        }
        if let Some(own) = document.get_mut(key) {
            merge(own, value);
        }
    }
}

fn unescaped(step: &str) -> String {
    let mut parts = step.split('~');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let slash = part.strip_prefix('1');
        name.push(if slash.is_some() { '/' } else { '~' });
        name.push_str(slash.or(part.strip_prefix('0')).unwrap_or(part));
    }
    name
}

fn compare<'d>(old: &'d Json, new: &'d Json, place: &PathStep<'_>, operations: &mut Vec<Json>) {
    match (old, new) {
        (Json::Object(before), Json::Object(after)) => {
            let keys = |object: &'d [(String, Json)]| object.iter().map(|(key, _)| key.as_str()).collect();
            let (known, wanted): (Index<'d>, Index<'d>) = (keys(before), keys(after));
            for (key, _) in before.iter().filter(|(key, _)| !wanted.contains(key)) {
                operations.push(operation("remove", &PathStep::Key(place, key), None));
            }
            for (key, value) in after {
                let place = PathStep::Key(place, key);
                match known.find(key).and_then(|place| before.get(place)) {
                    Some((_, before)) => compare(before, value, &place, operations),
                    None => operations.push(operation("add", &place, Some(value))),
                }
            }
        }
        (Json::Array(before), Json::Array(after)) if before.len() == after.len() => {
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                compare(before, after, &PathStep::Index(place, index), operations);
            }
        }
        _ if old == new => {}
        _ => operations.push(operation("replace", place, Some(new))),
    }
}

fn operation(name: &str, place: &PathStep<'_>, value: Option<&Json>) -> Json {
    let mut operation = Json::object();
    operation.set("op", name.into());
    operation.set("path", place.pointer().into());
    if let Some(value) = value {
        operation.set("value", value.clone());
    }
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Document;

    fn json(text: &str) -> Json {
        Json::from(Document::read(text.as_bytes(), 16).expect("it is JSON").root())
    }

    #[test]
    fn only_what_differs_is_changed() {
        let old = json(r#"{"a": 1, "b": {"c/d": [1, {"e": 2}]}, "f": [1], "g": null}"#);
        let new = json(r#"{"b": {"c/d": [1, {"e": 3, "h": true}]}, "f": [1, 2], "g": null}"#);
        let expected = json(
            r#"[{"op": "remove", "path": "/a"}, {"op": "replace", "path": "/b/c~1d/1/e", "value": 3},
                {"op": "add", "path": "/b/c~1d/1/h", "value": true}, {"op": "replace", "path": "/f", "value": [1, 2]}]"#,
        );
        assert_eq!(Json::Array(between(&old, &new)), expected);
        assert_eq!(between(&old, &old), []);
        let mut applied = old.clone();
        apply(&mut applied, expected.elements()).expect("its own operations can be carried out");
        // Apart from the order of members, because new ones are added at the end.
        assert_eq!(between(&applied, &new), []);
    }

    #[test]
    fn operations_are_those_of_the_standard() {
        let applied = |operations: &str| {
            let mut document = json(r#"{"a": [1, 2], "b": {"c/d": 3}}"#);
            let done = apply(&mut document, json(operations).elements());
            done.map(|()| document.to_text()).map_err(|failed| (failed.operation, failed.why))
        };
        assert_eq!(
            applied(
                r#"[{"op": "add", "path": "/a/-", "value": 4}, {"op": "add", "path": "/a/0", "value": 0},
                {"op": "move", "from": "/b/c~1d", "path": "/e"}, {"op": "copy", "from": "/a/1", "path": "/b/f"},
                {"op": "replace", "path": "/a/1", "value": null}, {"op": "test", "path": "/e", "value": 3}]"#
            ),
            Ok(r#"{"a":[0,null,2,4],"b":{"f":1},"e":3}"#.to_owned())
        );
        for (operation, why) in [
            (r#"{"op": "remove", "path": "/z"}"#, "nothing at the path"),
            (r#"{"op": "replace", "path": "/a/9", "value": 1}"#, "nothing at the path"),
            (r#"{"op": "add", "path": "/z/y", "value": 1}"#, "nothing at the path"),
            (r#"{"op": "add", "path": "/a/3", "value": 1}"#, "a place behind the end of the list"),
            (r#"{"op": "add", "path": "/a/0/x", "value": 1}"#, "no list or object to add to"),
            (r#"{"op": "test", "path": "/a/0", "value": 2}"#, "another value than the one tested for"),
            (r#"{"op": "add", "path": "/x"}"#, "no `value`"),
            (r#"{"op": "ad", "path": "/x", "value": 1}"#, "no such operation"),
            (r#"{"op": "remove", "path": "x"}"#, "a path to the whole"),
        ] {
            assert_eq!(applied(&format!("[{operation}]")), Err((0, why)), "{operation}");
        }
    }

    #[test]
    fn merging_takes_out_what_is_null_and_replaces_lists() {
        let mut document = json(r#"{"a": {"b": 1, "c": [1, 2]}, "d": 1}"#);
        merge(&mut document, &json(r#"{"a": {"b": null, "c": [3], "e": {"f": null, "g": 1}}, "d": {"h": null}}"#));
        assert_eq!(document.to_text(), r#"{"a":{"c":[3],"e":{"g":1}},"d":{}}"#);
    }
}
