use std::fmt;

use super::document::Value;
use super::keys::Keys;
use super::pointer::{PathStep, Pointer};

/// Why a document could not be read, and where. All that is wrong with a value's parts is found at once.
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

/// How many faults of one reading are told: nobody reads on, and a sender could make them without end.
const TOLD: usize = 100;

/// What was found, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Cause {
    /// More bytes than the limit.
    TooLarge { bytes: usize, limit: usize },
    /// A byte that is not UTF-8.
    NotUtf8 { offset: usize },
    /// The text ends inside a value.
    Truncated { expected: &'static str },
    /// Something that JSON does not have there.
    Malformed { found: String, expected: &'static str, line: usize, column: usize },
    /// Arrays and objects too deep inside one another.
    TooDeep { limit: usize },
    /// Two members of one name.
    DuplicateKey { key: String },
    /// Half of a character outside the basic plane.
    LoneSurrogate { escape: String },
    /// A member that has to be there.
    Missing { field: &'static str },
    /// A member nobody knows.
    UnknownField { field: String, known: Keys },
    /// A value of another kind.
    WrongType { found: String, expected: &'static str },
    /// A number or a boolean where text is expected: whoever wrote it forgot the quotes.
    Unquoted { found: &'static str, written: String },
    /// A word that is not one of those possible.
    UnknownWord { word: String, known: &'static [&'static str] },
    /// Text that does not say what its place asks for.
    Unreadable { text: String, expected: &'static str },
    /// A number outside the range.
    OutOfRange { number: String, expected: &'static str },
}

impl Fault {
    /// A fault at a place.
    pub fn new(path: Pointer, cause: Cause) -> Self {
        Self::at_path(path.into(), cause)
    }

    /// The fault that a value is of another kind than expected.
    pub fn wrong_type_at(path: Pointer, found: Value<'_>, expected: &'static str) -> Self {
        Self::new(path, Cause::WrongType { found: found.kind().name().to_owned(), expected })
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

    /// The pointer to the value at fault, `""` for the whole document.
    pub fn path(&self) -> &str {
        self.0.path.as_deref().unwrap_or_default()
    }

    /// What is wrong there.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// What else was found to be at fault, in the order of the types that were read.
    pub fn beside(&self) -> &[Fault] {
        &self.0.beside
    }

    /// How many more there were than are told.
    pub fn untold(&self) -> usize {
        self.0.untold
    }

    /// Adds another fault, with those beside it.
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

/// What is wrong with the parts of a value, so that all of it can be told at once.
#[derive(Default, Debug)]
pub(super) struct Faults(Option<Fault>);

impl Faults {
    /// Keeps what was wrong with a part.
    pub fn note(&mut self, read: Result<(), Fault>) {
        match (read, &mut self.0) {
            (Ok(()), _) => {}
            (Err(fault), Some(first)) => first.add(fault),
            (Err(fault), none) => *none = Some(fault),
        }
    }

    /// Fails if anything was wrong.
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
