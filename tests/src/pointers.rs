//! JSON pointers to the parts of a value.

use serde_json::Value;

/// Returns the pointers to everything inside a value, each before those inside of it. Of a list, only the first
/// `elements` are looked at.
pub fn pointers(value: &Value, elements: usize) -> Vec<String> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (escaped(key), value)).collect(),
        Value::Array(list) => {
            list.iter().take(elements).enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for (token, value) in inside {
        found.push(format!("/{token}"));
        found.extend(pointers(value, elements).into_iter().map(|below| format!("/{token}{below}")));
    }
    found
}

/// Returns the name of a member as pointers spell it.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
