use super::document::{Document, Value};
use super::fault::{Cause, Fault};
use super::read::{Read, read};
use super::record::{given, words};
use super::shape::{HasShape, Shape};
use crate::base::Limits;

given! {
    /// A question.
    pub struct Ask<'a> {
        /// Which one, as `policy/question`.
        question: &'a str,
        /// Whose behaviour: `design` unless it says `upstream`.
        edition: Option<&'a str>,
        /// The time it is, as RFC 3339 says it; needed only where a rule compares with it.
        now: Option<&'a str>,
        /// Whether the answer also comes in English.
        text: bool,
        /// What the question is about.
        given: Option<Value<'a>>,
        /// What becomes of a key that nobody reads: `Warn` unless it says something else.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
    }
}

given! {
    /// Documents to keep, so that questions may name them.
    pub struct Load<'a> {
        /// Each replaces the one of its group, kind, namespace and name.
        documents: Vec<Value<'a>>,
        /// What is taken out before.
        remove: Vec<Removal<'a>>,
        /// Kinds whose objects are all held from here on: an object of theirs that is not loaded does not exist.
        complete: Vec<CompleteKind<'a>>,
        /// Whether the documents come as people write them and get the API server's defaults first.
        defaulted: bool,
        /// Lower limits from here on.
        limits: Option<LowerLimits>,
        /// What becomes of a key that its object does not have: `Warn` unless it says something else.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
        /// Whether problems also come in English.
        text: bool,
    }
}

given! {
    /// A document that is not wanted any more.
    pub struct Removal<'a> {
        /// Only the group in it counts.
        api_version ["apiVersion"]: &'a str,
        /// Its kind.
        kind: &'a str,
        /// Its namespace, if its kind lives in one.
        namespace: Option<&'a str>,
        /// Its name.
        name: &'a str,
    }
}

given! {
    /// A kind whose objects are all held.
    pub struct CompleteKind<'a> {
        /// Only the group in it counts.
        api_version ["apiVersion"]: &'a str,
        /// The kind.
        kind: &'a str,
    }
}

given! {
    /// Limits that are lowered; what is higher than the limit in force changes nothing.
    pub struct LowerLimits {
        /// The largest `ask` or `review`, in bytes.
        ask_bytes ["askBytes"]: Option<u64>,
        /// The largest `load`, in bytes.
        load_bytes ["loadBytes"]: Option<u64>,
        /// How deep arrays and objects may stand inside one another.
        depth: Option<u64>,
    }
}

impl LowerLimits {
    /// Limits, lowered to these.
    pub fn lower(&self, limits: Limits) -> Limits {
        let bound = |limit: Option<u64>| limit.map_or(usize::MAX, |limit| limit.try_into().unwrap_or(usize::MAX));
        limits.at_most(Limits {
            ask_bytes: bound(self.ask_bytes),
            load_bytes: bound(self.load_bytes),
            depth: bound(self.depth),
        })
    }
}

given! {
    /// An AdmissionReview to judge with the loaded documents.
    pub struct Review<'a> {
        /// The AdmissionReview, version `admission.k8s.io/v1`.
        review: Value<'a>,
        /// Whether it is to be judged or completed, or both.
        phase: ReviewPhase,
        /// Whose behaviour: `design` unless it says `upstream`.
        edition: Option<&'a str>,
        /// The time it is.
        now: Option<&'a str>,
        /// Whether the answer also comes in English.
        text: bool,
        /// What becomes of a key that the object does not have: `Ignore` unless it says something else, since an API
        /// server has taken them out already.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
    }
}

words! {
    /// What becomes of a key that nobody knows, in the words of the Kubernetes API.
    pub enum FieldValidation {
        /// It is passed over.
        Ignore = "Ignore",
        /// A warning says so.
        Warn = "Warn",
        /// The request is refused.
        Strict = "Strict",
    }
}

words! {
    /// What a review is for.
    pub enum ReviewPhase {
        /// To say yes or no, as a webhook is asked.
        Validating = "validating",
        /// To complete what is missing, as a webhook is asked.
        Mutating = "mutating",
        /// Both, one after the other, as an API server does it with an object that people wrote.
        Applying = "applying",
    }
}

/// What an admission webhook is called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// To say yes or no.
    Validating,
    /// To complete what is missing.
    Mutating,
}

/// Reads an envelope. Unlike what it carries it may hold nothing unknown: a misspelt `edition` would otherwise be
/// answered in the wrong one.
pub fn read_envelope<'a, T: Read<'a>>(document: &'a Document) -> Result<T, Vec<Fault>> {
    let (envelope, notes) = read(document.root(), "").map_err(|fault| vec![fault])?;
    if notes.is_empty() {
        return Ok(envelope);
    }
    let unknown =
        |note: super::Note| Fault::at_path(note.path, Cause::UnknownField { field: note.key, known: note.known });
    Err(notes.into_iter().map(unknown).collect())
}

/// What each verb is sent.
///
/// ```
/// let verbs = fitment::envelopes().map(|(verb, _)| verb);
/// assert_eq!(verbs, ["ask", "load", "review"]);
/// ```
pub fn envelopes() -> [(&'static str, &'static Shape); 3] {
    [("ask", Ask::SHAPE), ("load", Load::SHAPE), ("review", Review::SHAPE)]
}
