//! Templates that occur twice in a list.

use super::reasons::TEMPLATES_SHARE_UUIDS;
use super::stored::StoredTemplate;
use crate::base::Interner;
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Returns each template once, with its index in the list. Templates with the same uuid are one; if they differ, nobody
/// could say which counts.
pub(crate) fn each_once<'t, 'a>(
    templates: &'t [StoredTemplate<'a>],
) -> Result<Vec<(usize, &'t StoredTemplate<'a>)>, Undecided> {
    let mut uuids = Interner::default();
    let mut known: Vec<(usize, &StoredTemplate<'a>)> = Vec::new();
    let mut once = Vec::new();
    for (index, template) in templates.iter().enumerate() {
        if let Some(uuid) = template.uuid.filter(|uuid| !uuid.is_empty()) {
            match known.get(uuids.intern(uuid)) {
                Some((_, first)) if first.says_the_same(template) => continue,
                Some((first, _)) => return Err(not_alike(uuid, *first, index)),
                None => known.push((index, template)),
            }
        }
        once.push((index, template));
    }
    Ok(once)
}

fn not_alike(uuid: &str, first: usize, second: usize) -> Undecided {
    let at = |index: usize| Pointer::to("templates").index(index);
    let problem = Problem::error(&TEMPLATES_SHARE_UUIDS, Pointer::to("given").join(&at(second)));
    let facts = [("first", at(first)), ("second", at(second))].map(|(name, at)| Fact::named(name, at.to_string()));
    Undecided::request(facts.into_iter().fold(problem.fact(Fact::named("uuid", uuid)), Problem::fact))
}
