//! The reasons for the difference between two profiles.

use super::answer::PairsChanged;
use super::flavors::Reflavored;
use super::pairs::State;
use super::pools::Pools;
use super::turns::{Deed, Turn, Turned};
use crate::policy::images::profiles::in_use::{Violation, What};
use crate::policy::images::profiles::why;
use crate::policy::images::reasons::*;
use crate::reason::{Code, Fact, Level, Reason};
use crate::wire::Json;

/// How many names a sentence lists, and how many sentences of one kind there are.
const NAMED: usize = 5;
const SAID: usize = 10;

/// Pairs that vanish together, with their severity, the worst first.
pub(super) fn vanished(changed: &[PairsChanged<'_>]) -> impl Iterator<Item = (Level, Reason)> {
    // A pair that was not offered is no loss.
    let is_lost = |changed: &PairsChanged<'_>| changed.before == State::Offered;
    worst_first(changed, is_lost).map(|(level, changed)| (level, pairs(&PAIRS_VANISH, changed)))
}

/// Pairs that remain and get another flavor.
pub(super) fn reflavored(found: &Reflavored) -> Option<(Level, Reason)> {
    Some((Level::Warning, Reason::new(Reflavored::CODE, "the change").facts(found.facts()?)))
}

/// Pairs that appear together.
pub(super) fn appeared(changed: &[PairsChanged<'_>]) -> impl Iterator<Item = Reason> {
    changed.iter().take(SAID).map(|changed| pairs(&PAIRS_APPEAR, changed))
}

fn pairs(code: &'static Code, changed: &PairsChanged<'_>) -> Reason {
    let types: Json = changed.machine_types.iter().take(NAMED).copied().collect();
    let versions: Json = changed.versions.iter().take(NAMED).map(String::as_str).collect();
    Reason::new(code, changed.by)
        .fact(Fact::named("count", changed.pairs))
        .fact(Fact::named("types", types).with_more(changed.machine_type_count.saturating_sub(NAMED)))
        .fact(Fact::named("versions", versions).with_more(changed.version_count.saturating_sub(NAMED)))
        .fact(Fact::named("before", changed.before.word()))
        .fact(Fact::named("after", changed.after.word()))
}

/// The parts of the change that cause pools to be refused.
pub(super) fn refused(violations: &[Violation]) -> impl Iterator<Item = Reason> {
    violations.iter().take(SAID).flat_map(|violation| {
        let pools = violation.pools.as_ref().map(|pools| pools.iter().take(NAMED).cloned().collect::<Vec<_>>());
        if violation.what != What::MachineImageVersion {
            return why::in_use(&[Violation { pools, ..violation.clone() }]);
        }
        let pools: Json = pools.iter().flatten().map(String::as_str).collect();
        let count = violation.count.unwrap_or(0);
        let reason = Reason::new(&POOLS_LOSE_VERSION, violation.value.as_str()).fact(Fact::named("count", count));
        reason.fact(Fact::named("pools", pools).with_more(count.saturating_sub(NAMED))).into()
    })
}

/// Pools to which maintenance does something different, with their severity, the worst first.
pub(super) fn turned(turns: &[(Turn, Turned)]) -> impl Iterator<Item = (Level, Reason)> {
    worst_first(turns, |(turn, _)| turn.is_left_behind()).map(|(level, (turn, Turned { pools, count }))| {
        let Turn { image, before, after, .. } = turn;
        let pools: Json = pools.iter().take(NAMED).map(String::as_str).collect();
        let instead = match before.does {
            Deed::Moves => Reason::new(&WOULD_HAVE_MOVED, turn.target(before).unwrap_or_default()),
            Deed::Stays => Reason::new(&WOULD_HAVE_STAYED, turn.from()),
            Deed::Fails | Deed::Stops => Reason::new(&WOULD_HAVE_FAILED, turn.from()),
        };
        let reason = Reason::new(turn.code(), image.as_str())
            .fact(Fact::named("from", turn.from()))
            .fact(Fact::named("to", turn.target(after)))
            .fact(Fact::named("count", *count))
            .fact(Fact::named("pools", pools))
            .because(after.need.map(|need| need.why(turn.from())))
            .because([instead]);
        (level, reason)
    })
}

/// Returns the first items, errors before warnings.
fn worst_first<T>(all: &[T], is_error: impl Fn(&T) -> bool + Copy) -> impl Iterator<Item = (Level, &T)> {
    let errors = all.iter().filter(move |one| is_error(one)).map(|one| (Level::Error, one));
    let others = all.iter().filter(move |one| !is_error(one)).map(|one| (Level::Warning, one));
    errors.chain(others).take(SAID)
}

/// What was checked, and what was skipped.
pub(super) fn looked_at(pools: &Pools, profiles: usize) -> Reason {
    let already = pools.difference.already;
    Reason::new(&CHANGE_LOOKED_AT, "the change")
        .fact(Fact::named("shoots", pools.shoots))
        .fact(Fact::named("pools", pools.pools))
        .fact(Fact::named("others", pools.others))
        .fact(Fact::named("profiles", profiles))
        .because((already > 0).then(|| Reason::new(&POOLS_REFUSED_ALREADY, already.to_string())))
}
