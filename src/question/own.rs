//! Documents of a format that is Fitment's own. Nobody converts them, so that what another version means is not known.

use super::reasons::VERSION_NOT_SERVED;
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Fault, Json, Pointer, Value};

const GROUP: &str = "fitment";
const VERSION: &str = "fitment/v1";

/// That a document of the group, where it says what it is, is of the kind and the version that are read.
pub(super) fn is_of(document: Value<'_>, path: &Pointer, (group, kind): (&str, &'static str)) -> Result<(), Fault> {
    for (key, expected) in [("apiVersion", VERSION), ("kind", kind)] {
        let said = document.get(key).and_then(Value::as_str).filter(|said| group == GROUP && *said != expected);
        if let Some(text) = said {
            return Err(Fault::new(path.clone().key(key), Cause::Unreadable { text: text.to_owned(), expected }));
        }
    }
    Ok(())
}

/// What refuses to load a document of the group in another version, however strictly its fields are taken.
pub(super) fn not_served(group: &str, api_version: &str, path: &Pointer) -> Option<Problem> {
    if group != GROUP || api_version == VERSION {
        return None;
    }
    let at = path.clone().key("apiVersion");
    let served: Json = [VERSION.to_owned()].into_iter().collect();
    let problem = Problem::error(&VERSION_NOT_SERVED, at.clone()).fact(Fact::at(at, api_version));
    Some(problem.fact(Fact::named("served", served)))
}
