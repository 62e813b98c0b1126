//! What stands under the members of an answer, which leaves out what it does not have.

use serde_json::Value;

/// The elements of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A word.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
