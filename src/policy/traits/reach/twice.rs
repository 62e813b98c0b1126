//! Flavors that occur twice, or that share a name.

use crate::policy::traits::TOLD;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::lint::twice;
use crate::policy::traits::reasons::{FLAVOR_SHOWN_TWICE, FLAVORS_SHARE_NAMES};
use crate::question::Undecided;
use crate::reason::Problem;
use crate::wire::Pointer;

/// Refuses a list that shows the same flavor twice with different contents.
pub(super) fn shown_otherwise(flavors: &[Flavor<'_>]) -> Result<(), Undecided> {
    let Some((first, second)) = Flavor::shown_otherwise(flavors).next() else { return Ok(()) };
    let at = Pointer::to("flavors");
    let path = Pointer::to("given").join(&at.clone().index(second));
    let problem = Problem::error(&FLAVOR_SHOWN_TWICE, path);
    let facts = flavors.get(second).map(|flavor| twice(flavor, [at.clone().index(first), at.index(second)]));
    Err(Undecided::request(facts.into_iter().flatten().fold(problem, Problem::fact)))
}

/// The warnings about different flavors with the same name. Each of them is judged by its own demands.
pub(super) fn namesakes(flavors: &[Flavor<'_>]) -> impl Iterator<Item = Problem> {
    Flavor::namesakes(flavors).take(TOLD).filter_map(|(first, place)| {
        let at = Pointer::to("flavors");
        let facts = twice(flavors.get(place)?, [at.clone().index(first), at.clone().index(place)]);
        let path = Pointer::to("given").join(&at.index(place));
        Some(facts.into_iter().fold(Problem::warning(&FLAVORS_SHARE_NAMES, path), Problem::fact))
    })
}
