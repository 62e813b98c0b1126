//! The changes that make one document of another, as a JSON patch (RFC 6902).

use std::collections::BTreeMap;

use crate::wire::{Json, PathStep};

/// The operations that make `new` of `old`. Lists of one length are compared element by element, others are replaced.
pub fn between(old: &Json, new: &Json) -> Vec<Json> {
    let mut operations = Vec::new();
    compare(old, new, &PathStep::Root(""), &mut operations);
    operations
}

fn compare(old: &Json, new: &Json, place: &PathStep<'_>, operations: &mut Vec<Json>) {
    match (old, new) {
        (Json::Object(before), Json::Object(after)) => {
            let known: BTreeMap<&str, &Json> = members(before).collect();
            let wanted: BTreeMap<&str, &Json> = members(after).collect();
            for (key, _) in members(before).filter(|(key, _)| !wanted.contains_key(key)) {
                operations.push(operation("remove", &PathStep::Key(place, key), None));
            }
            for (key, value) in members(after) {
                let place = PathStep::Key(place, key);
                match known.get(key) {
                    Some(before) => compare(before, value, &place, operations),
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

fn members(object: &[(String, Json)]) -> impl Iterator<Item = (&str, &Json)> {
    object.iter().map(|(key, value)| (key.as_str(), value))
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
    }
}
