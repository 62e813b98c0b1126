//! Errors about refused fields, in the words of the API server.

use std::borrow::Cow;

use super::field::FieldPath;
use crate::wire::{Json, answer, words};

words! {
    /// What is wrong with a field.
    pub enum ErrorType {
        /// The field is missing.
        Required = "Required",
        /// The value is wrong.
        Invalid = "Invalid",
        /// The value is not one of the supported ones.
        NotSupported = "NotSupported",
        /// The value repeats an earlier one.
        Duplicate = "Duplicate",
        /// The field may not be set.
        Forbidden = "Forbidden",
    }
}

answer! {
    /// A field that is refused.
    #[derive(Clone, PartialEq, Eq)]
    pub struct FieldError {
        /// The type of the error.
        error_type ["type"]: ErrorType,
        /// The path of the field, such as `spec.machineImages[0].name`.
        field: String,
        /// The message for users, including the bad value.
        detail: String,
    }
}

impl FieldError {
    /// The error about a field that is missing.
    pub fn required(field: impl FieldPath, why: &str) -> Self {
        Self::new(ErrorType::Required, field, with("Required value", why))
    }

    /// The error about a field whose value is wrong.
    pub fn invalid(field: impl FieldPath, value: impl Into<Json>, why: &str) -> Self {
        Self::new(ErrorType::Invalid, field, with(&shown("Invalid value", &value.into()), why))
    }

    /// The error about a field whose value is not one of the supported ones.
    pub fn not_supported(field: impl FieldPath, value: impl Into<Json>, supported: &[&str]) -> Self {
        let mut listed: Vec<String> = supported.iter().take(LISTED).map(|word| quoted(word)).collect();
        if supported.len() > LISTED {
            listed.push("…".to_owned());
        }
        let why = if listed.is_empty() { String::new() } else { format!("supported values: {}", listed.join(", ")) };
        Self::new(ErrorType::NotSupported, field, with(&shown("Unsupported value", &value.into()), &why))
    }

    /// The error about a field whose value repeats an earlier one.
    pub fn duplicate(field: impl FieldPath, value: impl Into<Json>) -> Self {
        Self::new(ErrorType::Duplicate, field, shown("Duplicate value", &value.into()))
    }

    /// The error about a field that may not be set.
    pub fn forbidden(field: impl FieldPath, why: &str) -> Self {
        Self::new(ErrorType::Forbidden, field, with("Forbidden", why))
    }

    fn new(error_type: ErrorType, field: impl FieldPath, detail: String) -> Self {
        Self { error_type, field: field.spelled(), detail }
    }
}

/// The most values that an error lists. Like the number of characters after which it cuts off a text, the limit keeps
/// errors small whatever the document.
const LISTED: usize = 20;

const LONGEST: usize = 512;

/// The most values that are worth passing to an error, which does not list more.
pub(crate) const MORE_THAN_LISTED: usize = LISTED + 1;

fn shown(what: &str, value: &Json) -> String {
    match value {
        Json::String(text) => format!("{what}: {}", quoted(text)),
        other => format!("{what}: {}", other.to_text()),
    }
}

fn quoted(text: &str) -> String {
    Json::from(shortened(text).into_owned()).to_text()
}

/// Cuts off a text after as many characters as an error shows of it, for texts that many errors or reasons repeat.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

fn with(what: &str, why: &str) -> String {
    if why.is_empty() { what.to_owned() } else { format!("{what}: {why}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("a"), "a");
        assert_eq!(shortened(&"é".repeat(LONGEST + 1)), format!("{}…", "é".repeat(LONGEST)));
    }

    #[test]
    fn details_read_as_the_api_server_writes_them() {
        let invalid = FieldError::invalid("spec.a", "x\"y", "must be good");
        assert_eq!(invalid.detail, r#"Invalid value: "x\"y": must be good"#);
        assert_eq!(
            FieldError::not_supported("a", "x", &["b", "c"]).detail,
            r#"Unsupported value: "x": supported values: "b", "c""#
        );
        assert_eq!(FieldError::required("a", "").detail, "Required value");
        assert_eq!(
            FieldError::invalid("a", -1_i64, "must not be negative").detail,
            "Invalid value: -1: must not be negative"
        );
    }
}
