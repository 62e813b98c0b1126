//! What a version says of its life that cannot be meant (section 4.4): a word that is none, and two ways to say it at once.

use super::lifecycle::HasLifecycle;
use crate::policy::images::errors::FieldError;
use crate::wire::PathStep;

/// What a version may be said to be, in the order of its lifecycle.
const SETTABLE: [&str; 4] = ["preview", "supported", "deprecated", "expired"];

/// A word that no version may be said to be.
pub fn unsupported(word: &str, place: PathStep<'_>) -> Option<FieldError> {
    (!SETTABLE.contains(&word)).then(|| FieldError::not_supported(place, word, &SETTABLE))
}

/// The words of the stages of a version that no version may be said to be.
pub fn stages_of_none<'a>(version: &impl HasLifecycle<'a>, place: &PathStep<'_>) -> Vec<FieldError> {
    let list = place.key("lifecycle");
    let stages = version.stages().iter().enumerate().filter_map(|(index, stage)| {
        unsupported(stage.classification.unwrap_or_default(), list.index(index).key("classification"))
    });
    stages.collect()
}

/// What the older fields of a version say, by themselves and beside its stages.
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
