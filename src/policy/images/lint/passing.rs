//! The worst lint findings, which a review reports for a profile that may be stored.

use super::looking::{Bounds, LISTED, LookedOver, look_over};
use crate::policy::images::catalog::Offer;
use crate::policy::images::profiles::SizeLimit;
use crate::policy::images::reasons::{FINDINGS_LEFT_OUT, LINT_STOPPED};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Level, Problem};
use crate::wire::Pointer;

/// The maximum number of findings that a review reports. Someone who applies a profile reads no more, and an API server
/// truncates long warnings.
const TOLD: usize = 10;

/// The maximum number of steps, which is lower than for the question because somebody is waiting for the review.
const STEPS: usize = 400_000;

/// Returns the findings of a profile as warnings, errors first, without those that are already `known`.
pub fn in_passing<'a>(
    offer: &Offer<'a>,
    written: &Written<'a>,
    known: &[Problem],
    asked: &Asked<'a>,
) -> Result<Vec<Problem>, Undecided> {
    // Validation already reports how much room is left.
    let bounds = Bounds { steps: STEPS, told: LISTED, size: SizeLimit(usize::MAX) };
    let LookedOver { findings, is_whole, .. } = look_over(offer, written, bounds, asked)?;
    let listed = findings.told.len();
    let told = findings.told.into_iter().map(|(finding, reason)| {
        let path = written.path().join(&Pointer::parsed(&finding.path));
        // Nothing is refused for an error, but the fact lets a gate of a repository treat it as the lint does.
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

/// Whether a warning says the same as a finding, at its place or at a part of it.
fn says_it(known: &Problem, finding: &Problem) -> bool {
    known.code().id == finding.code().id && known.path().as_str().starts_with(finding.path().as_str())
}
