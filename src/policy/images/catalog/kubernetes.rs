//! Kubernetes versions that are named beside a profile.

use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::reasons::KUBERNETES_VERSION_UNKNOWN;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// Whether a profile has a Kubernetes version. Of one that is not named in full the beginning counts. A profile without
/// any says nothing of them.
pub(crate) fn has_kubernetes(spec: &ProfileSpec<'_>, version: &str) -> bool {
    let mut known = spec.kubernetes_versions().iter().filter_map(|entry| entry.version).peekable();
    let begins = |known: &str| known.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    known.peek().is_none() || known.any(begins)
}

/// The first Kubernetes versions of a profile, as many as anybody reads.
pub(crate) fn known_kubernetes<'a>(spec: &ProfileSpec<'a>) -> impl Iterator<Item = &'a str> {
    const NAMED: usize = 20;
    spec.kubernetes_versions().iter().filter_map(|entry| entry.version).take(NAMED)
}

/// A Kubernetes version that no Shoot of the profile can have. `at` is where it stands, in facts and in the request.
pub(crate) fn unknown_kubernetes(
    spec: &ProfileSpec<'_>,
    version: &str,
    [place, path]: [Pointer; 2],
) -> Option<Problem> {
    if has_kubernetes(spec, version) {
        return None;
    }
    let problem = Problem::warning(&KUBERNETES_VERSION_UNKNOWN, path).fact(Fact::at(place, version));
    // Digits that differ little are other versions, so none of them is nearer than the others.
    Some(problem.fact(Fact::named("known", known_kubernetes(spec).collect::<Json>())))
}
