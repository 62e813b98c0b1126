//! Values as they are written anew.

use serde_json::{Value, json};

use super::super::from_json;

/// Lines of a collection, further in.
pub fn indented(value: &Value, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    from_json(value).lines().map(|line| format!("{blanks}{line}\n")).collect()
}

/// A value on one line.
pub fn in_one_piece(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(in_one_piece).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", in_one_piece(&json!(key)), in_one_piece(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        scalar => {
            let plain = from_json(scalar);
            let plain = plain.trim_end();
            // What brackets or further lines would give another meaning is written as JSON.
            if plain.contains(['\n', ',', '[', ']', '{', '}', '#', ':']) {
                scalar.to_string()
            } else {
                plain.to_owned()
            }
        }
    }
}
