//! JSON texts as they are written: repeated keys and positions, which most readers ignore.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::yaml::{self, Place};

/// The members of an object in order, including repeated keys.
#[derive(Default)]
pub struct Members<'j>(pub Vec<(String, &'j RawValue)>);

impl<'j> Members<'j> {
    /// The first key that occurs a second time.
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

/// A key that occurs twice in an object.
#[derive(Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The key.
    pub key: String,
    /// The pointer to the key's value.
    pub pointer: String,
}

/// Finds the first key that occurs twice in an object of a JSON text, outer objects first. `None` if there is none or
/// the text is not JSON.
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

/// Locates values in a sequence of JSON documents, like [`yaml::places`].
///
/// ```
/// use fitment_files::json;
///
/// let places = json::places("{}\n{\"a\": 1}", &[(1, "/a")]);
/// assert_eq!(places[0].as_ref().map(|place| place.value.to_string()), Some("2:7".to_owned()));
/// ```
pub fn places(text: &str, values: &[(usize, &str)]) -> Vec<Option<Place>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let mut found = vec![None; values.len()];
    let (mut number, mut start) = (0, 0);
    while let Some(Ok(_)) = documents.next() {
        let (before, document) = text.split_at(documents.byte_offset()).0.split_at(start);
        let is_own = |(document, _): &&(usize, &str)| *document == number;
        let wanted: Vec<(usize, &str)> = values.iter().filter(is_own).map(|(_, pointer)| (0, *pointer)).collect();
        if !wanted.is_empty() {
            let own = found.iter_mut().zip(values).filter(|(_, value)| is_own(value));
            for ((found, _), place) in own.zip(yaml::places(document, &wanted)) {
                *found = place.map(|place| place.behind(before));
            }
        }
        (number, start) = (number + 1, documents.byte_offset());
    }
    found
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
