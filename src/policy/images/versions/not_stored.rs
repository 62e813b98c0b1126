//! What no API server stores of what a version says of its life, for answers that go by it all the same.

use super::contradictions::{contradictions, disorder};
use super::lifecycle::HasLifecycle;
use crate::policy::images::errors::{FieldError, pointed};
use crate::policy::images::reasons::would_be_refused;
use crate::reason::Problem;
use crate::wire::{PathStep, Pointer};

/// A warning for each such part of a version that stands there among what is given.
pub fn not_stored<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Vec<Problem> {
    let refused = contradictions(version, place).into_iter().chain(disorder(version, place));
    let warning = |error: FieldError| {
        would_be_refused(Pointer::to("given").join(&pointed(&error.field)), error.field, error.detail)
    };
    refused.map(warning).collect()
}

/// The same for a list of versions that is given.
pub fn not_stored_of<'a>(versions: &[impl HasLifecycle<'a>]) -> Vec<Problem> {
    let list = PathStep::ROOT.key("versions");
    versions.iter().enumerate().flat_map(|(index, version)| not_stored(version, &list.index(index))).collect()
}
