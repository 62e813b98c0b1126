//! Image versions that cannot be parsed. Nothing can be held against them, but no profile with one can be stored.

use super::compiled::Catalog;
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::reasons::{VERSION_NOT_READABLE, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// Returns a warning for each of these versions that cannot be parsed. `at` is the place and the path of the profile's
/// `spec`.
pub(crate) fn unreadable_versions(
    spec: &ProfileSpec<'_>,
    catalog: &Catalog<'_>,
    at: [Pointer; 2],
    versions: impl Iterator<Item = usize>,
) -> Vec<Problem> {
    const NAMED: usize = 20;
    let is_unreadable = |version: &usize| catalog.versions().get(*version).is_some_and(|entry| entry.parsed.is_none());
    let mut unreadable = versions.filter(is_unreadable);
    let mut problems = Vec::new();
    for version in unreadable.by_ref().take(NAMED) {
        let Some(entry) = catalog.version_of(spec, version) else { continue };
        let [place, path] = at.clone().map(|at| catalog.place(version, &at).key("version"));
        let problem = Problem::warning(&VERSION_NOT_READABLE, path);
        problems.push(problem.fact(Fact::at(place, entry.version.map_or(Json::Null, Json::from))));
    }
    problems.extend(and_more(unreadable.count(), &at[1]));
    problems
}
