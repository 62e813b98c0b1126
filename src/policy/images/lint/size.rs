//! How close a profile is to the size limit of the store (section 14).

use super::finding::{Findings, Found};
use super::looked::Looked;
use crate::policy::images::minimize::Superfluous;
use crate::policy::images::profiles::{SizeLimit, largest_parts};
use crate::policy::images::reasons::{PROFILE_NEAR_ITS_LIMIT, PROFILE_OVER_ITS_LIMIT};
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer, Value};

/// Checks the size of a document.
pub(super) fn check(looked: &Looked<'_, '_>, document: Value<'_>, limit: SizeLimit, found: &mut Findings) {
    let (bytes, most) = (document.json().len(), limit.0);
    let (level, code) = match bytes {
        _ if bytes > most => (Level::Error, &PROFILE_OVER_ITS_LIMIT),
        _ if bytes.saturating_mul(10) >= most.saturating_mul(8) => (Level::Warning, &PROFILE_NEAR_ITS_LIMIT),
        _ => return,
    };
    found.add(level, || {
        let saved = Superfluous::of(document, looked.spec).bytes();
        let largest: Json = largest_parts(document).into_iter().map(|(name, _)| name).collect();
        Found::new(code, Pointer::to("spec"), "spec")
            .fact(Fact::named("bytes", bytes))
            .fact(Fact::named("limit", most))
            .fact(Fact::named("largest", largest))
            .fact(Fact::named("saved", saved))
    });
}
