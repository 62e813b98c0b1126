//! The findings about one flavor, as warnings that accompany another answer about it.

use super::classes::check_class;
use super::finding::{Findings, OneFlavor};
use super::flavor::check_flavor;
use crate::policy::traits::TOLD;
use crate::policy::traits::reasons::LINT_MORE;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Checks a flavor by itself and against the nodes. For `sought`, see [`check_class`].
pub(crate) fn warnings(one: &OneFlavor<'_, '_>, sought: &mut usize) -> Vec<Problem> {
    let mut found = Findings::up_to(TOLD);
    check_flavor(one, &mut found);
    check_class(one, sought, &mut found);
    let count = found.count();
    let request = || Pointer::to("given");
    let warning = |(finding, reason): (super::finding::Finding, crate::reason::Reason)| {
        Problem::warning_of(reason, request().join(&Pointer::parsed(&finding.path)))
    };
    let mut warnings: Vec<Problem> = found.told().into_iter().map(warning).collect();
    if let Some(more) = count.checked_sub(TOLD).filter(|more| *more > 0) {
        let place = request().join(&one.flavor.extra_specs.place(one.place.clone()));
        let subject = Fact::named("subject", one.flavor.called());
        warnings.push(Problem::warning(&LINT_MORE, place).fact(Fact::named("more", more)).fact(subject));
    }
    warnings
}
