//! Codes of the command line, for what the engine never sees, and those of an API server.

use super::{Finding, Level};
use crate::cli::exit::Unreadable;
use crate::cli::objects;
use crate::cli::places::At;

/// A file could not be read, or is not what the command takes.
const UNREADABLE: &str = "file-unreadable";
/// An object has the name of another one.
pub const REPEATED: &str = "object-repeated";
/// Objects refuse one another as long as not all are applied.
pub const IN_NO_ORDER: &str = "in-no-order";
/// Whoever applies an object is warned.
pub const WARNED: &str = "admission-warning";

/// A file that could not be read: the engine never saw it.
pub fn unreadable(unreadable: Unreadable) -> Finding {
    let Unreadable { file, at: position, why } = unreadable;
    // Standard input is no file that a tool could open.
    let at = Some(At { file: (file.as_os_str() != "-").then(|| objects::shown(&file)), position });
    Finding { level: Level::Error, code: UNREADABLE.to_owned(), says: why, cure: Vec::new(), at }
}

/// What such a code means, and what to do.
pub fn meaning(code: &str) -> Option<[&'static str; 2]> {
    match code {
        UNREADABLE => Some([
            "a file or folder could not be read, or is not what the command takes, so nothing that is in it was judged",
            "correct the file at the place that is named, make it readable, or name another one",
        ]),
        REPEATED => Some([
            "two objects of one kind have one name; what refers to it is judged beside the first",
            "give each object once, or check the folders one by one if each is for an API server of its own",
        ]),
        IN_NO_ORDER => Some([
            "the objects go together; applied one by one, some object is refused in each order that was tried",
            "apply them in steps: add what is new, then change what uses it, and delete last",
        ]),
        WARNED => Some([
            "the object is admitted, and whoever applies it reads this warning",
            "change the object if that is not intended",
        ]),
        // The causes of an API server, in its own words.
        "FieldValueRequired" => Some(["a field that has to be there is missing or empty", "fill in the field"]),
        "FieldValueInvalid" => {
            Some(["the value of a field is wrong, by itself or beside others", "correct the value as the message says"])
        }
        "FieldValueNotSupported" => {
            Some(["the value of a field is not one of those allowed", "take one of the values that the message lists"])
        }
        "FieldValueDuplicate" => {
            Some(["a list has two entries with the same name, or a value twice", "take one of the two out"])
        }
        "FieldValueForbidden" => Some([
            "a field is set that must not be, or changes although it must not",
            "take the field out, or leave it as it was",
        ]),
        _ => None,
    }
}
