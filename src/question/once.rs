//! Finds documents that appear twice in a list, where it would be unclear which of them counts.

use super::reasons::DUPLICATE_DOCUMENT;
use crate::base::sort::sorted_places;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The first place in a list whose namespace and name appeared before. Documents without a name are skipped: nothing
/// tells them apart, and nothing refers to them.
pub fn named_again<'n>(len: usize, identity: &dyn Fn(usize) -> (&'n str, &'n str)) -> Option<usize> {
    let places = sorted_places(len, &mut |left, right| identity(left).cmp(&identity(right)));
    let again = places.windows(2).filter_map(|pair| match pair {
        [first, second] => {
            let named = identity(*second as usize);
            (identity(*first as usize) == named && !named.1.is_empty()).then_some(*second as usize)
        }
        _ => None,
    });
    again.min()
}

/// The problem that a list has this document already.
pub fn duplicate(path: Pointer, named: Fact, kind: &str) -> Problem {
    Problem::error(&DUPLICATE_DOCUMENT, path).fact(named).fact(Fact::named("kind", kind))
}
