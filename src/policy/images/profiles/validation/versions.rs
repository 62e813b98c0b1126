//! What versions are said to be and when (section 4.4).

use super::Validation;
use crate::base::Interner;
use crate::policy::images::versions::{Classification, HasLifecycle, contradictions, unsupported};
use crate::wire::PathStep;

impl Validation<'_, '_> {
    /// The stages of one version, or the older fields that stand for them.
    pub(super) fn stages<'a>(&mut self, version: &impl HasLifecycle<'a>, place: &PathStep<'_>) {
        let lifecycle = version.stages();
        if !lifecycle.is_empty() && !self.gates.lifecycle() {
            return self.forbidden(
                place.key("lifecycle"),
                "the feature gate `VersionClassificationLifecycle` is off: set `classification` and `expirationDate`",
            );
        }
        self.errors.extend(contradictions(version, place));
        let list = place.key("lifecycle");
        let (mut seen, mut last_start) = (Interner::default(), None);
        for (index, stage) in lifecycle.iter().enumerate() {
            let (entry, word) = (list.index(index), stage.classification.unwrap_or_default());
            let before = index.checked_sub(1).and_then(|before| lifecycle.get(before));
            self.errors.extend(unsupported(word, entry.key("classification")));
            if !seen.is_new(word) {
                self.duplicate(entry.key("classification"), word);
            }
            if before.is_some_and(|before| rank(word) < rank(before.classification.unwrap_or_default())) {
                self.invalid(entry.key("classification"), word, "stages come in the order of a version's life");
            }
            match stage.start_time {
                None if index > 0 => self.required(entry, "only the first stage may do without a `startTime`"),
                None => {}
                Some(start) => {
                    if last_start.is_some_and(|earlier| start.instant < earlier) {
                        self.invalid(entry, start.text, "a stage begins before one in front of it");
                    }
                    last_start = Some(start.instant);
                }
            }
        }
    }
}

/// The place in a version's lifecycle; an unknown word is that of a version which is not there yet.
pub(super) fn rank(word: &str) -> Classification {
    match Classification::named(word) {
        None | Some(Classification::Unknown) => Classification::Unavailable,
        Some(known) => known,
    }
}
