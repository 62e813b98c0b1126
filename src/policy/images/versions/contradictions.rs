//! Contradictions in what a version says about its lifecycle (section 4.4): unknown words, stages out of order, and old
//! and new fields at once.

use super::lifecycle::{Classification, HasLifecycle};
use crate::base::Interner;
use crate::policy::images::errors::FieldError;
use crate::wire::{Json, PathStep};

/// The classifications that a version may be given, in the order of its lifecycle.
const SETTABLE: [&str; 4] = ["preview", "supported", "deprecated", "expired"];

/// Returns the error for a word that is not a settable classification.
pub fn unsupported(word: &str, place: PathStep<'_>) -> Option<FieldError> {
    (!SETTABLE.contains(&word)).then(|| FieldError::not_supported(place, word, &SETTABLE))
}

/// Returns the errors in the stages of a version: words, order and times.
pub fn disorder<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Vec<FieldError> {
    let (list, stages, mut errors) = (place.key("lifecycle"), version.stages(), Vec::new());
    let (mut seen, mut before, mut last_start) = (Interner::default(), None, None);
    for (index, stage) in stages.iter().enumerate() {
        let (entry, word) = (list.index(index), stage.classification.unwrap_or_default());
        errors.extend(unsupported(word, entry.key("classification")));
        if !seen.is_new(word) {
            errors.push(FieldError::duplicate(entry.key("classification"), word));
        }
        if before.replace(rank(word)).is_some_and(|before| rank(word) < before) {
            let why = "stages come in the order of a version's life";
            errors.push(FieldError::invalid(entry.key("classification"), word, why));
        }
        match stage.start_time {
            None if index > 0 => {
                errors.push(FieldError::required(entry, "only the first stage may do without a `startTime`"));
            }
            None => {}
            Some(start) => {
                if last_start.is_some_and(|earlier| start.instant < earlier) {
                    errors.push(FieldError::invalid(entry, start.text, "a stage begins before one in front of it"));
                }
                last_start = Some(start.instant);
            }
        }
    }
    errors
}

/// Returns the position of a word in a version's lifecycle. An unknown word counts as unavailable.
pub fn rank(word: &str) -> Classification {
    match Classification::named(word) {
        None | Some(Classification::Unknown) => Classification::Unavailable,
        Some(known) => known,
    }
}

/// Returns the errors in the older fields of a version, by themselves and beside its stages.
pub fn contradictions<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Vec<FieldError> {
    let (lifecycle, mut errors) = (version.stages(), Vec::new());
    if let Some(word) = version.classification() {
        let unsupported = unsupported(word, place.key("classification"));
        let expires = || {
            let why = "a version expires by `expirationDate`, not by this word";
            FieldError::forbidden(place.key("classification"), why)
        };
        let expired = (word == "expired" && lifecycle.is_empty()).then(expires);
        errors.extend(unsupported.or(expired));
    }
    if !lifecycle.is_empty() && (version.classification().is_some() || version.expires().is_some()) {
        let why = "`lifecycle` replaces `classification` and `expirationDate`: remove the two";
        errors.push(FieldError::forbidden(*place, why));
    }
    errors
}

/// Returns the error for a version of a NamespacedCloudProfile that overrides its parent's for the first time without
/// an expiration date.
pub fn undated<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Option<FieldError> {
    let why = "a version of the parent is only overridden in when it expires";
    version.expires().is_none().then(|| FieldError::invalid(place.key("expirationDate"), Json::Null, why))
}
