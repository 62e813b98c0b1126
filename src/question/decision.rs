use crate::reason::{Code, Fact, Problem, Reason, Reasons};
use crate::wire::{Fault, Pointer};

/// An answer with its reasons.
#[derive(Debug)]
pub struct Decision<A> {
    /// The answer.
    pub answer: A,
    /// The reasons for the answer.
    pub because: Reasons,
    /// What else the asker should know.
    pub problems: Vec<Problem>,
}

impl<A> Decision<A> {
    /// An answer with a single reason.
    pub fn new(answer: A, reason: Reason) -> Self {
        Self { answer, because: reason.into(), problems: Vec::new() }
    }

    /// An answer that needs no reason.
    pub fn plain(answer: A) -> Self {
        Self { answer, because: Reasons::default(), problems: Vec::new() }
    }

    /// Adds problems that the asker should know about.
    pub fn with_problems(mut self, problems: impl IntoIterator<Item = Problem>) -> Self {
        self.problems.extend(problems);
        self
    }
}

/// The lack of an answer: the rule could not be applied, so the verdict is neither yes nor no.
#[derive(Debug)]
pub struct Undecided {
    /// Whether the request was not understood, or a fact that the rule needs is missing.
    pub lacks: Lacks,
    /// What is missing or was not understood, and where.
    pub problems: Vec<Problem>,
}

/// What is lacking for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacks {
    /// A request that was understood.
    Request,
    /// A fact that the rule needs.
    Facts,
}

impl Lacks {
    /// The word for this in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Facts => "facts",
        }
    }
}

impl Undecided {
    /// Undecided because the request was not understood.
    pub fn request(problem: impl Into<Problem>) -> Self {
        Self { lacks: Lacks::Request, problems: vec![problem.into()] }
    }

    /// The reasons for an answer to which it is enough that something is missing.
    pub fn reasons(&self, subject: &str) -> Reasons {
        let reason = |told: &Problem| Reason::new(told.code(), subject).facts(told.cited().iter().cloned());
        self.problems.iter().map(reason).collect()
    }

    /// Undecided because a fact is missing.
    pub fn facts(problem: Problem) -> Self {
        Self { lacks: Lacks::Facts, problems: vec![problem] }
    }

    /// Undecided because a member of `given` is missing.
    pub fn missing(code: &'static Code, at: Pointer) -> Self {
        Self::missing_of(code, at, [])
    }

    /// Undecided because a member of `given` is missing. Cites the other facts that say whose member it is.
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

/// The result of applying a rule.
pub type Outcome<A> = Result<Decision<A>, Undecided>;
