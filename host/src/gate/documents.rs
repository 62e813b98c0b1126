use std::time::{Duration, SystemTime};

/// Documents that decisions shall rest on together, as the requests that load them.
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

    /// With one more `load`, carried out after those before. All of them are taken, or none.
    #[must_use]
    pub fn load(mut self, request: impl Into<Vec<u8>>) -> Self {
        self.loads.push(request.into());
        self
    }

    /// With a question that has to be decided with these documents before anything else is decided with them.
    #[must_use]
    pub fn question(mut self, request: impl Into<Vec<u8>>) -> Self {
        self.questions.push(request.into());
        self
    }

    /// With a name for decisions to tell it by: a digest, or a revision.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// What it is called; nothing unless it was given a name.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Whether nothing is loaded.
    pub fn is_empty(&self) -> bool {
        self.loads.is_empty()
    }

    /// The requests that load them.
    pub fn loads(&self) -> impl Iterator<Item = &[u8]> {
        self.loads.iter().map(Vec::as_slice)
    }
}

/// The documents that a decision rests on.
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
    /// How often documents were replaced before these were there; 0 for what the gate began with.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// When decisions began to rest on them.
    pub fn since(&self) -> SystemTime {
        self.since
    }

    /// How long it took to load and to test them.
    pub fn built_in(&self) -> Duration {
        self.built_in
    }

    /// What their [`DocumentSet`] is called.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The engine's list of them, a JSON array: `apiVersion`, `kind`, `namespace`, `name` and `digest` of each.
    pub fn list(&self) -> &str {
        &self.list
    }

    /// What the engine warned of when they were loaded, each a JSON object with `code`, `path` and `facts`: a key that is
    /// misspelt may let more fit than is meant. None where each load asked to `Ignore` such things; with `Strict` they are
    /// errors, and the documents are not taken.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}
