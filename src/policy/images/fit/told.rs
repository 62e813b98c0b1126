//! What the asker should know whatever the answer.

#[cfg(feature = "images")]
use super::artifacts::without_artifact;
use super::doubtful::doubtful;
use super::machine::Fitting;
use super::query::FitQuery;
use crate::policy::images::catalog::{
    repeated_types, undefined_of, unknown_kubernetes, unknown_types, unreadable_versions, words_of_none,
};
#[cfg(not(feature = "images"))]
use crate::policy::images::reasons::ARTIFACTS_NOT_IN_THIS_BUILD;
#[cfg(not(feature = "images"))]
use crate::reason::Fact;
use crate::reason::Problem;
use crate::wire::Pointer;

/// What is told with an answer about these machine types and versions.
pub(super) fn told(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>], versions: &[usize]) -> Vec<Problem> {
    let mut problems = repeated_types(query.catalog(), &[query.offer.spec_place(), query.offer.spec_path()]);
    problems.extend(query.wanted.unread.clone());
    problems.extend(query.wanted.kubernetes.iter().filter_map(|(version, at)| {
        unknown_kubernetes(query.spec(), version, [at.clone(), Pointer::to("given").join(at)])
    }));
    if let Some(region) = query.wanted.region {
        let at = [query.offer.spec_place(), query.offer.spec_path()];
        problems.extend(unknown_types(query.spec(), at, Some(region)));
        problems.extend(without_artifact(query, region, fittings, versions));
    }
    let machines = fittings.iter().map(|fitting| fitting.index);
    problems.extend(undefined_of(&query.offer, machines, versions.iter().copied()));
    problems.extend(doubtful(query, fittings));
    let at = [query.offer.spec_place(), query.offer.spec_path()];
    problems.extend(unreadable_versions(query.spec(), query.catalog(), at, versions.iter().copied()));
    let of_these = versions.iter().copied();
    problems.extend(words_of_none(query.spec(), query.catalog(), &query.offer.path(), of_these));
    problems
}

/// A warning that nothing was looked for in the provider's configuration.
#[cfg(not(feature = "images"))]
fn without_artifact(query: &FitQuery<'_, '_>, region: &str, _: &[Fitting<'_, '_>], _: &[usize]) -> Option<Problem> {
    query.spec().provider_config?.get("machineImages")?;
    let problem = Problem::warning(&ARTIFACTS_NOT_IN_THIS_BUILD, Pointer::to("given").key("region"));
    Some(problem.fact(Fact::at(Pointer::to("region"), region)).fact(Fact::named("entry", "fitment")))
}
