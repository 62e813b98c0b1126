//! Artifacts for which nothing states an architecture. The old form of alicloud has one artifact per version, whatever
//! architectures the profile lists for the version, and the extension gives that artifact to every machine (section
//! 17.1). The extension of aws finds such an artifact for a machine, but makes no machine with it (section 17.4).

use super::artifact::Artifact;
use super::copies::stands_for_two;
use super::definitions::Defined;
use crate::base::sort;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::ARCHITECTURE;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::ARTIFACT_WITHOUT_ARCHITECTURE;
use crate::reason::{Fact, Problem};
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

/// Warns of the artifacts of a version that are found for machines but never started, because their flavors name no
/// architecture. Where several are defined, the extension refuses such flavors.
pub(crate) fn never_started(
    (provider, defined): (Provider, &Defined<'_, '_>),
    (image, version): (&str, &str),
    all: &[Artifact<'_, '_>],
    at: impl Fn() -> Pointer,
) -> Option<Problem> {
    if provider != Provider::Aws || defined.values(ARCHITECTURE).len() != 1 {
        return None;
    }
    let is_one = |artifact: &&Artifact<'_, '_>| {
        !artifact.old && artifact.capabilities.get(ARCHITECTURE).is_none_or(Vec::is_empty)
    };
    let count = all.iter().filter(is_one).count();
    let problem = || Problem::warning(&ARTIFACT_WITHOUT_ARCHITECTURE, at()).fact(Fact::named("count", count));
    (count > 0).then(|| problem().fact(Fact::named("version", format!("{image}:{version}"))))
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
