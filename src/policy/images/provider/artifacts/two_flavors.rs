//! Artifacts that serve two flavors of one version: two that no machine can have at once, or two that the old form of a
//! mapping cannot distinguish.

use super::artifact::Artifact;
use super::copies::stands_for_two;
use super::definitions::{Content, Defined, as_named, in_any_order};
use crate::base::{Known, Names, sort};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ImageVersion, KNOWN};
use crate::policy::images::provider::written::{NETWORKING, Provider};
use crate::policy::images::reasons::FLAVOR_PARTLY_MAPPED;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The maximum number of flavors of a version to look at.
const LOOKED_AT: usize = 64;

/// Warns of the first artifact of a version that serves two flavors which no machine can have at once, as happens when
/// one flavor is copied from the other.
pub(crate) fn of_two_flavors(
    provider: Provider,
    (image, version): (&str, &str),
    all: &[Artifact<'_, '_>],
    at: impl Fn() -> Pointer,
) -> Option<Problem> {
    // The local provider has one artifact for everything.
    if provider == Provider::Local || all.len() < 2 {
        return None;
    }
    let mut seen: Known<(&str, &str), usize> = Known::default();
    // An artifact may be compared with many others, so its values are sorted once.
    let mut sorted: Known<usize, Vec<Names<'_>>> = Known::default();
    for (place, artifact) in all.iter().enumerate() {
        for named in artifact.names(provider).filter(|(_, name)| !name.trim().is_empty()) {
            let Some(first) = seen.get(&named).copied() else {
                seen.insert(named, place);
                continue;
            };
            let Some(other) = all.get(first).filter(|_| first != place) else { continue };
            if sorted.get(&first).is_none() {
                let names = other.capabilities.iter().map(|(_, values)| values.iter().copied().collect());
                sorted.insert(first, names.collect());
            }
            let values = sorted.get(&first).map(Vec::as_slice).unwrap_or_default();
            let Some((capability, values)) = exclusive((other, values), artifact) else { continue };
            let shown = values.map(|values| format!("{image}:{version}, {capability} {}", values.join(" ")));
            return Some(stands_for_two(named.1, [&shown[0], &shown[1]], at()));
        }
    }
    None
}

