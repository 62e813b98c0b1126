//! The changes that make one document of another, as a JSON patch (RFC 6902).

use crate::base::Index;
use crate::wire::{Json, PathStep};

/// The operations that make `new` of `old`. Lists of one length are compared element by element, others are replaced.
pub fn between(old: &Json, new: &Json) -> Vec<Json> {
    let mut operations = Vec::new();
    compare(old, new, &PathStep::Root(""), &mut operations);
    operations
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
    }
}
