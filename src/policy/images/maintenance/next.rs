//! Steps from one version to a higher one (sections 9.4 and 9.5).

use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::base::sort::sort_by;
use crate::policy::images::compare::Contender;
use crate::policy::images::divergences::FORCED_STEPS_CHOOSE;
use crate::policy::images::versions::{Classification, Released, Unreadable};
use crate::wire::words;

words! {
    /// How far an update step may go from a version.
    pub enum Step {
        /// The highest patch of the same minor version.
        AutoPatch = "auto-patch",
        /// Like `auto-patch`; if there is none, the highest version of the same major version.
        AutoMinor = "auto-minor",
        /// Like `auto-patch`; if there is none, the highest version overall.
        AutoMajor = "auto-major",
        /// The highest version of the next higher minor version.
        ForceNextMinor = "force-next-minor",
        /// The highest version of the next higher major version.
        ForceNextMajor = "force-next-major",
    }
}

/// The set of versions that a step may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// The same minor version with at least the same patch; suffixes are ignored.
    Patch,
    /// The same major version.
    Major,
    /// All versions.
    All,
    /// The given minor version of the same major version.
    Minor(u64),
    /// The given major version.
    OtherMajor(u64),
}

impl Reach {
    /// Whether a step from `from` may lead to `version`.
    pub(super) fn holds(self, from: &Version<'_>, version: &Version<'_>) -> bool {
        match self {
            Self::Patch => {
                let start = (from.major, from.minor, from.patch);
                // A tilde constraint on 0.0.0 matches every version.
                start == (0, 0, 0)
                    || (version.major, version.minor) == (from.major, from.minor) && version.patch >= from.patch
            }
            Self::Major => version.major == from.major,
            Self::All => true,
            Self::Minor(minor) => version.major == from.major && version.minor == minor,
            Self::OtherMajor(major) => version.major == major,
        }
    }
}

/// The version that a step leads to, and the set from which it was chosen.
pub(super) type Found<'c, 'a> = (&'c Contender<'a>, Reach);

impl Step {
    /// The sets that an automatic step tries in turn; empty for a forced step.
    pub(super) fn by_itself(self) -> &'static [Reach] {
        match self {
            Self::AutoPatch => &[Reach::Patch],
            Self::AutoMinor => &[Reach::Patch, Reach::Major],
            Self::AutoMajor => &[Reach::Patch, Reach::All],
            Self::ForceNextMinor | Self::ForceNextMajor => &[],
        }
    }
}

/// Returns the version that a step leads to, if there is one.
pub(super) fn next<'c, 'a>(
    step: Step,
    from: &Version<'a>,
    contenders: &[&'c Contender<'a>],
    edition: Edition,
) -> Result<Option<Found<'c, 'a>>, Unreadable<'a>> {
    match step {
        Step::ForceNextMinor => leap(
            contenders,
            |version| version.minor,
            from.minor,
            |version| version.major == from.major && version.minor > from.minor,
            Reach::Minor,
            edition,
        ),
        Step::ForceNextMajor => leap(
            contenders,
            |version| version.major,
            from.major,
            |version| version.major > from.major,
            Reach::OtherMajor,
            edition,
        ),
        by_itself => {
            for reach in by_itself.by_itself() {
                if let Some(found) = climb(from, contenders, *reach)? {
                    return Ok(Some((found, *reach)));
                }
            }
            Ok(None)
        }
    }
}

/// Returns the best version above `from` in the order of choice, without previews and expired versions.
fn climb<'c, 'a>(
    from: &Version<'_>,
    contenders: &[&'c Contender<'a>],
    reach: Reach,
) -> Result<Option<&'c Contender<'a>>, Unreadable<'a>> {
    let mut qualified = Vec::new();
    for contender in contenders.iter().filter(|it| it.released.classification != Classification::Preview) {
        let version = readable(contender)?;
        let qualifies = contender.released.classification != Classification::Expired && version > *from;
        if qualifies && is_above_nothing(&version) && reach.holds(from, &version) {
            qualified.push(*contender);
        }
    }
    Ok(Contender::first(qualified))
}

fn readable<'a>(contender: &Contender<'a>) -> Result<Version<'a>, Unreadable<'a>> {
    contender.released.version.ok_or(Unreadable(contender.released.text))
}

/// Whether a version is greater than 0.0.0.
fn is_above_nothing(version: &Version<'_>) -> bool {
    const NOTHING: Version<'static> = Version { major: 0, minor: 0, patch: 0, pre_release: "", metadata: "" };
    *version > NOTHING
}

/// Returns a version of the nearest higher minor or major version. Prefers versions that have not expired, unless that
/// would skip a nearer minor or major version.
fn leap<'c, 'a>(
    contenders: &[&'c Contender<'a>],
    part: impl Fn(&Version<'_>) -> u64,
    current: u64,
    in_reach: impl Fn(&Version<'_>) -> bool,
    reach: impl Fn(u64) -> Reach,
    edition: Edition,
) -> Result<Option<Found<'c, 'a>>, Unreadable<'a>> {
    let mut ascending = Vec::new();
    for contender in contenders {
        ascending.push((*contender, readable(contender)?));
    }
    sort_by(&mut ascending, |(_, left), (_, right)| left.precedence(right));
    let (fresh, nearest) = nearest_higher(&ascending, &part, current, |released, version| {
        in_reach(version) && released.classification != Classification::Expired
    });
    let skips = |here: u64| nearest.is_some_and(|nearest| here > nearest);
    let set = match fresh {
        Some((here, set)) if !skips(here) => Some((here, set)),
        _ => nearest_higher(&ascending, &part, current, |_, version| in_reach(version)).0,
    };
    Ok(set.and_then(|(here, set)| {
        let chosen = if edition.applies(&FORCED_STEPS_CHOOSE) { Contender::first(set) } else { set.last().copied() };
        Some((chosen?, reach(here)))
    }))
}

/// Returns the qualifying versions of the first minor or major version that has any, in ascending order, and the
/// nearest higher minor or major version met on the way, whether or not any version in it qualifies. Minor versions are
/// met across all major versions.
fn nearest_higher<'c, 'a>(
    ascending: &[(&'c Contender<'a>, Version<'a>)],
    part: &impl Fn(&Version<'_>) -> u64,
    current: u64,
    qualifies: impl Fn(&Released<'a>, &Version<'_>) -> bool,
) -> (Option<(u64, Vec<&'c Contender<'a>>)>, Option<u64>) {
    let mut nearest: Option<u64> = None;
    let mut found: Option<(u64, Vec<&'c Contender<'a>>)> = None;
    for (contender, version) in ascending {
        let here = part(version);
        if here > current && nearest.is_none_or(|nearest| here < nearest) {
            nearest = Some(here);
        }
        let released = &contender.released;
        if released.classification == Classification::Preview || !qualifies(released, version) {
            continue;
        }
        match &mut found {
            Some((part, _)) if here > *part => break,
            Some((part, set)) => {
                *part = here;
                set.push(contender);
            }
            None => found = Some((here, vec![contender])),
        }
    }
    (found, nearest)
}
