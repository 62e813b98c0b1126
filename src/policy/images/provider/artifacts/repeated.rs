//! Versions, and regions of a version, that are mapped to two different artifacts. Within one artifact the last item of
//! a region counts. Otherwise the first of the equal artifacts counts, and some extensions take neither.

use super::artifact::Artifact;
use super::definitions::{Content, Defined, in_any_order};
use crate::base::Known;
use crate::policy::images::provider::written::flat;
use crate::policy::images::provider::written::{Entry, Of, Provider, ProviderConfig, References, RegionItem};
use crate::policy::images::reasons::{REGION_MAPPED_TWICE, VERSION_MAPPED_TWICE};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of each version or region that is mapped twice, up to `NAMED` warnings.
pub fn repeated(config: &ProviderConfig<'_>, path: &Pointer) -> Vec<Problem> {
    const NAMED: usize = 20;
    let mut problems = Vec::new();
    let (mut versions, mut flavors) = (Known::default(), Known::default());
    let (mut regions, mut numbers) = (Known::default(), Numbers::default());
    for placed in config.entries() {
        let (of, entry, at) = (placed.of, placed.entry, || placed.at(path));
        let own = entry.capabilities.as_ref().map(|own| in_any_order(&flat::of_entry(entry, own)));
        let own = numbers.of(own.unwrap_or_default());
        problems.extend(repeated_version(of, entry, at, &mut versions));
        if entry.capabilities.is_some() && entry.capability_flavors.is_empty() {
            problems.extend(repeated_flavor((of, own), &entry.reference, at, &mut flavors));
        }
        problems.extend(repeated_regions((of, own), &entry.regions, at, &mut regions, &mut numbers));
        for (index, flavor) in entry.capability_flavors.iter().enumerate() {
            let at = || at().key("capabilityFlavors").index(index);
            let own = numbers.of(in_any_order(&flavor.capabilities));
            problems.extend(repeated_flavor((of, own), &flavor.reference, at, &mut flavors));
            problems.extend(repeated_regions((of, own), &flavor.regions, at, &mut regions, &mut numbers));
        }
        if problems.len() >= NAMED {
            problems.truncate(NAMED);
            return problems;
        }
    }
    problems
}

/// The key that distinguishes artifacts of one version in the old form.
type OfOld<'i> = (Of<'i>, &'i str, Option<bool>);

/// Warns of an entry in the old form that names a different artifact than an earlier one with the same key.
fn repeated_version<'i>(
    of: Of<'i>,
    entry: &'i Entry<'i>,
    at: impl Fn() -> Pointer,
    seen: &mut Known<OfOld<'i>, &'i str>,
) -> Option<Problem> {
    let reference = everywhere(&entry.reference)?;
    if !entry.capability_flavors.is_empty() || entry.capabilities.is_some() {
        return None;
    }
    let apart = (of, entry.architecture(), entry.accelerated_networking);
    let Some(first) = seen.get(&apart).copied() else {
        seen.insert(apart, reference);
        return None;
    };
    (first != reference).then(|| mapped_twice(of, [first, reference], at()))
}

/// Warns of a flavor that names a different artifact for all regions than an earlier equal flavor.
fn repeated_flavor<'i>(
    apart: (Of<'i>, usize),
    reference: &'i References<'i>,
    at: impl Fn() -> Pointer,
    seen: &mut Known<(Of<'i>, usize), &'i str>,
) -> Option<Problem> {
    let (reference, (of, _)) = (everywhere(reference)?, apart);
    let Some(first) = seen.get(&apart).copied() else {
        seen.insert(apart, reference);
        return None;
    };
    (first != reference).then(|| mapped_twice(of, [first, reference], at()))
}

/// Returns the reference that holds in every region, if there is one.
fn everywhere<'i>(reference: &References<'i>) -> Option<&'i str> {
    let of_azure = || reference.of_azure().into_iter().find_map(|(_, text)| text);
    reference.image.or_else(of_azure).filter(|text| !text.is_empty())
}

/// Warns that two equal artifacts of a version have different names.
pub(crate) fn mapped_twice((image, version): Of<'_>, [first, second]: [&str; 2], at: Pointer) -> Problem {
    let problem =
        Problem::warning(&VERSION_MAPPED_TWICE, at).fact(Fact::named("version", format!("{image}:{version}")));
    problem.fact(Fact::named("first", first)).fact(Fact::named("second", second))
}

/// Returns the differing names of the first two artifacts of a version that are equal and both available in a region,
/// or of one artifact that is named twice there.
pub(crate) fn first_twins<'a>(
    (provider, defined): (Provider, &Defined<'_, 'a>),
    there: &[Artifact<'_, 'a>],
    region: &str,
) -> Option<[&'a str; 2]> {
    let mut seen: Known<Content<'a>, &'a str> = Known::default();
    there.iter().find_map(|artifact| {
        let mut names = artifact.names(provider).filter(|(place, _)| *place == region).map(|(_, name)| name);
        let everywhere = || artifact.in_region(provider, region).ok()?.map(|reference| reference.text);
        let name = names.next().or_else(everywhere)?;
        if let Some(other) = names.find(|other| *other != name) {
            return Some([name, other]);
        }
        if there.len() == 1 {
            return None;
        }
        let content = defined.content(&artifact.capabilities);
        let Some(first) = seen.get(&content).copied() else {
            seen.insert(content, name);
            return None;
        };
        (first != name).then_some([first, name])
    })
}

/// Numbers that stand for capabilities, which may be long and are compared for each region.
#[derive(Default)]
struct Numbers<'i> {
    known: Known<Content<'i>, usize>,
    last: usize,
}

impl<'i> Numbers<'i> {
    /// The number for no capabilities.
    const OF_NONE: usize = 0;

    fn of(&mut self, own: Content<'i>) -> usize {
        if own.is_empty() {
            return Self::OF_NONE;
        }
        if let Some(known) = self.known.get(&own) {
            return *known;
        }
        self.last += 1;
        self.known.insert(own, self.last);
        self.last
    }
}

/// The key that distinguishes artifacts in one region: the number for the capabilities of the item itself or else of the
/// entry or flavor, and the architecture if there are none.
type OfRegion<'i> = (Of<'i>, usize, &'i str, &'i str);

fn repeated_regions<'i>(
    (of, owner): (Of<'i>, usize),
    items: &'i [RegionItem<'i>],
    at: impl Fn() -> Pointer,
    seen: &mut Known<OfRegion<'i>, &'i str>,
    numbers: &mut Numbers<'i>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let own = item.capabilities.as_ref().map(|own| numbers.of(in_any_order(&flat::of_item(item, own))));
        let own = own.unwrap_or(owner);
        let architecture = if own == Numbers::OF_NONE { item.architecture() } else { "" };
        let apart = (of, own, item.name(), architecture);
        match seen.get(&apart).copied() {
            Some(first) if first != item.reference() => {
                let problem = Problem::warning(&REGION_MAPPED_TWICE, at().key("regions").index(index));
                let problem = problem.fact(Fact::named("region", item.name())).fact(Fact::named("first", first));
                problems.push(problem.fact(Fact::named("second", item.reference())));
            }
            Some(_) => {}
            None => {
                seen.insert(apart, item.reference());
            }
        }
    }
    problems
}
