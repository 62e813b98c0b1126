//! Ensures that no document occurs twice in a list of documents and names of documents.

use super::identity::{name_of, namespace_of};
use crate::policy::images::documents::Metadata;
use crate::question::{Doc, Reference, Undecided, duplicate, named_again};
use crate::reason::Fact;
use crate::wire::Pointer;

/// Refuses the first document that has the same namespace and name as an earlier one.
pub(super) fn each_once<T>(
    documents: &[Doc<'_, T>],
    list: &[Reference<'_>],
    (member, kind): (&str, &'static str),
    metadata: impl Fn(&T) -> Option<&Metadata<'_>>,
) -> Result<(), Undecided> {
    let identity = |place: usize| {
        let metadata = documents.get(place).and_then(|document| metadata(document));
        (namespace_of(metadata), name_of(metadata))
    };
    let Some(place) = named_again(documents.len(), &identity) else { return Ok(()) };
    let at = Pointer::to(member).index(place);
    let saw = match list.get(place) {
        Some(Reference::Named(text)) => Fact::at(at.clone(), *text),
        _ => Fact::at(at.clone().key("metadata").key("name"), identity(place).1),
    };
    Err(Undecided::request(duplicate(Pointer::to("given").join(&at), saw, kind)))
}
