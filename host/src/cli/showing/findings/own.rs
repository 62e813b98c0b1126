//! The command line's own codes, for what the engine never sees, and those of an API server.

use super::{Finding, Level};
use crate::cli::exit::Unreadable;
use crate::cli::reading::objects;
use crate::cli::reading::source::At;

/// The code for a file that could not be read or is no input for the command.
pub const UNREADABLE: &str = "file-unreadable";
/// The code for an object with the name of another one.
pub const REPEATED: &str = "object-repeated";
/// The code for objects that refuse one another until all are applied.
pub const IN_NO_ORDER: &str = "in-no-order";
/// The code for a warning given to whoever applies an object.
pub const WARNED: &str = "admission-warning";

/// Converts an unreadable file, which the engine never saw, to a finding.
pub fn unreadable(unreadable: Unreadable) -> Finding {
    let Unreadable { file, at: position, why } = unreadable;
    // Tools cannot open standard input.
    let at = Some(At { file: (file.as_os_str() != "-").then(|| objects::shown(&file)), position });
    Finding { level: Level::Error, code: UNREADABLE.to_owned(), says: why, cure: Vec::new(), at }
}

/// Returns the engine's code for a cause of a refusal that has a word of its own; a code stands for itself.
pub fn code_of_cause(word: &str) -> &str {
    match word {
        "downgrade" => "provider-downgrade",
        "in-use" => "provider-in-use",
        "IncorrectVersionFormat" => "version-refused-at-preflight",
        "name-invalid" => "provider-name-invalid",
        "not-all-paused" => "version-change-before-pauses",
        "url-invalid" => "source-url-invalid",
        "version-invalid" => "provider-version-invalid",
        code => code,
    }
}

/// Returns what one of these codes means, and the cure.
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
        // An API server's reasons and causes, in its own words.
        "Invalid" => Some(["the object is not as its kind has to be", "correct it as the message says"]),
        "Forbidden" => {
            Some(["the operation is not allowed as things are", "change first what the message names, or leave it"])
        }
        "InUse" => Some([
            "something goes that another object still uses",
            "keep it until nothing uses it, or change first the objects that the message names",
        ]),
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
