//! What versions are said to be and when (section 4.4).

use super::Validation;
use crate::base::Interner;
use crate::policy::images::versions::{Classification, HasLifecycle};
use crate::wire::PathStep;

/// What a version may be said to be, in the order of its lifecycle.
const SETTABLE: [&str; 4] = ["preview", "supported", "deprecated", "expired"];

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
        if let Some(word) = version.classification() {
            if !SETTABLE.contains(&word) {
                self.not_supported(place.key("classification"), word, &SETTABLE);
            } else if word == "expired" && lifecycle.is_empty() {
                self.forbidden(place.key("classification"), "a version expires by `expirationDate`, not by this word");
            }
        }
        if !lifecycle.is_empty() && (version.classification().is_some() || version.expires().is_some()) {
            self.forbidden(*place, "`lifecycle` replaces `classification` and `expirationDate`: remove the two");
        }
        let list = place.key("lifecycle");
        let (mut seen, mut last_start) = (Interner::default(), None);
        for (index, stage) in lifecycle.iter().enumerate() {
            let (entry, word) = (list.index(index), stage.classification.unwrap_or_default());
            let before = index.checked_sub(1).and_then(|before| lifecycle.get(before));
            if !SETTABLE.contains(&word) {
                self.not_supported(entry.key("classification"), word, &SETTABLE);
            }
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
