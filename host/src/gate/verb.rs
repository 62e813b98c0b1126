/// One of the engine's verbs that decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Answers a question.
    Ask,
    /// Judges or completes what an API server is asked to store.
    Review,
}

impl Verb {
    /// The protocol's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Review => "review",
        }
    }
}

/// What an answer comes to, in the engine's own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Decided: yes.
    Yes,
    /// Decided: no.
    No,
    /// Decided; the question is not about yes or no.
    Neither,
    /// Undecided, because the request was not understood.
    Request,
    /// Undecided, because a fact is missing.
    Facts,
}

impl Outcome {
    /// A word for it: the verdict, or what is lacking.
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
