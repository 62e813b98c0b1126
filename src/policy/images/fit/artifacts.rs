//! Whether the provider has artifacts in a region for the versions that are offered there.

use super::machine::Fitting;
use super::query::FitQuery;
use crate::policy::images::divergences::ENTRIES_ARE_ONE_LIST;
use crate::policy::images::provider::{Booted, Booting};
use crate::policy::images::reasons::{ARTIFACTS_MISSING, ARTIFACTS_NOT_LOOKED_AT, FLAVOR_NOT_IN_REGION};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// How many versions a warning names.
const NAMED: usize = 5;

/// Warns of each machine type that finds no artifact in the region for versions that are offered to it, and of each
/// that finds another artifact than that of the flavor that the answer names.
pub(super) fn without_artifact(
    query: &FitQuery<'_, '_>,
    region: &str,
    fittings: &[Fitting<'_, '_>],
    versions: &[usize],
) -> Vec<Problem> {
    let names = versions.iter().map(|version| (query.image_name(*version), query.version_text(*version)));
    let booting = match Booting::of(query.profile, names.clone(), region, query.asked) {
        None => return not_looked_at(query, region).into_iter().collect(),
        Some(Err(unread)) => return vec![unread],
        Some(Ok(booting)) => booting,
    };
    let doubts = booting.doubts.iter().cloned();
    let booted = Booted::new(&booting, &query.offer, names);
    let (named, edition) = (query.single(versions).is_some(), query.asked.edition);
    let told = |fitting: &Fitting<'_, '_>| {
        let wanted = booting.wanted(fitting.machine, fitting.pool, query.asked);
        let is_offered = |version: usize| fitting.standing(version, named).offered != Some(false);
        let (mut lost, mut changed) = (Vec::new(), Vec::new());
        for (place, version) in versions.iter().copied().enumerate() {
            if !booting.has(place, &wanted) {
                lost.extend(is_offered(version).then(|| query.name(version)));
            } else {
                let named = fitting.taken(version).and_then(|taken| taken.flavor);
                let instead = named.and_then(|named| booted.instead(place, &wanted, named, edition));
                let instead = instead.filter(|_| is_offered(version));
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

/// Warns that artifacts were not looked for: in the edition `upstream` nothing checks the provider's configuration for
/// a region.
fn not_looked_at(query: &FitQuery<'_, '_>, region: &str) -> Option<Problem> {
    let config = query.spec().provider_config.filter(|_| !query.asked.edition.applies(&ENTRIES_ARE_ONE_LIST))?;
    config.get("machineImages")?;
    let problem = Problem::warning(&ARTIFACTS_NOT_LOOKED_AT, Pointer::to("given").key("region"));
    Some(problem.fact(Fact::at(Pointer::to("region"), region)))
}
