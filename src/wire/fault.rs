use std::fmt;

use super::keys::Keys;
use super::kind::Kind;
use super::pointer::{PathStep, Pointer};

/// Why a document could not be read, and where. All faults of a value's parts are reported together.
///
/// ```
/// use fitment::{Cause, Document};
///
/// let fault = Document::read(br#"{"a": [0, x]}"#, 8).unwrap_err();
/// assert_eq!(fault.path(), "/a/1");
/// assert!(matches!(fault.cause(), Cause::Malformed { line: 1, column: 11, .. }));
/// ```
#[derive(Debug)]
pub struct Fault(Box<Found>);

#[derive(Debug)]
struct Found {
    path: Option<String>,
    cause: Cause,
    beside: Vec<Fault>,
    untold: usize,
}

/// How many faults of one reading are reported. Nobody reads more, and a sender could cause any number.
const TOLD: usize = 100;

/// What was found, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Cause {
    /// The document is larger than the limit.
    TooLarge { bytes: usize, limit: usize },
    /// The document is not UTF-8.
    NotUtf8 { offset: usize },
    /// The text ends inside a value.
    Truncated { expected: &'static str },
    /// A character that is not valid JSON at this place.
    Malformed { found: String, expected: &'static str, line: usize, column: usize },
    /// Arrays and objects are nested too deeply.
    TooDeep { limit: usize },
    /// Two members have the same key.
    DuplicateKey { key: String },
    /// A `\u` escape for half of a surrogate pair.
    LoneSurrogate { escape: String },
    /// A required member is missing.
    Missing { field: &'static str },
    /// The member is unknown.
    UnknownField { field: String, known: Keys },
    /// The value has the wrong type.
    WrongType { found: String, expected: &'static str },
    /// A number or a boolean where text is expected, which the author forgot to quote.
    Unquoted { found: &'static str, written: String },
    /// A word that is not one of the allowed ones.
    UnknownWord { word: String, known: &'static [&'static str] },
    /// Text that does not have the expected form.
    Unreadable { text: String, expected: &'static str },
    /// A number that is out of range.
    OutOfRange { number: String, expected: &'static str },
}

impl Fault {
    /// Creates a fault at a place.
    pub fn new(path: Pointer, cause: Cause) -> Self {
        Self::at_path(path.into(), cause)
    }

    /// The fault that a value does not have the expected type.
    pub fn wrong_type_at(path: Pointer, found: Kind, expected: &'static str) -> Self {
        Self::new(path, Cause::WrongType { found: found.name().to_owned(), expected })
    }

    pub(super) fn unplaced(cause: Cause) -> Self {
        Self(Box::new(Found { path: None, cause, beside: Vec::new(), untold: 0 }))
    }

    pub(super) fn at_path(path: String, cause: Cause) -> Self {
        Self(Box::new(Found { path: Some(path), cause, beside: Vec::new(), untold: 0 }))
    }

    pub(crate) fn at(step: &PathStep<'_>, cause: Cause) -> Self {
        Self::at_path(step.pointer(), cause)
    }

    /// The pointer to the faulty value, `""` for the whole document.
    pub fn path(&self) -> &str {
        self.0.path.as_deref().unwrap_or_default()
    }

    /// What is wrong at that place.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// Further faults, in the order in which they were found.
    pub fn beside(&self) -> &[Fault] {
        &self.0.beside
    }

    /// The number of further faults that are not listed.
    pub fn untold(&self) -> usize {
        self.0.untold
    }

    /// Adds another fault and all its further faults.
    fn add(&mut self, mut other: Self) {
        let Found { beside, untold, .. } = &mut *self.0;
        let further = std::mem::take(&mut other.0.beside);
        *untold += other.0.untold;
        for fault in std::iter::once(other).chain(further) {
            if beside.len() + 1 < TOLD {
                beside.push(fault);
            } else {
                *untold += 1;
            }
        }
    }
}

/// Collects the faults of a value's parts, so that all of them are reported together.
#[derive(Default, Debug)]
pub(super) struct Faults(Option<Fault>);

impl Faults {
    /// Records the fault of a part, if there is one.
    pub fn note(&mut self, read: Result<(), Fault>) {
        match (read, &mut self.0) {
            (Ok(()), _) => {}
            (Err(fault), Some(first)) => first.add(fault),
            (Err(fault), none) => *none = Some(fault),
        }
    }

    /// Fails if there was any fault.
    pub fn end(self) -> Result<(), Fault> {
        self.0.map_or(Ok(()), Err)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at `{}`", self.cause(), self.path())
    }
}

impl std::error::Error for Fault {}
