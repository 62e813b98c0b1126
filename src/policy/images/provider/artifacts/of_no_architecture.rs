//! Artifacts for which nothing states an architecture (section 17.1). The old form of alicloud has one artifact per
//! version, whatever architectures the profile lists for the version, and the extension gives that artifact to every
//! machine.

use super::artifact::Artifact;
use super::copies::stands_for_two;
use crate::base::sort;
use crate::policy::images::catalog::Offer;
use crate::policy::images::provider::written::Provider;
use crate::reason::Problem;
use crate::wire::Pointer;

/// Warns that the artifact of a version serves two of the version's architectures, in a profile without definitions.
pub(crate) fn of_no_architecture<'p>(
    provider: Provider,
    (image, version): (&str, &str),
    architectures: impl Iterator<Item = &'p str>,
    all: &[Artifact<'_, '_>],
    at: impl Fn() -> Pointer,
) -> Option<Problem> {
    if provider != Provider::Alicloud {
        return None;
    }
    let architectures = sort::set(architectures);
    let [first, other, ..] = architectures.as_slice() else { return None };
    let mut names = all.iter().filter(|artifact| artifact.old).flat_map(|artifact| artifact.names(provider));
    let (_, name) = names.find(|(_, name)| !name.trim().is_empty())?;
    let [first, other] = [first, other].map(|architecture| format!("{image}:{version}, {architecture}"));
    Some(stands_for_two(name, [&first, &other], at()))
}

/// Returns the architectures that a profile lists for all its versions of a name.
pub(crate) fn architectures_of<'o, 'a>(
    offer: &'o Offer<'a>,
    (image, version): (&str, &str),
) -> impl Iterator<Item = &'a str> + use<'o, 'a> {
    let named = offer.versions_named(image, version);
    let versions = named.filter_map(|version| offer.catalog.version_of(offer.spec(), version));
    versions.flat_map(|version| version.architectures.iter().copied())
}
