//! Steps from one version to a higher one (sections 9.4 and 9.5).

use crate::base::Edition;
use crate::base::masterminds::{Constraint, Version};
use crate::base::sort::sort_by;
use crate::policy::images::versions::{Classification, Released, Unreadable};
use crate::wire::words;

words! {
    /// A step from one version to another.
    pub enum Step {
        /// The highest patch of the same minor.
        AutoPatch = "auto-patch",
        /// As before; if there is none, the highest of the same major.
        AutoMinor = "auto-minor",
        /// As the first; if there is none, the highest of all.
        AutoMajor = "auto-major",
        /// The highest of the next higher minor.
        ForceNextMinor = "force-next-minor",
        /// The highest of the next higher major.
        ForceNextMajor = "force-next-major",
    }
}

/// The version that a step leads to, if there is one.
pub(super) fn next<'a>(
    step: Step,
    current: &'a str,
    versions: &[Released<'a>],
    edition: Edition,
) -> Result<Option<Released<'a>>, Unreadable<'a>> {
    let from = Version::parse(current).ok_or(Unreadable(current))?;
    let choosable: Vec<Released<'a>> =
        versions.iter().copied().filter(|released| released.may_be_chosen(edition)).collect();
    match step {
        Step::AutoPatch => climb(&from, &choosable, same_minor(&from)),
        Step::AutoMinor => match climb(&from, &choosable, same_minor(&from))? {
            None => climb(&from, &choosable, |version| version.major == from.major),
            found => Ok(found),
        },
        Step::AutoMajor => match climb(&from, &choosable, same_minor(&from))? {
            None => climb(&from, &choosable, |_| true),
            found => Ok(found),
        },
        Step::ForceNextMinor => leap(
            &choosable,
            |version| version.minor,
            from.minor,
            |version| version.major == from.major && version.minor > from.minor,
        ),
        Step::ForceNextMajor => {
            leap(&choosable, |version| version.major, from.major, |version| version.major > from.major)
        }
    }
}

/// The same minor and at least the same patch, whatever follows a dash.
fn same_minor(from: &Version<'_>) -> impl Fn(&Version<'_>) -> bool + use<> {
    let range = Constraint::parse(&format!("~ {}.{}.{}", from.major, from.minor, from.patch));
    move |version| {
        let plain = Version { pre_release: "", metadata: "", ..*version };
        range.as_ref().is_some_and(|range| range.allows(&plain))
    }
}

/// The highest version above another that is no preview and has not expired; a deprecated one only if there is no other.
fn climb<'a>(
    from: &Version<'_>,
    versions: &[Released<'a>],
    in_reach: impl Fn(&Version<'_>) -> bool,
) -> Result<Option<Released<'a>>, Unreadable<'a>> {
    let mut best: [Option<(Released<'a>, Version<'a>)>; 2] = [None, None];
    for released in versions.iter().filter(|released| released.classification != Classification::Preview) {
        let version = released.version.ok_or(Unreadable(released.text))?;
        let qualifies = released.classification != Classification::Expired && version > *from && in_reach(&version);
        let [rest, deprecated] = &mut best;
        let slot = if released.classification == Classification::Deprecated { deprecated } else { rest };
        if qualifies && is_above_nothing(&version) && slot.is_none_or(|(_, highest)| version > highest) {
            *slot = Some((*released, version));
        }
    }
    let [rest, deprecated] = best;
    Ok(rest.or(deprecated).map(|(released, _)| released))
}

/// Whether a version is above the lowest that there is.
fn is_above_nothing(version: &Version<'_>) -> bool {
    const NOTHING: Version<'static> = Version { major: 0, minor: 0, patch: 0, pre_release: "", metadata: "" };
    *version > NOTHING
}

/// The highest version of the nearest higher minor or major. One that has not expired goes first, unless a nearer minor
/// or major would then be left out.
fn leap<'a>(
    versions: &[Released<'a>],
    part: impl Fn(&Version<'_>) -> u64,
    current: u64,
    in_reach: impl Fn(&Version<'_>) -> bool,
) -> Result<Option<Released<'a>>, Unreadable<'a>> {
    let mut ascending = Vec::new();
    for released in versions {
        ascending.push((*released, released.version.ok_or(Unreadable(released.text))?));
    }
    sort_by(&mut ascending, |(_, left), (_, right)| left.precedence(right));
    let (fresh, nearest) = nearest_higher(&ascending, &part, current, |released, version| {
        in_reach(version) && released.classification != Classification::Expired
    });
    let skips = |version: &Version<'_>| nearest.is_some_and(|nearest| part(version) > nearest);
    match fresh {
        Some((released, version)) if !skips(&version) => Ok(Some(released)),
        _ => {
            let (any, _) = nearest_higher(&ascending, &part, current, |_, version| in_reach(version));
            Ok(any.map(|(released, _)| released))
        }
    }
}

/// The last version of the first minor or major that has a qualifying one, and the nearest higher minor or major that
/// was met on the way, whether a version of it qualifies or not. Minors are met across all majors.
fn nearest_higher<'a>(
    ascending: &[(Released<'a>, Version<'a>)],
    part: &impl Fn(&Version<'_>) -> u64,
    current: u64,
    qualifies: impl Fn(&Released<'a>, &Version<'_>) -> bool,
) -> (Option<(Released<'a>, Version<'a>)>, Option<u64>) {
    let mut nearest: Option<u64> = None;
    let mut found: Option<(Released<'a>, Version<'a>)> = None;
    for (released, version) in ascending {
        let here = part(version);
        if here > current && nearest.is_none_or(|nearest| here < nearest) {
            nearest = Some(here);
        }
        if released.classification == Classification::Preview || !qualifies(released, version) {
            continue;
        }
        if found.is_some_and(|(_, highest)| here > part(&highest)) {
            break;
        }
        found = Some((*released, *version));
    }
    (found, nearest)
}
