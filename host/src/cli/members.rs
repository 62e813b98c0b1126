//! Access to members of an answer, which leaves out empty ones.

use serde_json::Value;

/// The elements of a list; empty if there is none.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A string; empty if there is none.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
