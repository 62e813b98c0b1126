//! Documents in Fitment's own formats. There is no conversion, so the meaning of another version is unknown.

use super::reasons::VERSION_NOT_SERVED;
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Fault, Json, Pointer, Value};

const GROUP: &str = "fitment";
const VERSION: &str = "fitment/v1";

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
