//! Whether the machines of pools find an artifact to boot in their region (section 17.4). Only the provider's extension
//! looks at that, and it refuses nothing.

use crate::policy::images::catalog::Offer;
use crate::policy::images::compare::Taken;
use crate::policy::images::documents::Worker;
use crate::policy::images::provider::{Booted, Booting};
use crate::policy::images::reasons::{ARTIFACTS_MISSING, FLAVOR_NOT_IN_REGION};
use crate::policy::images::store::ProfileGiven;
use crate::question::{Asked, Doc};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// A pool, and the image version that it will have.
#[derive(Debug)]
pub(crate) struct Chosen<'c, 'a> {
    /// The pool.
    pub worker: &'c Worker<'a>,
    /// The name and the version of the image.
    pub image: (&'c str, &'c str),
    /// The path that a warning points to.
    pub path: Pointer,
}

/// Warns of each pool whose version has no artifact for it in the region, or another artifact than that of the flavor
/// that suits the pool best. The region comes with the place that names it.
pub(crate) fn without_artifact<'a>(
    (profile, offer): (ProfileGiven<'a>, &Doc<'_, Offer<'a>>),
    (region, place): (&str, &Pointer),
    chosen: &[Chosen<'_, 'a>],
    asked: &Asked<'a>,
) -> Vec<Problem> {
    let spec = offer.spec();
    if region.is_empty() || chosen.is_empty() {
        return Vec::new();
    }
    let booting = match Booting::of(profile, chosen.iter().map(|chosen| chosen.image), region, asked) {
        None => return Vec::new(),
        Some(Err(unread)) => return vec![unread],
        Some(Ok(booting)) => booting,
    };
    let booted = Booted::new(&booting, offer, chosen.iter().map(|chosen| chosen.image));
    let told = |(index, Chosen { worker, image: (image, version), path }): (usize, &Chosen<'_, 'a>)| {
        // A pool that does not name its version gets another warning.
        if version.is_empty() {
            return None;
        }
        let own = offer.catalog.machine_named(worker.machine_type())?;
        let machine = spec.machine_types.get(own)?;
        // A version that does not fit is reported elsewhere. One that the profile does not have any more may still be
        // kept.
        let set = offer.catalog.pooled_set(own, machine, worker.architecture(), asked.edition);
        let mut named = offer.versions_named(image, version).peekable();
        let is_there = named.peek().is_some();
        let taken = named.find_map(|version| Taken::of(&offer.catalog, &set, version, asked.edition));
        if is_there && taken.is_none() {
            return None;
        }
        let wanted = booting.wanted(machine, worker.architecture(), asked);
        let (code, named) = if !booting.has(index, &wanted) {
            (&ARTIFACTS_MISSING, format!("{image} {version}"))
        } else {
            let instead = booted.instead(index, &wanted, taken?.flavor?, asked.edition)?;
            (&FLAVOR_NOT_IN_REGION, format!("{image} {version} ({instead})"))
        };
        let named: Json = [named].into_iter().collect();
        let problem = Problem::warning(code, path.clone());
        let problem = problem.fact(Fact::at(place.clone(), region)).fact(Fact::named("machine", machine.name()));
        Some(problem.fact(Fact::named("count", 1_usize)).fact(Fact::named("versions", named)))
    };
    booting.doubts.iter().cloned().chain(chosen.iter().enumerate().filter_map(told)).collect()
}
