//! Applies JSON Patches from the engine's answers: members and elements that are added, replaced or removed.
//!
//! The library that the tests use moves the last member into the place of a removed one, but files have to keep their
//! order.

use serde_json::Value;

/// Applies the patch. After an error the document may be partly changed.
pub fn apply(document: &mut Value, patch: &[Value]) -> Result<(), String> {
    patch.iter().try_for_each(|operation| {
        let done = one(document, operation);
        done.ok_or_else(|| format!("found `{operation}`, expected a change of what is there"))
    })
}

fn one(document: &mut Value, operation: &Value) -> Option<()> {
    let (op, path) = (operation["op"].as_str()?, operation["path"].as_str()?);
    let (parent, last) = path.rsplit_once('/')?;
    let last = last.replace("~1", "/").replace("~0", "~");
    match (document.pointer_mut(parent)?, op) {
        (Value::Object(members), "remove") => members.shift_remove(&last).map(drop),
        (Value::Object(members), "replace") if !members.contains_key(&last) => None,
        (Value::Object(members), "add" | "replace") => {
            members.insert(last, operation.get("value")?.clone());
            Some(())
        }
        (Value::Array(elements), "add") => {
            let place = if last == "-" { elements.len() } else { last.parse().ok()? };
            (place <= elements.len()).then(|| elements.insert(place, operation["value"].clone()))
        }
        (Value::Array(elements), "replace") => {
            *elements.get_mut(last.parse::<usize>().ok()?)? = operation.get("value")?.clone();
            Some(())
        }
        (Value::Array(elements), "remove") => {
            let place = last.parse().ok()?;
            (place < elements.len()).then(|| drop(elements.remove(place)))
        }
        _ => None,
    }
}

/// Splits the operations into successive stages with the same overall result. A stage never both changes an element and
/// adds or removes elements beside it: code that matches list elements by their contents would lose track of them.
pub fn stages(patch: &[Value]) -> Vec<Vec<Value>> {
    let (mut stages, mut placed): (Vec<Vec<Value>>, Vec<(&str, usize)>) = (Vec::new(), Vec::new());
    for operation in patch {
        let path = operation["path"].as_str().unwrap_or_default();
        let (parent, last) = path.rsplit_once('/').unwrap_or_default();
        let moves = operation["op"] != "replace" && (last == "-" || last.parse::<usize>().is_ok());
        let area = if moves { parent } else { path };
        let before = placed.iter().filter(|(other, _)| is_within(area, other) || is_within(other, area));
        let earliest = before.map(|(_, stage)| *stage).max().unwrap_or_default();
        // Odd stages add and remove elements.
        let stage = if (earliest % 2 == 1) == moves { earliest } else { earliest + 1 };
        placed.push((area, stage));
        if stages.len() <= stage {
            stages.resize_with(stage + 1, Vec::new);
        }
        if let Some(operations) = stages.get_mut(stage) {
            operations.push(operation.clone());
        }
    }
    stages
}

fn is_within(path: &str, area: &str) -> bool {
    path.strip_prefix(area).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{apply, stages};

    #[test]
    fn stages_keep_what_changes_apart_from_what_goes() {
        let replace = |path: &str| json!({ "op": "replace", "path": path, "value": 7 });
        let remove = |path: &str| json!({ "op": "remove", "path": path });
        let patch = [
            replace("/a/0"),
            replace("/a/2"),
            remove("/a/1"),
            replace("/b/x"),
            remove("/b/y"),
            replace("/a/1"),
            json!({ "op": "add", "path": "/c/-", "value": 1 }),
        ];
        let staged = stages(&patch);
        let paths: Vec<Vec<&str>> =
            staged.iter().map(|stage| stage.iter().filter_map(|it| it["path"].as_str()).collect()).collect();
        assert_eq!(paths, [vec!["/a/0", "/a/2", "/b/x", "/b/y"], vec!["/a/1", "/c/-"], vec!["/a/1"]]);
        let document = json!({ "a": [1, 2, 3], "b": { "x": 1, "y": 2 }, "c": [] });
        let (mut at_once, mut by_stages) = (document.clone(), document);
        assert_eq!(apply(&mut at_once, &patch), Ok(()));
        assert_eq!(staged.iter().try_for_each(|stage| apply(&mut by_stages, stage)), Ok(()));
        assert_eq!(at_once, by_stages);
    }

    #[test]
    fn members_and_elements_come_and_go() {
        let mut document = json!({ "a": [1, 2], "b/c": { "d": 3 } });
        let patch = [
            json!({ "op": "add", "path": "/a/1", "value": 9 }),
            json!({ "op": "add", "path": "/a/-", "value": 8 }),
            json!({ "op": "remove", "path": "/a/0" }),
            json!({ "op": "replace", "path": "/b~1c/d", "value": null }),
            json!({ "op": "add", "path": "/e", "value": {} }),
        ];
        assert_eq!(apply(&mut document, &patch), Ok(()));
        assert_eq!(document, json!({ "a": [9, 2, 8], "b/c": { "d": null }, "e": {} }));
    }

    #[test]
    fn what_is_not_there_is_not_changed() {
        for operation in [
            json!({ "op": "remove", "path": "/b" }),
            json!({ "op": "replace", "path": "/b", "value": 1 }),
            json!({ "op": "remove", "path": "/a/1" }),
            json!({ "op": "add", "path": "/a/3", "value": 1 }),
            json!({ "op": "add", "path": "/b/c", "value": 1 }),
            json!({ "op": "move", "path": "/a/0", "from": "/a/0" }),
            json!({ "path": "/a" }),
        ] {
            assert!(apply(&mut json!({ "a": [1] }), std::slice::from_ref(&operation)).is_err(), "{operation}");
        }
    }
}