/// Returns the differing names of the first two equal artifacts of a version that are available in the same place,
/// where they are written differently or one of them is for all regions. Artifacts that are written alike in one region
/// are reported elsewhere.
pub(crate) fn of_equals<'a>(
    provider: Provider,
    defined: &Defined<'_, 'a>,
    all: &[Artifact<'_, 'a>],
) -> Option<[&'a str; 2]> {
    if all.len() < 2 {
        return None;
    }
    // `contents` maps each content to a number. `first` maps the number to the first name found in a region (`""`: in
    // every region), or in any single region (`None`).
    let mut contents: Known<Content<'a>, usize> = Known::default();
    let mut first: Known<(usize, Option<&'a str>), (usize, &'a str)> = Known::default();
    for (place, artifact) in all.iter().enumerate().filter(|(_, artifact)| !artifact.old) {
        let content = defined.content(&artifact.capabilities);
        let number = contents.get(&content).copied().unwrap_or(place);
        contents.insert(content, number);
        for (region, name) in artifact.names(provider).filter(|(_, name)| !name.is_empty()) {
            let everywhere = first.get(&(number, Some(""))).filter(|_| !region.is_empty());
            let elsewhere = everywhere.or_else(|| first.get(&(number, None)).filter(|_| region.is_empty()));
            let is_apart = |other: usize| {
                let named = |artifact: &Artifact<'_, 'a>| in_any_order(&artifact.capabilities);
                all.get(other).is_some_and(|other| named(other) != named(artifact))
            };
            let there = first.get(&(number, Some(region))).filter(|(other, _)| is_apart(*other));
            // One flavor may have a name for a region and another for all other regions.
            let is_another = |other: &&(usize, &'a str)| other.0 != place && other.1 != name;
            if let Some((_, other)) = [there, elsewhere].into_iter().flatten().find(is_another) {
                return Some([*other, name]);
            }
            for key in [Some(region), None].into_iter().filter(|key| key.is_some() || !region.is_empty()) {
                if first.get(&(number, key)).is_none() {
                    first.insert((number, key), (place, name));
                }
            }
        }
    }
    None
}

/// A version and its artifacts, at least one of which is in the old form, which distinguishes flavors only by
/// architecture (section 17.3).
pub(crate) struct InOldForm<'v, 'a> {
    provider: Provider,
    defined: &'v Defined<'v, 'a>,
    image: &'v str,
    version: &'v ImageVersion<'a>,
    all: &'v [Artifact<'v, 'a>],
}

impl<'v, 'a> InOldForm<'v, 'a> {
    /// Returns a version if one of its artifacts is in the old form.
    pub(crate) fn of(
        provider: Provider,
        defined: &'v Defined<'v, 'a>,
        (image, version): (&'v str, &'v ImageVersion<'a>),
        all: &'v [Artifact<'v, 'a>],
    ) -> Option<Self> {
        all.iter().any(|artifact| artifact.old).then_some(Self { provider, defined, image, version, all })
    }

    /// Warns of the first artifact in the old form that serves two different flavors of one architecture.
    pub(crate) fn for_two_flavors(&self, at: impl Fn() -> Pointer) -> Option<Problem> {
        let &Self { provider, defined, image, version, all } = self;
        if provider == Provider::Local || version.capability_flavors.len() < 2 {
            return None;
        }
        let mapped = self.mapped_by_flavors();
        KNOWN.iter().find_map(|architecture| {
            let is_for = |flavor: &&Capabilities<'a>| defined.architectures(flavor).contains(architecture);
            let mut flavors = version.capability_flavors.iter().filter(is_for).filter_map(|flavor| {
                let content = defined.content(flavor);
                mapped.binary_search(&content).is_err().then_some((flavor, content))
            });
            let (first, content) = flavors.next()?;
            let (other, _) = flavors.find(|(_, other)| *other != content)?;
            let is_of = |artifact: &&Artifact<'_, 'a>| artifact.old && artifact.is_for(ARCHITECTURE, architecture);
            let mut names = all.iter().filter(is_of).flat_map(|artifact| artifact.names(provider));
            let (_, name) = names.find(|(_, name)| !name.trim().is_empty())?;
            let shown = [first, other].map(|flavor| format!("{image}:{}, {}", version.version(), as_named(flavor)));
            Some(stands_for_two(name, [&shown[0], &shown[1]], at()))
        })
    }

    /// Warns of the first flavor that is mapped only by the old form, and only for some of its values of a capability.
    pub(crate) fn for_a_part(&self, at: impl Fn() -> Pointer) -> Option<Problem> {
        let &Self { provider, defined, image, version, all } = self;
        // Only azure's old form says more than the architecture.
        if provider != Provider::Azure {
            return None;
        }
        let everything = Capabilities::default();
        let flavors = version.capability_flavors.as_slice();
        let flavors = if flavors.is_empty() { std::slice::from_ref(&everything) } else { flavors };
        let mapped = self.mapped_by_flavors();
        let by_old = flavors.iter().filter(|flavor| mapped.binary_search(&defined.content(flavor)).is_err());
        by_old.take(LOOKED_AT).find_map(|flavor| {
            let wanted = flavor.get(NETWORKING).map_or_else(|| defined.values(NETWORKING), Vec::as_slice);
            let [architecture, ..] = defined.architectures(flavor) else { return None };
            let is_of = |artifact: &&Artifact<'_, 'a>| artifact.old && artifact.is_for(ARCHITECTURE, architecture);
            let own = all.iter().filter(is_of);
            let lists = || own.clone().map(|artifact| artifact.capabilities.get(NETWORKING));
            // An artifact that does not name the capability is for all its values.
            let for_all = lists().any(|list| list.is_none());
            let served: Names<'_> = lists().flatten().flatten().copied().collect();
            let missing: Json = wanted.iter().filter(|value| !for_all && !served.contains(value)).copied().collect();
            let is_told = !missing.is_empty() && own.clone().next().is_some();
            let problem = Problem::warning(&FLAVOR_PARTLY_MAPPED, at());
            let problem = problem.fact(Fact::named("version", format!("{image}:{}", version.version())));
            let problem = problem.fact(Fact::named("capability", NETWORKING)).fact(Fact::named("values", missing));
            is_told.then_some(problem)
        })
    }

    /// Returns the contents of the artifacts that are mapped by flavors, sorted.
    fn mapped_by_flavors(&self) -> Vec<Content<'a>> {
        let by_flavors = self.all.iter().filter(|artifact| !artifact.old);
        sort::set(by_flavors.map(|artifact| self.defined.content(&artifact.capabilities)))
    }
}

/// Returns the first capability for which two artifacts have no value in common, with the values of each. Architectures
/// are left out because they are reported elsewhere. The sets are those of the first artifact's capabilities.
fn exclusive<'f>(
    (one, sets): (&'f Artifact<'_, '_>, &[Names<'_>]),
    other: &'f Artifact<'_, '_>,
) -> Option<(&'f str, [&'f [&'f str]; 2])> {
    let own = one.capabilities.iter().zip(sets).filter(|((name, _), _)| *name != ARCHITECTURE);
    own.into_iter().find_map(|((name, values), set)| {
        let others = other.capabilities.get(name)?;
        let is_apart = !values.is_empty() && !others.is_empty() && !others.iter().any(|value| set.contains(value));
        is_apart.then_some((*name, [values.as_slice(), others.as_slice()]))
    })
}
