//! Warnings for lifecycle fields that no API server would store, for answers that use them nevertheless.

use super::contradictions::{contradictions, disorder};
use super::lifecycle::HasLifecycle;
use crate::policy::images::errors::{FieldError, pointed};
use crate::policy::images::reasons::would_be_refused;
use crate::reason::Problem;
use crate::wire::{PathStep, Pointer};

/// Warns of each such field of a version that is at `place` in the input.
pub fn not_stored<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Vec<Problem> {
    let refused = contradictions(version, place).into_iter().chain(disorder(version, place));
    let warning = |error: FieldError| {
        would_be_refused(Pointer::to("given").join(&pointed(&error.field)), error.field, error.detail)
    };
    refused.map(warning).collect()
}

/// Warns of each such field in the input's list of versions.
pub fn not_stored_of<'a>(versions: &[impl HasLifecycle<'a>]) -> Vec<Problem> {
    let list = PathStep::ROOT.key("versions");
    versions.iter().enumerate().flat_map(|(index, version)| not_stored(version, &list.index(index))).collect()
}
