//! What the provider publishes, compared with what the profile offers: images, flavors and regions without an artifact,
//! and artifacts that nothing distinguishes.

use super::combinations::unpublished;
use super::finding::{Findings, Found};
use super::looked::{Looked, Version};
use crate::base::{Known, sort};
use crate::policy::images::divergences::FLAVORS_ALWAYS_ORDERED;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, USUAL};
use crate::policy::images::provider::{Content, Coverage, Piece, Survey, each_once};
use crate::policy::images::reasons::{
    ARTIFACTS_TIED, COMBINATION_NOT_PUBLISHED, FLAVOR_NOT_MAPPED, IMAGE_NOT_MAPPED_AT_ALL, REGION_NOT_MAPPED,
    VERSION_NOT_MAPPED_AT_ALL,
};
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer};

/// Checks each image version once. Returns which versions lack an artifact in some region.
pub(super) fn check(looked: &Looked<'_, '_>, survey: &Survey<'_, '_>, found: &mut Findings) -> Vec<bool> {
    let mut has_gap = vec![false; looked.catalog.versions().len()];
    let regions: Vec<&str> = looked.spec.regions.iter().filter_map(|region| region.name).collect();
    let regions = if survey.is_regional() { regions } else { Vec::new() };
    let mut seen: Known<(&str, &str), bool> = Known::default();
    let mut unknown: Known<&str, ()> = Known::default();
    for (place, gap) in has_gap.iter_mut().enumerate() {
        let Some(version) = looked.version(place) else { continue };
        if let Some(known) = seen.get(&version.name()) {
            *gap = *known;
            continue;
        }
        let (image, text) = version.name();
        if !survey.knows(image) {
            if unknown.insert(image, ()) {
                let entry = looked.catalog.versions().get(place).map_or(0, |entry| entry.image);
                let path = Pointer::to("spec").key("machineImages").index(entry);
                found.add(Level::Error, || Found::new(&IMAGE_NOT_MAPPED_AT_ALL, path, image));
            }
        } else if let Some(pieces) = survey.of_version(image, text) {
            *gap = if looked.catalog.is_implied() {
                of_architectures(looked, &version, survey, &pieces, &regions, found)
            } else {
                of_flavors(looked, &version, &pieces, &regions, found)
            };
        } else {
            let path = version.path.clone();
            found.add(Level::Error, || Found::new(&VERSION_NOT_MAPPED_AT_ALL, path, version.called()));
        }
        seen.insert(version.name(), *gap);
    }
    tied(looked, survey, found);
    has_gap
}

/// The artifacts of a version, found by their capabilities.
struct Published<'p, 'a> {
    pieces: &'p [Piece<'a>],
    contents: Vec<Content<'a>>,
    /// The indexes of the artifacts, sorted by content.
    sorted: Vec<u32>,
}

impl<'p, 'a> Published<'p, 'a> {
    fn new(looked: &Looked<'_, 'a>, pieces: &'p [Piece<'a>]) -> Self {
        let contents: Vec<Content<'a>> = pieces.iter().map(|piece| looked.content(&piece.capabilities)).collect();
        let sorted =
            sort::sorted_places(contents.len(), &mut |left, right| contents.get(left).cmp(&contents.get(right)));
        Self { pieces, contents, sorted }
    }

    /// Returns the artifacts that equal a flavor after defaulting.
    fn equal_to(&self, content: &Content<'a>) -> Vec<&'p Piece<'a>> {
        let of = |place: &u32| self.contents.get(*place as usize);
        let first = self.sorted.partition_point(|place| of(place) < Some(content));
        let same = self.sorted.get(first..).unwrap_or_default().iter().take_while(|place| of(place) == Some(content));
        same.filter_map(|place| self.pieces.get(*place as usize)).collect()
    }

    /// Returns the artifacts in the old form, which names only an architecture, for any of these architectures.
    fn old_of(&self, architectures: &[&str]) -> Vec<&'p Piece<'a>> {
        let has = |piece: &&Piece<'a>| {
            let own = piece.capabilities.get(ARCHITECTURE);
            piece.is_old && own.is_some_and(|own| own.iter().any(|it| architectures.contains(it)))
        };
        self.pieces.iter().filter(has).collect()
    }
}

