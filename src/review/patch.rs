//! The changes that make one document of another, as a JSON patch (RFC 6902), and making them.

use crate::base::Index;
use crate::wire::{Json, PathStep};

/// The operations that make `new` of `old`. Lists of one length are compared element by element, others are replaced.
pub fn between(old: &Json, new: &Json) -> Vec<Json> {
    let mut operations = Vec::new();
    compare(old, new, &PathStep::Root(""), &mut operations);
    operations
}

/// Carries out such operations. What they do not find stays as it is.
pub fn apply(document: &mut Json, operations: &[Json]) {
    for operation in operations {
        let value = operation.get("value").cloned().unwrap_or_default();
        let path = operation.text("path");
        let Some((owner, key)) = path.rsplit_once('/') else {
            *document = value;
            continue;
        };
        let owner = owner.split('/').skip(1).try_fold(&mut *document, |place, step| match place {
            Json::Array(elements) => elements.get_mut(step.parse::<usize>().ok()?),
            other => other.get_mut(&unescaped(step)),
        });
        match (owner, operation.text("op")) {
            (Some(Json::Array(elements)), op) => {
                let place = key.parse().unwrap_or(elements.len()).min(elements.len());
                if op != "add" && place < elements.len() {
                    elements.remove(place);
                }
                if op != "remove" {
                    elements.insert(place, value);
                }
            }
            (Some(owner), "remove") => drop(owner.remove(&unescaped(key))),
            (Some(owner), _) => owner.set(&unescaped(key), value),
            (None, _) => {}
        }
    }
}

fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
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
        apply(&mut applied, expected.elements());
        // Members that were taken out and those that are new aside, in their order.
        assert_eq!(between(&applied, &new), []);
    }
}
