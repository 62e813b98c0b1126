//! Whether there is something to boot of what is offered in a region.

use super::machine::Fitting;
use super::query::FitQuery;
use crate::policy::images::provider::Booting;
use crate::policy::images::reasons::ARTIFACTS_MISSING;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// A warning for each machine type that finds no artifact in a region of what would be offered for it there.
pub(super) fn without_artifact(
    query: &FitQuery<'_, '_>,
    region: &str,
    fittings: &[Fitting<'_, '_>],
    versions: &[usize],
) -> Vec<Problem> {
    const NAMED: usize = 5;
    if query.spec().provider_config.is_none() && !query.offer.is_merged() {
        return Vec::new();
    }
    let names = versions.iter().map(|version| (query.image_name(*version), query.version_text(*version)));
    let booting = match Booting::of(query.profile, names, region, query.asked) {
        None => return Vec::new(),
        Some(Err(unread)) => return vec![unread],
        Some(Ok(booting)) => booting,
    };
    let missing = |fitting: &Fitting<'_, '_>| {
        let wanted = booting.wanted(fitting.machine, fitting.pool, query.asked);
        let named = query.single(versions).is_some();
        let is_kept = |version: usize| fitting.standing(version, named).offered == Some(false);
        let lost = versions.iter().enumerate().filter(|(place, _)| !booting.has(*place, &wanted));
        let lost: Vec<usize> = lost.map(|(_, version)| *version).filter(|version| !is_kept(*version)).collect();
        let first: Json = lost.iter().take(NAMED).map(|version| query.name(*version)).collect();
        (!lost.is_empty()).then(|| {
            Problem::warning(&ARTIFACTS_MISSING, Pointer::to("given").key("region"))
                .fact(Fact::at(Pointer::to("region"), region))
                .fact(Fact::named("machine", fitting.machine.name()))
                .fact(Fact::named("count", lost.len()))
                .fact(Fact::named("versions", first))
        })
    };
    fittings.iter().filter_map(missing).collect()
}