/// Reports the regions in which a version lacks an artifact for one of its architectures. Returns whether there are
/// any.
fn of_architectures(
    looked: &Looked<'_, '_>,
    version: &Version<'_, '_>,
    survey: &Survey<'_, '_>,
    pieces: &[Piece<'_>],
    regions: &[&str],
    found: &mut Findings,
) -> bool {
    if regions.is_empty() || !looked.may_take(regions.len() + pieces.len()) {
        return false;
    }
    let (image, text) = version.name();
    let gaps: Vec<(&str, Vec<&str>)> = match survey.by_architecture(image, text) {
        None => vec![("", Coverage::of_all(pieces.iter().map(|piece| &piece.coverage)).missing(regions))],
        Some(published) => {
            let own = &version.entry.architectures;
            let named = if own.is_empty() { vec![USUAL] } else { each_once(own) };
            // Validating the mapping already refuses an architecture that is mapped nowhere.
            let mapped = named.into_iter().filter(|name| published.has(name));
            let mapped = mapped.take_while(|_| looked.may_take(regions.len()));
            mapped.map(|name| (name, published.missing(name, regions))).collect()
        }
    };
    let is_same = gaps.windows(2).all(|two| matches!(two, [(_, one), (_, other)] if one == other));
    let told = if is_same { gaps.get(..1).unwrap_or_default() } else { gaps.as_slice() };
    let mut has_gap = false;
    for (name, missing) in told {
        let part = if is_same { String::new() } else { format!(" for `{name}`") };
        has_gap |= gap(version, (version.path.clone(), part), missing, found);
    }
    has_gap
}

/// Reports flavors of a version that are not mapped, and regions without an artifact for a mapped one. Returns whether
/// there is such a region, or might be because the steps are used up.
fn of_flavors(
    looked: &Looked<'_, '_>,
    version: &Version<'_, '_>,
    pieces: &[Piece<'_>],
    regions: &[&str],
    found: &mut Findings,
) -> bool {
    let published = Published::new(looked, pieces);
    let everything = Capabilities::default();
    let own = &version.entry.capability_flavors;
    let flavors: Vec<&Capabilities<'_>> = if own.is_empty() { vec![&everything] } else { own.iter().collect() };
    let mut has_gap = false;
    for (place, flavor) in flavors.into_iter().enumerate() {
        if !looked.may_take(pieces.len() + regions.len()) {
            return true;
        }
        let mut mapped = published.equal_to(&looked.content(flavor));
        if mapped.is_empty() {
            mapped = published.old_of(looked.defined.architectures(flavor));
        }
        if mapped.is_empty() {
            not_mapped(looked, version, (place, flavor), pieces, found);
            continue;
        }
        if regions.is_empty() || !looked.may_take(regions.len() + mapped.len()) {
            continue;
        }
        let missing = Coverage::of_all(mapped.iter().map(|piece| &piece.coverage)).missing(regions);
        let part = if own.is_empty() { String::new() } else { format!(", flavor {}", place + 1) };
        has_gap |= gap(version, (version.flavor_path(place), part), &missing, found);
    }
    has_gap
}

/// Reports a flavor that equals no artifact, with a combination of its values that is not published at all, if there is
/// one.
fn not_mapped(
    looked: &Looked<'_, '_>,
    version: &Version<'_, '_>,
    (place, flavor): (usize, &Capabilities<'_>),
    pieces: &[Piece<'_>],
    found: &mut Findings,
) {
    let combination = unpublished(looked, flavor, pieces);
    found.add(Level::Error, || {
        let path = version.flavor_path(place);
        let code = if combination.is_some() { &COMBINATION_NOT_PUBLISHED } else { &FLAVOR_NOT_MAPPED };
        let finding = Found::new(code, path, version.called()).fact(Fact::named("flavor", place + 1));
        match combination {
            None => finding,
            Some(combination) => {
                let mut shown = Json::object();
                combination.into_iter().for_each(|(name, value)| shown.set(name, value.into()));
                finding.fact(Fact::named("combination", shown))
            }
        }
    });
}

/// Reports the regions in which a part of a version has no artifact. Returns whether there are any.
fn gap(version: &Version<'_, '_>, (path, part): (Pointer, String), missing: &[&str], found: &mut Findings) -> bool {
    if missing.is_empty() {
        return false;
    }
    found.add(Level::Warning, || {
        let (image, text) = version.name();
        let named = Fact::named("regions", Json::Null).listing(missing.iter().copied());
        let finding = Found::new(&REGION_NOT_MAPPED, path, version.called()).fact(Fact::named("image", image));
        finding.fact(Fact::named("version", text)).fact(Fact::named("part", part)).fact(named)
    });
    true
}

/// Reports artifacts of a version that nothing distinguishes in a place where both are available.
fn tied(looked: &Looked<'_, '_>, survey: &Survey<'_, '_>, found: &mut Findings) {
    let is_order = looked.asked.edition.applies(&FLAVORS_ALWAYS_ORDERED);
    let level = if is_order { Level::Warning } else { Level::Error };
    if looked.catalog.is_implied() {
        return;
    }
    for (image, version) in survey.versions() {
        let pieces = survey.of_version(image, version).unwrap_or_default();
        let contents: Vec<Content<'_>> = pieces.iter().map(|piece| looked.content(&piece.capabilities)).collect();
        for group in sort::alike(&contents, Ord::cmp) {
            let group: Vec<&Piece<'_>> = group.iter().filter_map(|place| pieces.get(*place as usize)).collect();
            let Some((first, second, region)) = meeting(&group) else { continue };
            found.add(level, || {
                let region = region.map(|region| format!(" in the region `{region}`")).unwrap_or_default();
                let other = Fact::named("other", String::from(first.place.clone()));
                Found::new(&ARTIFACTS_TIED, second.place.clone(), format!("{image}:{version}"))
                    .fact(other)
                    .fact(Fact::named("region", region))
                    .fact(Fact::named("count", group.len()))
            });
        }
    }
}

/// Returns the first two of equal artifacts that are available in the same place, and the region, unless one of them is
/// available everywhere.
fn meeting<'g, 'a>(group: &[&'g Piece<'a>]) -> Option<(&'g Piece<'a>, &'g Piece<'a>, Option<&'a str>)> {
    // An artifact that is available everywhere meets every other one that is available anywhere.
    let is_anywhere = |piece: &&Piece<'a>| piece.coverage.is_everywhere() || !piece.coverage.regions().is_empty();
    let mut there = group.iter().copied().filter(|piece| is_anywhere(piece));
    if let (Some(first), Some(second)) = (there.next(), there.next())
        && let Some(everywhere) = group.iter().find(|piece| piece.coverage.is_everywhere())
    {
        let is_among = [first, second].iter().any(|piece| piece.place == everywhere.place);
        return Some((first, if is_among { second } else { everywhere }, None));
    }
    let mut seen: Known<&str, usize> = Known::default();
    for (place, piece) in group.iter().enumerate() {
        for region in piece.coverage.regions() {
            if let Some(first) = seen.get(region) {
                return Some((group.get(*first)?, piece, Some(*region)));
            }
            seen.insert(*region, place);
        }
    }
    None
}
