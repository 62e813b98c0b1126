use std::time::{Duration, SystemTime};

use serde::de::IgnoredAny;

/// The documents that decisions are based on together, as the requests that load them.
///
/// ```
/// use fitment_host::DocumentSet;
///
/// let set = DocumentSet::new()
///     .load(r#"{"documents":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}]}"#)
///     .question(r#"{"question":"fitment/questions"}"#);
/// assert!(!set.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DocumentSet {
    pub(super) loads: Vec<Vec<u8>>,
    pub(super) questions: Vec<Vec<u8>>,
    pub(super) label: String,
}

impl DocumentSet {
    /// No documents.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a `load`, which runs after the earlier ones. Either all of them succeed or none is used.
    #[must_use]
    pub fn load(mut self, request: impl Into<Vec<u8>>) -> Self {
        self.loads.push(request.into());
        self
    }

    /// Adds a question that has to be decided with these documents before they are used for anything else.
    #[must_use]
    pub fn question(mut self, request: impl Into<Vec<u8>>) -> Self {
        self.questions.push(request.into());
        self
    }

    /// Adds a name by which decisions can tell the set: a digest, or a revision.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The name of the set; empty unless it was given one.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Whether nothing is loaded.
    pub fn is_empty(&self) -> bool {
        self.loads.is_empty()
    }

    /// The requests that load the documents.
    pub fn loads(&self) -> impl Iterator<Item = &[u8]> {
        self.loads.iter().map(Vec::as_slice)
    }
}

/// The documents that a decision is based on.
#[derive(Clone, Debug)]
pub struct Documents {
    pub(super) generation: u64,
    pub(super) since: SystemTime,
    pub(super) built_in: Duration,
    pub(super) list: String,
    pub(super) problems: Vec<String>,
    pub(super) label: String,
}

impl Documents {
    /// How often documents had been replaced when these came into use; 0 for those the gate started with.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// When decisions began to be based on them.
    pub fn since(&self) -> SystemTime {
        self.since
    }

    /// How long loading and testing them took.
    pub fn built_in(&self) -> Duration {
        self.built_in
    }

    /// The name of their [`DocumentSet`].
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The engine's list of the documents, a JSON array: `apiVersion`, `kind`, `namespace`, `name` and `digest` of
    /// each.
    pub fn list(&self) -> &str {
        &self.list
    }

    /// How many documents there are.
    pub fn count(&self) -> usize {
        serde_json::from_str::<Vec<IgnoredAny>>(&self.list).map_or(0, |list| list.len())
    }

    /// The engine's warnings from loading the documents, each a JSON object with `code`, `path` and `facts`: a
    /// misspelled key may allow more than was meant. Empty if each load asked to `Ignore` such things; with `Strict`
    /// they are errors, and the documents are refused.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}
