//! The size limit of a profile (section 14): 1.5 MiB, unless the store is configured otherwise.

use super::Validation;
use crate::base::Edition;
use crate::base::sort::sort_by_key;
use crate::policy::images::divergences::SIZE_LIMIT;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::PROFILE_NEARLY_TOO_LARGE;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, PathStep, Pointer, Value};

/// The most bytes that a stored document may have, as compact JSON.
#[derive(Clone, Copy, Debug)]
pub struct SizeLimit(pub usize);

impl Default for SizeLimit {
    fn default() -> Self {
        Self(1_572_864)
    }
}

impl SizeLimit {
    /// Warns of a document, which is at `path` in the request, that has at least 80 % of the limit.
    pub fn warning(self, document: Value<'_>, path: &Pointer, edition: Edition) -> Option<Problem> {
        let bytes = document.json().len();
        let nearly = bytes.saturating_mul(10) >= self.0.saturating_mul(8);
        if !nearly || bytes > self.0 || !edition.applies(&SIZE_LIMIT) {
            return None;
        }
        let names: Json = largest_parts(document).into_iter().map(|(name, _)| name).collect();
        let problem = Problem::warning(&PROFILE_NEARLY_TOO_LARGE, path.clone().key("spec"));
        let problem = problem.fact(Fact::named("bytes", bytes)).fact(Fact::named("limit", self.0));
        Some(problem.fact(Fact::named("largest", names)))
    }
}

/// The beginning of the reason for which a document is refused, before the numbers.
const TOO_LARGE: &str = "must not be above";

/// Whether a document is refused for its size, whatever the numbers.
pub(crate) fn is_too_large(error: &FieldError) -> bool {
    error.field == "spec" && error.detail.contains(TOO_LARGE)
}

impl Validation<'_, '_> {
    pub(super) fn size(&mut self, document: Value<'_>) {
        let (bytes, limit) = (document.json().len(), self.limit.0);
        if bytes > limit && self.asked.edition.applies(&SIZE_LIMIT) {
            let part = |(name, bytes): (String, usize)| format!("`{name}` has {bytes}");
            let parts: Vec<String> = largest_parts(document).into_iter().map(part).collect();
            let why = format!("{TOO_LARGE} {limit} bytes: {}", parts.join(", "));
            self.invalid(PathStep::ROOT.key("spec"), &format!("{bytes} bytes"), &why);
        }
    }
}

/// The three largest members of a document's parts with their bytes, largest first.
pub(crate) fn largest_parts(document: Value<'_>) -> Vec<(String, usize)> {
    let mut parts: Vec<(String, usize)> = Vec::new();
    for part in ["spec", "metadata", "status"] {
        let members = document.get(part).map(Value::members).into_iter().flatten();
        parts.extend(members.map(|(name, member)| (format!("{part}.{name}"), member.json().len())));
    }
    // Members of equal size stay in document order.
    sort_by_key(&mut parts, |(_, bytes)| std::cmp::Reverse(*bytes));
    parts.truncate(3);
    parts
}
