//! How large a profile may be (section 14): the store takes no more than 1.5 MiB.

use super::Validation;
use crate::base::Edition;
use crate::policy::images::divergences::SIZE_LIMIT;
use crate::policy::images::field::Field;
use crate::policy::images::reasons::PROFILE_NEARLY_TOO_LARGE;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// The most bytes of compact JSON that can be stored.
const MOST: usize = 1_572_864;
/// From so many on it is time to think.
const NEARLY: usize = MOST / 10 * 8;

/// The size of a document and of its parts.
#[derive(Debug)]
pub struct Size {
    bytes: usize,
    /// The largest members of `spec`, the largest first.
    largest: Vec<(String, usize)>,
}

impl Size {
    /// Measures a document.
    pub fn of(document: Value<'_>) -> Self {
        let members = document.get("spec").map(Value::members).into_iter().flatten();
        let mut parts: Vec<(String, usize)> =
            members.map(|(name, part)| (format!("spec.{name}"), part.json().len())).collect();
        // Equal ones keep the order of the document.
        parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
        parts.truncate(3);
        Self { bytes: document.json().len(), largest: parts }
    }

    fn contributors(&self) -> String {
        let parts: Vec<String> = self.largest.iter().map(|(name, bytes)| format!("`{name}` has {bytes}")).collect();
        parts.join(", ")
    }
}

impl Validation<'_, '_> {
    pub(super) fn size(&mut self, document: Value<'_>) {
        if document.json().len() > MOST && self.asked.edition.departs(&SIZE_LIMIT) {
            let size = Size::of(document);
            let why = format!("must not be above {MOST} bytes: {}", size.contributors());
            self.invalid(Field::Root("spec"), &format!("{} bytes", size.bytes), &why);
        }
    }
}

/// A warning about a document, which stands at `path` in the request, that is nearly as large as can be stored.
pub fn size_warning(document: Value<'_>, path: &Pointer, edition: Edition) -> Option<Problem> {
    let bytes = document.json().len();
    if !(NEARLY..=MOST).contains(&bytes) || !edition.departs(&SIZE_LIMIT) {
        return None;
    }
    let largest = Size::of(document).largest;
    let problem = Problem::warning(&PROFILE_NEARLY_TOO_LARGE, path.clone().key("spec"));
    let problem = problem.fact(Fact::named("bytes", bytes)).fact(Fact::named("limit", MOST));
    Some(problem.fact(Fact::named("largest", largest.into_iter().map(|(name, _)| name).collect::<Json>())))
}
