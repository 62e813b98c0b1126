//! JSON text as Python's `json.dumps` writes it, which is the form of `/instance_info/capabilities`.

use crate::wire::Ordered;
use std::fmt::Write as _;

/// Writes an object with text values.
pub(crate) fn dumped(members: &Ordered<&str, &str>) -> String {
    let mut out = String::from("{");
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        push_text(&mut out, key);
        out.push_str(": ");
        push_text(&mut out, value);
    }
    out.push('}');
    out
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(character),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_python_writes() {
        let members: Ordered<&str, &str> = [("a", "ü\u{1f600}\u{7f}"), ("b\"", "\\\n")].into_iter().collect();
        assert_eq!(dumped(&members), r#"{"a": "\u00fc\ud83d\ude00\u007f", "b\"": "\\\n"}"#);
    }
}
