//! One artifact for two flavors of a version of which no machine can have both.

use super::artifacts::Artifact;
use super::copies::stands_for_two;
use super::providers::Provider;
use crate::base::Known;
use crate::policy::images::documents::ARCHITECTURE;
use crate::reason::Problem;
use crate::wire::Pointer;

/// A warning of the first artifact of a version that stands for two flavors of which no machine can have both, as where one
/// was copied from the other.
pub(super) fn of_two_flavors(
    provider: Provider,
    (image, version): (&str, &str),
    all: &[Artifact<'_, '_>],
    at: impl Fn() -> Pointer,
) -> Option<Problem> {
    // The local provider has one for everything.
    if provider == Provider::Local || all.len() < 2 {
        return None;
    }
    let mut seen: Known<(&str, &str), usize> = Known::default();
    for (place, artifact) in all.iter().enumerate() {
        for named in artifact.names(provider).filter(|(_, name)| !name.trim().is_empty()) {
            let Some(first) = seen.get(&named).copied() else {
                seen.insert(named, place);
                continue;
            };
            let apart = all.get(first).filter(|_| first != place);
            let Some((capability, values)) = apart.and_then(|first| exclusive(first, artifact)) else { continue };
            let shown = values.map(|values| format!("{image}:{version}, {capability} {}", values.join(" ")));
            return Some(stands_for_two(named.1, [&shown[0], &shown[1]], at()));
        }
    }
    None
}

/// The first capability of which two artifacts have no value in common, with the values of each. Of architectures others
/// tell.
fn exclusive<'f>(one: &'f Artifact<'_, '_>, other: &'f Artifact<'_, '_>) -> Option<(&'f str, [&'f [&'f str]; 2])> {
    one.capabilities.iter().filter(|(name, _)| *name != ARCHITECTURE).find_map(|(name, values)| {
        let others = other.capabilities.get(name)?;
        let is_apart = !values.is_empty() && !others.is_empty() && !values.iter().any(|value| others.contains(value));
        is_apart.then_some((*name, [values.as_slice(), others.as_slice()]))
    })
}
