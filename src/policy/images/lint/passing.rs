//! What a review tells in passing of a profile that may be stored: the worst of what a lint finds.

use super::looking::{Bounds, LISTED, LookedOver, look_over};
use crate::policy::images::catalog::Offer;
use crate::policy::images::profiles::SizeLimit;
use crate::policy::images::reasons::{FINDINGS_LEFT_OUT, LINT_STOPPED};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Level, Problem};
use crate::wire::Pointer;

/// How many findings a review tells. Who applies a profile reads no more, and an API server cuts long warnings short.
const TOLD: usize = 10;

/// How many steps are taken at most: a review stands between somebody and the answer.
const STEPS: usize = 400_000;

/// The findings of a profile as warnings, the errors first, without those that are `known` already.
pub fn in_passing<'a>(
    offer: &Offer<'a>,
    written: &Written<'a>,
    known: &[Problem],
    asked: &Asked<'a>,
) -> Result<Vec<Problem>, Undecided> {
    // How much room there is left is told by who validates.
    let bounds = Bounds { steps: STEPS, told: LISTED, size: SizeLimit(usize::MAX) };
    let LookedOver { findings, is_whole, .. } = look_over(offer, written, bounds, asked)?;
    let listed = findings.told.len();
    let told = findings.told.into_iter().map(|(finding, reason)| {
        let path = written.path().join(&Pointer::parsed(&finding.path));
        // Nothing is refused for it, but who gates a repository takes it for what a lint calls it.
        let problem = Problem::warning_of(reason, path);
        let problem = match finding.level {
            Level::Error => problem.fact(Fact::named("level", Level::Error.word())),
            Level::Warning => problem,
        };
        (finding.level, problem)
    });
    let told = told.filter(|(_, problem)| !known.iter().any(|known| says_it(known, problem)));
    let (errors, others): (Vec<_>, Vec<_>) = told.partition(|(level, _)| *level == Level::Error);
    let left_out = findings.count - listed + (errors.len() + others.len()).saturating_sub(TOLD);
    let worst = errors.into_iter().chain(others).take(TOLD);
    let mut warnings: Vec<Problem> = worst.map(|(_, problem)| problem).collect();
    if left_out > 0 {
        let problem = Problem::warning(&FINDINGS_LEFT_OUT, written.path());
        warnings.push(problem.fact(Fact::named("count", left_out)));
    }
    warnings.extend((!is_whole).then(|| Problem::warning(&LINT_STOPPED, written.path())));
    Ok(warnings)
}

/// Whether a warning says what a finding says, at its place or at a part of it.
fn says_it(known: &Problem, finding: &Problem) -> bool {
    known.code().id == finding.code().id && known.path().as_str().starts_with(finding.path().as_str())
}
