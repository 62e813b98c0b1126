//! What Kubernetes says of the metadata of any object, beside its names.

use super::names;
use crate::wire::{Pointer, Value};

/// A label, an annotation or a finalizer that no API server stores.
#[derive(Debug)]
pub struct Flaw<'a> {
    /// The part of `metadata`.
    pub part: &'static str,
    /// Where it is in the document,
    pub at: Pointer,
    /// and what stands there.
    pub value: Value<'a>,
    /// The text that is refused: a key or a value.
    pub text: &'a str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

/// What is wrong with labels, annotations and finalizers.
pub fn metadata_flaws(document: Value<'_>) -> Vec<Flaw<'_>> {
    let part = |key: &str| document.get("metadata").and_then(|metadata| metadata.get(key)).unwrap_or(Value::NULL);
    let below = |part: &str| Pointer::to("metadata").key(part);
    let mut found = Vec::new();
    for (key, value) in part("labels").members() {
        let flaw = |text| move |rule| Flaw { part: "labels", at: below("labels").key(key), value, text, rule };
        found.extend(names::label_key(key).into_iter().map(flaw(key)));
        let text = value.as_str().unwrap_or_default();
        found.extend(names::label_value(text).into_iter().map(flaw(text)));
    }
    for (text, value) in part("annotations").members() {
        let flaw = |rule| Flaw { part: "annotations", at: below("annotations").key(text), value, text, rule };
        // Capitals do not count here.
        found.extend(names::label_key(&text.to_lowercase()).into_iter().map(flaw));
    }
    for (index, value) in part("finalizers").elements().enumerate() {
        let Some(text) = value.as_str() else { continue };
        let flaw = |rule| Flaw { part: "finalizers", at: below("finalizers").index(index), value, text, rule };
        found.extend(names::label_key(text).into_iter().map(flaw));
    }
    found
}
