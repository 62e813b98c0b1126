//! A JSON Patch, as the engine answers it: members and elements that are added, replaced or taken out.
//!
//! The library of the tests moves the last member into the place of one that goes, and files are to keep their order.

use serde_json::Value;

/// Carries it out, or says why not; then some of it may have been.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::apply;

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
