//! Whether machines of pools find something to boot in their region (section 17.4). Nothing but the provider's
//! extension looks, and it refuses nothing.

use crate::policy::images::catalog::Offer;
use crate::policy::images::compare::Taken;
use crate::policy::images::documents::Worker;
use crate::policy::images::provider::{Booted, Booting};
use crate::policy::images::reasons::{ARTIFACTS_MISSING, FLAVOR_NOT_IN_REGION};
use crate::policy::images::store::ProfileGiven;
use crate::question::{Asked, Doc};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// A pool, and the version that it is to have.
#[derive(Debug)]
pub(crate) struct Chosen<'c, 'a> {
    /// The pool.
    pub worker: &'c Worker<'a>,
    /// The image and its version.
    pub image: (&'c str, &'c str),
    /// Where a warning is about.
    pub path: Pointer,
}

/// A warning for each pool whose version has no artifact for it in the region, which is named at a place, or another one
/// than that of the flavor that suits it best.
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
        // Of a pool that does not say its version others tell.
        if version.is_empty() {
            return None;
        }
        let own = offer.catalog.machine_named(worker.machine_type())?;
        let machine = spec.machine_types.get(own)?;
        // Of what does not fit something else is said. What the profile has no more is kept where it was.
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
