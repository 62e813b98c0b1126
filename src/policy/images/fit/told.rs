//! What the asker should know whatever the answer.

use super::machine::Fitting;
use super::query::FitQuery;
use super::undefined::undefined_names;
use super::wanted::Wanted;
use crate::policy::images::catalog::{Offer, unknown_machine_types};
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::provider::Booting;
use crate::policy::images::reasons::{ARTIFACTS_MISSING, KUBERNETES_VERSION_UNKNOWN, MACHINE_TYPE_REPEATED};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// What is told with an answer about these machine types and versions.
pub(super) fn told(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>], versions: &[usize]) -> Vec<Problem> {
    let machines: Vec<usize> = fittings.iter().map(|fitting| fitting.index).collect();
    let mut problems = repeated_machine_types(&query.offer);
    problems.extend(query.wanted.unread.clone());
    problems.extend(unknown_kubernetes(query.spec(), &query.wanted));
    if let Some(region) = query.wanted.region {
        let at = [query.offer.spec_place(), query.offer.spec_path()];
        problems.extend(unknown_machine_types(query.spec(), at, |name| name == region));
        problems.extend(without_artifact(query, region, fittings, versions));
    }
    problems.extend(undefined_names(query, &machines, versions));
    problems
}

/// A warning for each machine type that finds no artifact in a region of what would be offered for it there.
fn without_artifact(
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
    let Some(booting) = Booting::of(query.profile, names, region, query.asked) else { return Vec::new() };
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

/// A Kubernetes version that no Shoot of the profile can have. Of one that is not named in full the beginning counts.
fn unknown_kubernetes(spec: &ProfileSpec<'_>, wanted: &Wanted<'_>) -> Option<Problem> {
    let (version, at) = wanted.kubernetes.as_ref()?;
    let known = || spec.kubernetes_versions().iter().filter_map(|entry| entry.version);
    let begins = |known: &str| known.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if known().next().is_none() || known().any(begins) {
        return None;
    }
    let path = Pointer::to("given").join(at);
    let problem = Problem::warning(&KUBERNETES_VERSION_UNKNOWN, path).fact(Fact::at(at.clone(), *version));
    Some(problem.nearest_to(version, known()))
}

/// Machine types that share a name: the first one is meant.
fn repeated_machine_types(offer: &Doc<'_, Offer<'_>>) -> Vec<Problem> {
    let name_at = |spec: Pointer, index: usize| spec.key("machineTypes").index(index).key("name");
    let repeated = offer.catalog.repeated_machines();
    repeated
        .map(|(name, index)| {
            let fact = Fact::at(name_at(offer.spec_place(), index), name);
            Problem::warning(&MACHINE_TYPE_REPEATED, name_at(offer.spec_path(), index)).fact(fact)
        })
        .collect()
}
