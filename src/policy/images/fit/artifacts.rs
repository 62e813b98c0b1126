//! Whether there is something to boot of what is offered in a region.

use std::borrow::Cow;

use super::machine::Fitting;
use super::query::FitQuery;
use crate::policy::images::capabilities::{Set, best};
use crate::policy::images::provider::{Booting, Defined};
use crate::policy::images::reasons::{ARTIFACTS_MISSING, FLAVOR_NOT_IN_REGION};

use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// How many versions a warning names.
const NAMED: usize = 5;

/// A warning for each machine type that finds no artifact in a region of what would be offered for it there, and one for
/// each that finds another artifact than that of the flavor that is named.
pub(super) fn without_artifact(
    query: &FitQuery<'_, '_>,
    region: &str,
    fittings: &[Fitting<'_, '_>],
    versions: &[usize],
) -> Vec<Problem> {
    let names = versions.iter().map(|version| (query.image_name(*version), query.version_text(*version)));
    let booting = match Booting::of(query.profile, names, region, query.asked) {
        None => return Vec::new(),
        Some(Err(unread)) => return vec![unread],
        Some(Ok(booting)) => booting,
    };
    let doubts = booting.doubts.iter().cloned();
    let unmapped = unmapped(query, &booting, versions);
    let named = query.single(versions).is_some();
    let told = |fitting: &Fitting<'_, '_>| {
        let wanted = booting.wanted(fitting.machine, fitting.pool, query.asked);
        let is_offered = |version: usize| fitting.standing(version, named).offered != Some(false);
        let (mut lost, mut changed) = (Vec::new(), Vec::new());
        for (place, version) in versions.iter().copied().enumerate() {
            if !booting.has(place, &wanted) {
                lost.extend(is_offered(version).then(|| query.name(version)));
            } else if let Some(unmapped) = unmapped.get(place).filter(|unmapped| !unmapped.is_empty()) {
                let instead = instead(fitting, version, unmapped).filter(|_| is_offered(version));
                changed.extend(instead.map(|instead| format!("{} ({instead})", query.name(version))));
            }
        }
        let warning = |code, versions: &[String]| {
            let first: Json = versions.iter().take(NAMED).cloned().collect();
            let problem = Problem::warning(code, Pointer::to("given").key("region"));
            (!versions.is_empty()).then(|| {
                problem
                    .fact(Fact::at(Pointer::to("region"), region))
                    .fact(Fact::named("machine", fitting.machine.name()))
                    .fact(Fact::named("count", versions.len()))
                    .fact(Fact::named("versions", first))
            })
        };
        [warning(&ARTIFACTS_MISSING, &lost), warning(&FLAVOR_NOT_IN_REGION, &changed)]
    };
    doubts.chain(fittings.iter().flat_map(told).flatten()).collect()
}

/// The flavors of each version, by their places, that have no artifact in the region. Without definitions there are none.
fn unmapped<'a>(query: &FitQuery<'_, 'a>, booting: &Booting<'a>, versions: &[usize]) -> Vec<Vec<usize>> {
    let definitions = &query.spec().machine_capabilities;
    if definitions.is_empty() {
        return Vec::new();
    }
    let defined = Defined::new(definitions);
    let of_version = |(place, version): (usize, &usize)| {
        let entry = query.catalog().version_of(query.spec(), *version);
        let flavors = entry.map(|entry| entry.capability_flavors.iter()).into_iter().flatten();
        booting.unmapped(place, flavors, &defined)
    };
    versions.iter().enumerate().map(of_version).collect()
}

/// What a machine boots of a version instead of the flavor that is named. `None`: that flavor, or it does not fit at all.
fn instead(fitting: &Fitting<'_, '_>, version: usize, unmapped: &[usize]) -> Option<String> {
    let named = fitting.taken(version)?.flavor.filter(|named| unmapped.contains(named))?;
    let space = fitting.query.catalog().space();
    let flavors: Vec<(usize, Cow<'_, Set>)> = fitting.query.catalog().flavors(version).collect();
    let there = flavors.iter().filter(|(place, set)| !unmapped.contains(place) && space.fits(&fitting.set, set));
    let there = there.map(|(place, set)| (*place, set.as_ref()));
    let boots = best(space, &fitting.set, there, fitting.query.asked.edition).ok().flatten();
    let boots = boots.map_or_else(|| "another artifact".to_owned(), |boots| format!("flavor {}", boots + 1));
    Some(format!("{boots} instead of flavor {}", named + 1))
}
