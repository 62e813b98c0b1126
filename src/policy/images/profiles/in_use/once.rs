//! That no document stands in a list twice: nobody could say which of the two counts.

use super::users::{name_of, namespace_of};
use crate::base::sort::sorted_places;
use crate::policy::images::documents::Metadata;
use crate::question::reasons::DUPLICATE_DOCUMENT;
use crate::question::{Doc, Reference, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Refuses the first document that has the namespace and the name of one before it. Those without a name are told apart
/// by nothing, and nothing refers to them.
pub(super) fn each_once<T>(
    documents: &[Doc<'_, T>],
    list: &[Reference<'_>],
    (member, kind): (&str, &'static str),
    metadata: impl Fn(&T) -> Option<&Metadata<'_>>,
) -> Result<(), Undecided> {
    let identity = |place: u32| {
        let metadata = documents.get(place as usize).and_then(|document| metadata(document));
        (namespace_of(metadata), name_of(metadata))
    };
    let places = sorted_places(documents.len(), &mut |left, right| identity(left as u32).cmp(&identity(right as u32)));
    let again = places.windows(2).filter_map(|pair| match pair {
        [first, second] if identity(*first) == identity(*second) && !identity(*first).1.is_empty() => Some(*second),
        _ => None,
    });
    let Some(place) = again.min() else { return Ok(()) };
    let at = Pointer::to(member).index(place as usize);
    let saw = match list.get(place as usize) {
        Some(Reference::Named(text)) => Fact::at(at.clone(), *text),
        _ => Fact::at(at.clone().key("metadata").key("name"), identity(place).1),
    };
    let problem = Problem::error(&DUPLICATE_DOCUMENT, Pointer::to("given").join(&at));
    Err(Undecided::request(problem.fact(saw).fact(Fact::named("kind", kind))))
}
