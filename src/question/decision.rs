use crate::reason::{Code, Fact, Problem, Reason, Reasons};
use crate::wire::{Fault, Pointer};

/// An answer with its reasons.
#[derive(Debug)]
pub struct Decision<A> {
    /// The answer.
    pub answer: A,
    /// Why.
    pub because: Reasons,
    /// What else the asker should know.
    pub problems: Vec<Problem>,
}

impl<A> Decision<A> {
    /// An answer for one reason.
    pub fn new(answer: A, reason: Reason) -> Self {
        Self { answer, because: reason.into(), problems: Vec::new() }
    }

    /// An answer that needs no reason.
    pub fn plain(answer: A) -> Self {
        Self { answer, because: Reasons::default(), problems: Vec::new() }
    }

    /// Adds what else the asker should know.
    pub fn with_problems(mut self, problems: impl IntoIterator<Item = Problem>) -> Self {
        self.problems.extend(problems);
        self
    }
}

/// Neither yes nor no: the rule could not be applied.
#[derive(Debug)]
pub struct Undecided {
    /// Whether the request was not understood, or something that it needs is missing.
    pub lacks: Lacks,
    /// What and where.
    pub problems: Vec<Problem>,
}

/// What an undecided answer lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacks {
    /// A request that can be understood.
    Request,
    /// A fact.
    Facts,
}

impl Lacks {
    /// The word that an answer has for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Facts => "facts",
        }
    }
}

impl Undecided {
    /// The request was not understood.
    pub fn request(problem: impl Into<Problem>) -> Self {
        Self { lacks: Lacks::Request, problems: vec![problem.into()] }
    }

    /// A fact is missing.
    pub fn facts(problem: Problem) -> Self {
        Self { lacks: Lacks::Facts, problems: vec![problem] }
    }

    /// A member of `given` is missing.
    pub fn missing(code: &'static Code, at: Pointer) -> Self {
        Self::missing_of(code, at, [])
    }

    /// A fact is missing that belongs to what the other facts name.
    pub fn missing_of<const N: usize>(code: &'static Code, at: Pointer, of: [Fact; N]) -> Self {
        let path = Pointer::to("given").join(&at);
        Self::facts(of.into_iter().fold(Problem::error(code, path).fact(Fact::absent(at)), Problem::fact))
    }
}

impl From<Fault> for Undecided {
    fn from(fault: Fault) -> Self {
        Self { lacks: Lacks::Request, problems: Problem::all_of(&fault) }
    }
}

/// What applying a rule yields.
pub type Outcome<A> = Result<Decision<A>, Undecided>;
