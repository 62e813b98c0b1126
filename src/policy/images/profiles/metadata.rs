//! Kubernetes' rules for the metadata of any object, except for its names.

use super::names;
use crate::wire::{Pointer, Value};

/// A part of the metadata that no API server stores.
#[derive(Debug)]
pub struct Flaw<'a> {
    /// The part of `metadata`, such as `labels` or `ownerReferences[0].uid`.
    pub part: String,
    /// The place of the part in the document.
    pub at: Pointer,
    /// The value at that place.
    pub value: Value<'a>,
    /// The refused text, which is a key or a value.
    pub text: &'a str,
    /// The rule that the text breaks.
    pub rule: &'static str,
}

/// The most bytes that all annotations together may have.
const ANNOTATIONS: usize = 256 << 10;

/// Two finalizers that exclude each other.
const OPPOSED: [&str; 2] = ["orphan", "foregroundDeletion"];

/// The flaws of labels, annotations, finalizers and owners.
pub fn metadata_flaws(document: Value<'_>) -> Vec<Flaw<'_>> {
    let metadata = document.get("metadata").unwrap_or(Value::NULL);
    let part = |key: &str| metadata.get(key).unwrap_or(Value::NULL);
    let mut found = Vec::new();
    for (key, value) in part("labels").members() {
        let flaw = |text| move |rule| Flaw::below("labels", |at| at.key(key), (value, text), rule);
        found.extend(names::label_key(key).into_iter().map(flaw(key)));
        let text = value.as_str().unwrap_or_default();
        found.extend(names::label_value(text).into_iter().map(flaw(text)));
    }
    let mut bytes = 0;
    for (text, value) in part("annotations").members() {
        let flaw = |rule| Flaw::below("annotations", |at| at.key(text), (value, text), rule);
        // Capital letters are allowed here.
        found.extend(names::label_key(&text.to_lowercase()).into_iter().map(flaw));
        bytes += text.len() + value.as_str().unwrap_or_default().len();
    }
    if bytes > ANNOTATIONS {
        let rule = "must have keys and values of at most 262144 bytes together";
        found.push(Flaw::below("annotations", |at| at, (Value::NULL, ""), rule));
    }
    let finalizers =
        || part("finalizers").elements().enumerate().filter_map(|(at, value)| Some((at, value, value.as_str()?)));
    for (index, value, text) in finalizers() {
        let flaw = |rule| Flaw::below("finalizers", |at| at.index(index), (value, text), rule);
        found.extend(names::label_key(text).into_iter().map(flaw));
    }
    let opposed = OPPOSED.map(|finalizer| finalizers().find(|(_, _, text)| *text == finalizer));
    if let [Some(_), Some((index, value, text))] = opposed {
        let rule = "must not stand beside `orphan`";
        found.push(Flaw::below("finalizers", |at| at.index(index), (value, text), rule));
    }
    found.extend(of_owners(part("ownerReferences")));
    found
}

/// The flaws of the references to owners.
fn of_owners(owners: Value<'_>) -> Vec<Flaw<'_>> {
    let (mut found, mut controllers) = (Vec::new(), 0);
    for (index, owner) in owners.elements().enumerate() {
        let text = |key: &str| owner.get(key).and_then(Value::as_str).unwrap_or_default();
        let flaw = |key: &str, rule| Flaw {
            part: format!("ownerReferences[{index}].{key}"),
            at: Pointer::to("metadata").key("ownerReferences").index(index).key(key),
            value: owner.get(key).unwrap_or(Value::NULL),
            text: text(key),
            rule,
        };
        let version = match text("apiVersion").split_once('/') {
            None => text("apiVersion"),
            Some((_, version)) if version.contains('/') => "",
            Some((_, version)) => version,
        };
        if version.is_empty() {
            found.push(flaw("apiVersion", "must name a version"));
        }
        let missing = ["kind", "name", "uid"].into_iter().filter(|key| text(key).is_empty());
        found.extend(missing.map(|key| flaw(key, "must not be empty")));
        if (text("apiVersion"), text("kind")) == ("v1", "Event") {
            found.push(flaw("kind", "must not be an event"));
        }
        if owner.get("controller").and_then(Value::as_bool) == Some(true) {
            controllers += 1;
            let rule = "must stand at one owner alone";
            found.extend((controllers > 1).then(|| Flaw { text: "true", ..flaw("controller", rule) }));
        }
    }
    found
}

impl<'a> Flaw<'a> {
    fn below(
        part: &str,
        at: impl FnOnce(Pointer) -> Pointer,
        (value, text): (Value<'a>, &'a str),
        rule: &'static str,
    ) -> Self {
        Self { part: part.to_owned(), at: at(Pointer::to("metadata").key(part)), value, text, rule }
    }
}
