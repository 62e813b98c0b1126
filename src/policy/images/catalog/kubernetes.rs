//! Kubernetes versions that are named together with a profile.

use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::reasons::KUBERNETES_VERSION_UNKNOWN;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// Whether a profile has a Kubernetes version. A partial version only has to be the beginning of one. A profile without
/// any Kubernetes versions accepts all.
pub(crate) fn has_kubernetes(spec: &ProfileSpec<'_>, version: &str) -> bool {
    let mut known = spec.kubernetes_versions().iter().filter_map(|entry| entry.version).peekable();
    let begins = |known: &str| known.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    known.peek().is_none() || known.any(begins)
}

/// The first Kubernetes versions of a profile, as many as a message lists.
pub(crate) fn known_kubernetes<'a>(spec: &ProfileSpec<'a>) -> impl Iterator<Item = &'a str> {
    const NAMED: usize = 20;
    spec.kubernetes_versions().iter().filter_map(|entry| entry.version).take(NAMED)
}

/// Returns a warning about a Kubernetes version that no Shoot of the profile can have, at the given place and path.
pub(crate) fn unknown_kubernetes(
    spec: &ProfileSpec<'_>,
    version: &str,
    [place, path]: [Pointer; 2],
) -> Option<Problem> {
    if has_kubernetes(spec, version) {
        return None;
    }
    let problem = Problem::warning(&KUBERNETES_VERSION_UNKNOWN, path).fact(Fact::at(place, version));
    // A version that differs in a digit is a different version, so no version is nearest.
    Some(problem.fact(Fact::named("known", known_kubernetes(spec).collect::<Json>())))
}
