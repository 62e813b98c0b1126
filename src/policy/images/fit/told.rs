//! The warnings that come with an answer, whatever it is.

#[cfg(feature = "images")]
use super::artifacts::without_artifact;
use super::doubtful::doubtful;
use super::machine::Fitting;
use super::query::FitQuery;
use crate::policy::images::catalog::{
    fields_ignored, repeated_types, undefined_of, unknown_kubernetes, unknown_types, unreadable_versions, words_of_none,
};
#[cfg(not(feature = "images"))]
use crate::policy::images::reasons::ARTIFACTS_NOT_IN_THIS_BUILD;
use crate::policy::images::workers::out_of_reach;
use crate::question::reasons::NOW_MISSING;
#[cfg(not(feature = "images"))]
use crate::reason::Fact;
use crate::reason::Problem;
use crate::wire::Pointer;

/// Returns the warnings that come with an answer about these machine types and versions.
pub(super) fn told(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>], versions: &[usize]) -> Vec<Problem> {
    let at = [query.offer.spec_place(), query.offer.spec_path()];
    let (spec, catalog) = (query.spec(), query.catalog());
    let (of_types, of_these) = (fittings.iter().map(|fitting| fitting.index), versions.iter().copied());
    let mut problems = repeated_types(catalog, &at);
    problems.extend(query.wanted.unread.clone());
    problems.extend(
        query
            .wanted
            .kubernetes
            .iter()
            .filter_map(|(version, at)| unknown_kubernetes(spec, version, [at.clone(), Pointer::to("given").join(at)])),
    );
    if let Some(region) = query.wanted.region {
        problems.extend(unknown_types(spec, at.clone(), Some(region)));
        problems.extend(without_artifact(query, region, fittings, versions));
    }
    problems.extend(undefined_of(&query.offer, of_types.clone(), of_these.clone()));
    problems.extend(doubtful(query, fittings));
    problems.extend(unreadable_versions(spec, catalog, at.clone(), of_these.clone()));
    problems.extend(fields_ignored(spec, catalog, &at, (of_types, of_these.clone()), query.asked.edition));
    let places = of_these.clone().filter_map(|number| catalog.versions().get(number).map(|it| (it.image, it.version)));
    problems.extend(out_of_reach(spec, places, &at));
    problems.extend(words_of_none(spec, catalog, &query.offer.path(), of_these.clone()));
    problems.extend(without_time(query, of_these));
    problems
}

/// Warns that the time is missing, which decides whether some version is offered.
fn without_time(query: &FitQuery<'_, '_>, mut versions: impl Iterator<Item = usize>) -> Option<Problem> {
    let depends = query.asked.now().is_err() && versions.any(|version| query.is_active(version).is_none());
    depends.then(|| Problem::warning(&NOW_MISSING, Pointer::to("now")))
}

/// Warns that this build does not look for artifacts in the provider's configuration.
#[cfg(not(feature = "images"))]
fn without_artifact(query: &FitQuery<'_, '_>, region: &str, _: &[Fitting<'_, '_>], _: &[usize]) -> Option<Problem> {
    query.spec().provider_config?.get("machineImages")?;
    let problem = Problem::warning(&ARTIFACTS_NOT_IN_THIS_BUILD, Pointer::to("given").key("region"));
    Some(problem.fact(Fact::at(Pointer::to("region"), region)).fact(Fact::named("entry", "fitment")))
}
