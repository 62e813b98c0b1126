//! Documents in Fitment's own formats. There is no conversion, so the meaning of another version is unknown.

use super::documents::Documents;
use super::identity::Identity;
use super::reasons::VERSION_NOT_SERVED;
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Document, Fault, Json, Pointer, Value};

/// The group of these documents.
pub const GROUP: &str = "fitment";
/// The kind of the documents that hold what a review cannot be given, such as feature gates. Each has the name of the
/// policy that reads it.
pub const SETTINGS: &str = "Settings";
const VERSION: &str = "fitment/v1";

/// Whether a document states that it holds settings.
pub(super) fn is_settings(document: Value<'_>) -> bool {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    (text("apiVersion"), text("kind")) == (Some(VERSION), Some(SETTINGS))
}

/// Checks that a document of Fitment's own group has the expected kind and version, if it states them.
pub(super) fn is_of(document: Value<'_>, path: &Pointer, (group, kind): (&str, &'static str)) -> Result<(), Fault> {
    for (key, expected) in [("apiVersion", VERSION), ("kind", kind)] {
        let said = document.get(key).and_then(Value::as_str).filter(|said| group == GROUP && *said != expected);
        if let Some(text) = said {
            return Err(Fault::new(path.clone().key(key), Cause::Unreadable { text: text.to_owned(), expected }));
        }
    }
    Ok(())
}

/// The problem that a document of Fitment's own group has another version. It is refused however strict the validation
/// of fields is.
pub(super) fn not_served(group: &str, api_version: &str, path: &Pointer) -> Option<Problem> {
    if group != GROUP || api_version == VERSION {
        return None;
    }
    let at = path.clone().key("apiVersion");
    let served: Json = [VERSION.to_owned()].into_iter().collect();
    let problem = Problem::error(&VERSION_NOT_SERVED, at.clone()).fact(Fact::at(at, api_version));
    Some(problem.fact(Fact::named("served", served)))
}

impl Documents {
    /// The loaded settings of a policy.
    pub fn settings(&self, policy: &str) -> Option<&Document> {
        self.find(&Identity::in_group(GROUP, SETTINGS, None, policy))
    }
}
