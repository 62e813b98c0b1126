//! JSON texts as they are written: what most readers would pass over.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object in their order, those of one key as often as they stand there.
#[derive(Default)]
pub struct Members<'j>(pub Vec<(String, &'j RawValue)>);

impl<'j> Members<'j> {
    /// The key that stands there a second time before any other does.
    pub fn repeated(&self) -> Option<&str> {
        let mut seen = BTreeSet::new();
        self.0.iter().map(|(key, _)| key.as_str()).find(|key| !seen.insert(*key))
    }
}

impl<'j> Deserialize<'j> for Members<'j> {
    fn deserialize<D: Deserializer<'j>>(from: D) -> Result<Self, D::Error> {
        struct Reading;
        impl<'j> Visitor<'j> for Reading {
            type Value = Members<'j>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Members<'j>, A::Error> {
                let mut members = Members::default();
                while let Some(member) = map.next_entry()? {
                    members.0.push(member);
                }
                Ok(members)
            }
        }
        from.deserialize_map(Reading)
    }
}

/// A key that an object has twice.
#[derive(Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The key.
    pub key: String,
    /// The pointer to its value.
    pub pointer: String,
}

/// The first key that an object of a JSON text has twice, outer objects first. `None`: there is none, or it is no JSON.
///
/// ```
/// use fitment_files::json;
///
/// let repeated = json::repeated_key(r#"{"a": [{"b": 1, "b": 2}]}"#).expect("it stands there twice");
/// assert_eq!((repeated.key.as_str(), repeated.pointer.as_str()), ("b", "/a/0/b"));
/// assert_eq!(json::repeated_key(r#"[{"a": 1}, {"a": 2}]"#), None);
/// ```
pub fn repeated_key(json: &str) -> Option<Repeated> {
    let step = |key: &str| format!("/{}", key.replace('~', "~0").replace('/', "~1"));
    let within = |key: &str, json: &RawValue| {
        let inner = repeated_key(json.get())?;
        Some(Repeated { pointer: format!("{}{}", step(key), inner.pointer), ..inner })
    };
    match json.trim_start().as_bytes().first() {
        Some(b'{') => {
            let members: Members<'_> = serde_json::from_str(json).ok()?;
            if let Some(key) = members.repeated() {
                return Some(Repeated { key: key.to_owned(), pointer: step(key) });
            }
            members.0.iter().find_map(|(key, value)| within(key, value))
        }
        Some(b'[') => {
            let elements: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            elements.iter().enumerate().find_map(|(place, element)| within(&place.to_string(), element))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_stand_there_twice_are_found_wherever_they_are() {
        for (json, pointer) in [
            (r#"{"a":1,"b":2,"b":3}"#, Some("/b")),
            (r#"{"a":{"b":1,"\u0062":2}}"#, Some("/a/b")),
            (r#"[1, {"x/y": {"b":1,"b":1}}]"#, Some("/1/x~1y/b")),
            (r#"{"a":{"b":1},"b":2}"#, None),
            ("5", None),
            ("{", None),
        ] {
            assert_eq!(repeated_key(json).map(|found| found.pointer).as_deref(), pointer, "{json}");
        }
    }
}
