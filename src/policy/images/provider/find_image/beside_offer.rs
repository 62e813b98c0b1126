//! What the profile says about a version for which the provider's configuration has an artifact: the profile lacks the
//! version, or the version does not fit the machine type.

use crate::base::Edition;
use crate::policy::images::catalog::Offer;
use crate::policy::images::provider::reading::Subject;
use crate::policy::images::reasons::{ARTIFACT_OF_A_MISFIT, VERSION_UNKNOWN};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns that the profile does not have the version, so that pools can no longer use it.
pub(super) fn not_of_profile(subject: &Subject<'_>, (image, version): (&str, &str)) -> Option<Problem> {
    let images = &subject.offer.as_ref()?.spec().machine_images;
    let named = images.iter().filter(|known| known.name() == image).flat_map(|image| &image.versions);
    let is_there = named.into_iter().any(|known| known.version() == version);
    let at = Pointer::to("imageVersion");
    let problem = Problem::warning(&VERSION_UNKNOWN, Pointer::to("given").join(&at));
    (!images.is_empty() && !is_there).then(|| problem.fact(Fact::at(at, version)))
}

/// Warns that no flavor of the version fits the machine type, so that no pool with the two is admitted.
pub(super) fn misfit(
    offer: &Offer<'_>,
    (image, version): (&str, &str),
    machine_type: &str,
    edition: Edition,
) -> Option<Problem> {
    let (catalog, types) = (&offer.catalog, &offer.spec().machine_types);
    let place = catalog.machine_named(machine_type)?;
    let machine = catalog.pooled_set(place, types.get(place)?, None, edition);
    let mut named = offer.versions_named(image, version).peekable();
    if named.peek().is_none() || named.any(|version| catalog.runs(&machine, version)) {
        return None;
    }
    let problem = Problem::warning(&ARTIFACT_OF_A_MISFIT, Pointer::to("given").key("machineType"));
    let problem = problem.fact(Fact::at(Pointer::to("machineType"), machine_type));
    Some(problem.fact(Fact::named("version", format!("{image}:{version}"))))
}
