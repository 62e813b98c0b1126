use super::document::Document;
use super::fault::{Cause, Fault};
use super::read::{Read, read};
use super::record::{given, words};
use super::shape::{HasShape, Shape};
use super::value::Value;
use crate::base::Limits;

given! {
    /// A request to `ask`: a question with its input.
    pub struct Ask<'a> {
        /// The name of the question, as `policy/question`.
        question: &'a str,
        /// The edition that answers, `design` by default.
        edition: Option<&'a str>,
        /// The current time in RFC 3339, needed only by rules that compare with it.
        now: Option<&'a str>,
        /// Whether the answer also includes its text in English.
        text: bool,
        /// The input of the question.
        given: Option<Value<'a>>,
        /// What happens to unknown keys, `Warn` by default.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
    }
}

given! {
    /// A request to `load`: documents to keep, so that questions and reviews can refer to them.
    pub struct Load<'a> {
        /// The documents to load. Each replaces the loaded one with the same group, kind, namespace and name.
        documents: Vec<Value<'a>>,
        /// Documents to remove before the others are loaded.
        remove: Vec<Removal<'a>>,
        /// Kinds that are complete from now on: an object of such a kind that is not loaded does not exist.
        complete: Vec<CompleteKind<'a>>,
        /// Whether the documents are as people write them, and get the API server's defaults first.
        defaulted: bool,
        /// The edition whose rules say what the API server would store, `design` by default. It counts for documents
        /// that get defaults, and for warnings about documents beside the ones they build on.
        edition: Option<&'a str>,
        /// Lower limits for all later requests.
        limits: Option<LowerLimits>,
        /// What happens to unknown keys, `Warn` by default.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
        /// Whether problems also include their text in English.
        text: bool,
    }
}

given! {
    /// A loaded document to be removed.
    pub struct Removal<'a> {
        /// The API version of the document, of which only the group counts.
        api_version ["apiVersion"]: &'a str,
        /// The kind of the document.
        kind: &'a str,
        /// The namespace of the document; absent if its kind has none.
        namespace: Option<&'a str>,
        /// The name of the document.
        name: &'a str,
    }
}

given! {
    /// A kind of which all objects are loaded.
    pub struct CompleteKind<'a> {
        /// The API version of the kind, of which only the group counts.
        api_version ["apiVersion"]: &'a str,
        /// The kind.
        kind: &'a str,
    }
}

given! {
    /// Lower limits. A value above the current limit changes nothing.
    pub struct LowerLimits {
        /// The largest request to `ask` or `review`, in bytes.
        ask_bytes ["askBytes"]: Option<u64>,
        /// The largest request to `load`, in bytes.
        load_bytes ["loadBytes"]: Option<u64>,
        /// How deeply arrays and objects may be nested.
        depth: Option<u64>,
    }
}

impl LowerLimits {
    /// Lowers `limits` to these.
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
    /// A request to `review`: an AdmissionReview that is judged with the loaded documents.
    pub struct Review<'a> {
        /// The AdmissionReview, in version `admission.k8s.io/v1`.
        review: Value<'a>,
        /// Whether the object is validated, completed, or both.
        phase: ReviewPhase,
        /// A loaded document that this review does not see. Of many objects that are loaded, each is reviewed beside the
        /// others in this way.
        without: Option<Removal<'a>>,
        /// The edition that answers, `design` by default.
        edition: Option<&'a str>,
        /// The current time in RFC 3339.
        now: Option<&'a str>,
        /// Whether the answer also includes its text in English.
        text: bool,
        /// What happens to unknown keys of the object, `Ignore` by default, because an API server has removed them
        /// already.
        field_validation ["fieldValidation"]: Option<FieldValidation>,
    }
}

words! {
    /// What happens to unknown keys, in the terms of the Kubernetes API.
    pub enum FieldValidation {
        /// Unknown keys are ignored.
        Ignore = "Ignore",
        /// Unknown keys cause warnings.
        Warn = "Warn",
        /// Unknown keys are errors, and the request is refused.
        Strict = "Strict",
    }
}

words! {
    /// What a review does with its object.
    pub enum ReviewPhase {
        /// Allows or refuses the object, as a validating webhook does.
        Validating = "validating",
        /// Completes the object, as a mutating webhook does.
        Mutating = "mutating",
        /// Completes the object and then validates the result, as an API server does with an object that a user
        /// applies.
        Applying = "applying",
    }
}

/// The kind of admission webhook that is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The webhook allows or refuses the object.
    Validating,
    /// The webhook completes the object.
    Mutating,
}

/// Reads an envelope, in which unknown keys are errors: with a misspelt `edition`, the wrong edition would answer.
pub fn read_envelope<'a, T: Read<'a>>(document: &'a Document) -> Result<T, Vec<Fault>> {
    let (envelope, notes) = read(document.root(), "").map_err(|fault| vec![fault])?;
    if notes.is_empty() {
        return Ok(envelope);
    }
    let unknown =
        |note: super::Note| Fault::at_path(note.path, Cause::UnknownField { field: note.key, known: note.known });
    Err(notes.into_iter().map(unknown).collect())
}

/// The verbs of the engine, with the shape of their requests.
///
/// ```
/// let verbs = fitment::envelopes().map(|(verb, _)| verb);
/// assert_eq!(verbs, ["ask", "load", "review"]);
/// ```
pub fn envelopes() -> [(&'static str, &'static Shape); 3] {
    [("ask", Ask::SHAPE), ("load", Load::SHAPE), ("review", Review::SHAPE)]
}
