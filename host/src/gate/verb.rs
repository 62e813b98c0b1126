/// A verb of the engine that makes a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Answers a question.
    Ask,
    /// Judges or completes an object that an API server is asked to store.
    Review,
}

impl Verb {
    /// The protocol's word for the verb.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Review => "review",
        }
    }
}

/// The outcome of an answer, in the engine's own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Decided: yes.
    Yes,
    /// Decided: no.
    No,
    /// Decided; the question has no yes or no.
    Neither,
    /// Undecided, because the request was not understood.
    Request,
    /// Undecided, because a fact is missing.
    Facts,
}

impl Outcome {
    /// The outcome as a word: the verdict, or what was missing.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Neither => "none",
            Self::Request => "request",
            Self::Facts => "facts",
        }
    }
}
