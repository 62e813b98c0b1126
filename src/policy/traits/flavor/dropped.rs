//! Extra specs that were meant to require or forbid a trait, but do neither.

use super::readings::{Reading, readings};
use crate::policy::traits::TOLD;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::reasons::LINT_VALUE_IGNORED;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The warnings about such extra specs of a flavor at `place` in the question.
pub(crate) fn dropped(flavor: &Flavor<'_>, place: &Pointer) -> Vec<Problem> {
    let dropped = readings(flavor).filter(|(.., reading)| *reading == Reading::Value);
    let warning = |(key, value, _)| {
        let path = Pointer::to("given").join(&flavor.extra_specs.place_of(place.clone(), key));
        Problem::warning(&LINT_VALUE_IGNORED, path)
            .fact(flavor.fact(place.clone(), key, value))
            .fact(Fact::named("subject", key))
            .fact(Fact::named("flavor", flavor.called()))
    };
    dropped.take(TOLD).map(warning).collect()
}
