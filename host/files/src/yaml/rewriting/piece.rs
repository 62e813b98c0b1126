//! Writes new values.

use serde_json::{Value, json};

use super::super::{from_json, in_quotes};

/// Writes a collection on lines of its own, indented by `column`, with lists `deeper` than their keys.
pub fn indented(value: &Value, column: usize, deeper: usize) -> String {
    let blanks = " ".repeat(column);
    match value {
        Value::Object(members) if !members.is_empty() => {
            let member = |(key, value): (&String, &Value)| {
                let further = match value {
                    Value::Object(members) if !members.is_empty() => column + 2,
                    Value::Array(elements) if !elements.is_empty() => column + deeper,
                    _ => return format!("{blanks}{}\n", from_json(&json!({ key: value })).trim_ascii_end()),
                };
                let alone = from_json(&json!({ key: null }));
                let key = alone.trim_ascii_end().trim_end_matches(" null");
                format!("{blanks}{key}\n{}", indented(value, further, deeper))
            };
            members.iter().map(member).collect()
        }
        Value::Array(elements) if !elements.is_empty() => {
            let element = |value: &Value| {
                let lines = indented(value, column + 2, deeper);
                format!("{blanks}- {}", lines.get(column + 2..).unwrap_or_default())
            };
            elements.iter().map(element).collect()
        }
        piece => format!("{blanks}{}\n", from_json(piece).trim_ascii_end()),
    }
}

/// Writes a value on one line.
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
            let plain = plain.trim_ascii_end();
            // Text that brackets or further lines would give another meaning is written as JSON.
            match scalar {
                Value::String(text) if plain.contains(['\n', ',', '[', ']', '{', '}', '#', ':']) => in_quotes(text),
                _ => plain.to_owned(),
            }
        }
    }
}
