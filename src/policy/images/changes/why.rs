//! What is said of two profiles.

use super::diff_profiles::PairsChanged;
use super::pools::Pools;
use super::turns::{Deed, Turn, Turned};
use crate::policy::images::profiles::in_use::{Violation, What};
use crate::policy::images::profiles::why;
use crate::policy::images::reasons::*;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// How many names a sentence has, and how many sentences of one kind there are.
const NAMED: usize = 5;
const SAID: usize = 10;

/// Pairs that appear or vanish together.
pub(super) fn pairs(changed: &[PairsChanged<'_>], vanish: bool) -> impl Iterator<Item = Reason> {
    let code = if vanish { &PAIRS_VANISH } else { &PAIRS_APPEAR };
    changed.iter().take(SAID).map(move |changed| {
        let types: Json = changed.machine_types.iter().take(NAMED).copied().collect();
        let versions: Json = changed.versions.iter().take(NAMED).map(String::as_str).collect();
        Reason::new(code, changed.by)
            .fact(Fact::named("count", changed.pairs))
            .fact(Fact::named("types", types))
            .fact(Fact::named("versions", versions))
            .fact(Fact::named("before", changed.before.word()))
            .fact(Fact::named("after", changed.after.word()))
    })
}

/// Parts of the change that have pools refused.
pub(super) fn refused(violations: &[Violation]) -> impl Iterator<Item = Reason> {
    violations.iter().take(SAID).flat_map(|violation| {
        let pools = violation.pools.as_ref().map(|pools| pools.iter().take(NAMED).cloned().collect::<Vec<_>>());
        if violation.what != What::MachineImageVersion {
            return why::in_use(&[Violation { pools, ..violation.clone() }]);
        }
        let pools: Json = pools.iter().flatten().map(String::as_str).collect();
        let reason = Reason::new(&POOLS_LOSE_VERSION, violation.value.as_str());
        reason.fact(Fact::named("count", violation.count.unwrap_or(0))).fact(Fact::named("pools", pools)).into()
    })
}

/// Pools to which maintenance does something else.
pub(super) fn turned(turns: &[(Turn, Turned)]) -> impl Iterator<Item = Reason> {
    turns.iter().take(SAID).map(|(turn, Turned { pools, count })| {
        let Turn { image, before, after, .. } = turn;
        let pools: Json = pools.iter().take(NAMED).map(String::as_str).collect();
        let instead = match before.does {
            Deed::Moves => Reason::new(&WOULD_HAVE_MOVED, turn.target(before).unwrap_or_default()),
            Deed::Stays => Reason::new(&WOULD_HAVE_STAYED, turn.from()),
            Deed::Fails | Deed::Stops => Reason::new(&WOULD_HAVE_FAILED, turn.from()),
        };
        Reason::new(turn.code(), image.as_str())
            .fact(Fact::named("from", turn.from()))
            .fact(Fact::named("to", turn.target(after)))
            .fact(Fact::named("count", *count))
            .fact(Fact::named("pools", pools))
            .because(after.need.map(|need| need.why(turn.from())))
            .because([instead])
    })
}

/// What was looked at, and what was passed over.
pub(super) fn looked_at(pools: &Pools, profiles: usize) -> Reason {
    let already = pools.difference.already;
    Reason::new(&CHANGE_LOOKED_AT, "the change")
        .fact(Fact::named("shoots", pools.shoots))
        .fact(Fact::named("pools", pools.pools))
        .fact(Fact::named("others", pools.others))
        .fact(Fact::named("profiles", profiles))
        .because((already > 0).then(|| Reason::new(&POOLS_REFUSED_ALREADY, already.to_string())))
}
