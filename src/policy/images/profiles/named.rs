//! The documents that a question is given or names, and what they are called.

use crate::question::Reference;
use crate::wire::Value;

/// A document that a question is given or names as `member`.
pub(super) fn reference<'a>(given: Value<'a>, member: &str) -> Option<Reference<'a>> {
    let value = given.get(member).filter(|value| !value.is_null())?;
    Some(value.as_str().map_or(Reference::Inline(value), Reference::Named))
}

/// The name of a given profile, without its namespace.
pub(super) fn name_of<'a>(reference: Reference<'a>) -> Option<&'a str> {
    match reference {
        Reference::Named(name) => Some(name.split_once('/').map_or(name, |(_, name)| name)),
        Reference::Inline(document) => Some(text(document, &["metadata", "name"])),
    }
}

/// The namespace of a given profile.
pub(super) fn namespace_of<'a>(reference: Reference<'a>) -> Option<&'a str> {
    match reference {
        Reference::Named(name) => name.split_once('/').map(|(namespace, _)| namespace),
        Reference::Inline(document) => Some(text(document, &["metadata", "namespace"])),
    }
}

/// The text at a path in a document, empty if absent.
pub(super) fn text<'a>(document: Value<'a>, path: &[&str]) -> &'a str {
    let value = path.iter().try_fold(document, |value, key| value.get(key));
    value.and_then(Value::as_str).unwrap_or_default()
}
