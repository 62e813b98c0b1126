use std::cell::OnceCell;

use crate::base::{Edition, Instant};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Document, Form, Formed, Pointer, Read, Value, Write, read, to_json};

use super::documents::Documents;
use super::fitment::reasons::NOW_MISSING;

/// One question: its types and its rule.
pub trait Answers {
    /// The name, as `policy/question`.
    const NAME: &'static str;
    /// What it asks, in one line.
    const ASKS: &'static str;
    /// Where the verdict is read.
    const VERDICT: VerdictFrom = VerdictFrom::Nothing;
    /// What it is given.
    type Given<'a>: Read<'a> + Formed;
    /// What it answers.
    type Answer<'a>: Write + Formed;

    /// The rule.
    fn decide<'a>(given: Self::Given<'a>, asked: &Asked<'a>) -> Outcome<Self::Answer<'a>>;
}

/// The member of an answer that says yes.
#[derive(Clone, Copy, Debug)]
pub enum VerdictFrom {
    /// The question is not about may or fits.
    Nothing,
    /// The member is `true`.
    True(&'static str),
    /// The member is `true`; an answer without it is about a list of subjects.
    TrueIfAny(&'static str),
    /// The member is a status under 400.
    Below400(&'static str),
    /// The member is this word, and that other member is not there.
    Word(&'static str, &'static str, Option<&'static str>),
}

/// Yes, no, or a question to which neither is an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It may, or it fits.
    Yes,
    /// It may not, or it does not fit.
    No,
    /// Not a question about that.
    None,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::None => "none",
        }
    }
}

impl VerdictFrom {
    /// The member's name.
    pub fn member(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::True(member) | Self::TrueIfAny(member) | Self::Below400(member) | Self::Word(member, ..) => {
                Some(member)
            }
        }
    }

    /// The verdict of an answer. Whatever is not a clear yes is no.
    pub fn read(self, answer: &impl Write) -> Verdict {
        let says = |member: &str, text: &str| answer.member(member).is_some_and(|found| found == text);
        let yes = match self {
            Self::Nothing => return Verdict::None,
            Self::TrueIfAny(member) if answer.member(member).is_none() => return Verdict::None,
            Self::True(member) | Self::TrueIfAny(member) => says(member, "true"),
            Self::Below400(member) => {
                let status = answer.member(member);
                status.and_then(|status| status.parse::<u16>().ok()).is_some_and(|status| status < 400)
            }
            Self::Word(member, word, unless) => {
                says(member, &to_json(word)) && unless.is_none_or(|unless| answer.member(unless).is_none())
            }
        };
        if yes { Verdict::Yes } else { Verdict::No }
    }
}

/// What a rule may look at beside what it was given.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Whose behaviour is asked for.
    pub edition: Edition,
    /// The loaded documents.
    pub documents: &'a Documents,
    now: Option<Instant>,
    kept: &'a Kept,
    pub(super) replay: Replay,
}

/// Documents that a rule makes, which live as long as the question: an answer may borrow from them.
#[derive(Default, Debug)]
pub struct Kept(OnceCell<Box<(Document, Kept)>>);

impl Kept {
    fn keep(&self, document: Document) -> &Document {
        let mut slot = self;
        while let Some(next) = slot.0.get() {
            slot = &next.1;
        }
        &slot.0.get_or_init(|| Box::new((document, Self::default()))).0
    }
}

/// Asks a fresh engine: a load unless empty, the verb, the request. For `fitment/explain`, which shows examples.
pub type Replay = fn(load: &str, verb: &str, request: &[u8]) -> String;

impl<'a> Asked<'a> {
    /// The time. Whoever compares with it and has none cannot decide.
    pub fn now(&self) -> Result<Instant, Undecided> {
        self.now.ok_or_else(|| Undecided::facts(Problem::error(&NOW_MISSING, Pointer::to("now"))))
    }

    /// What is known beside a question.
    pub fn new(
        edition: Edition,
        now: Option<Instant>,
        documents: &'a Documents,
        kept: &'a Kept,
        replay: Replay,
    ) -> Self {
        Self { edition, documents, now, kept, replay }
    }

    /// Keeps a document that was made for this question, so that the answer may borrow from it.
    pub fn keep(&self, document: Document) -> &'a Document {
        self.kept.keep(document)
    }
}

/// An answer with its reasons.
#[derive(Debug)]
pub struct Decision<A> {
    /// The answer.
    pub answer: A,
    /// Why.
    pub because: Vec<Reason>,
    /// What else the asker should know.
    pub problems: Vec<Problem>,
}

impl<A> Decision<A> {
    /// An answer for one reason.
    pub fn new(answer: A, reason: Reason) -> Self {
        Self { answer, because: vec![reason], problems: Vec::new() }
    }

    /// An answer that is the reason itself.
    pub fn plain(answer: A) -> Self {
        Self { answer, because: Vec::new(), problems: Vec::new() }
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
    /// The word for it.
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

    /// Something is missing at a place in what was given.
    pub fn missing(code: &'static crate::reason::Code, at: Pointer) -> Self {
        let path = Pointer::parsed(&format!("/given{at}"));
        Self::facts(Problem::error(code, path).fact(Fact::absent(at)))
    }
}

/// What a rule comes to.
pub type Outcome<A> = Result<Decision<A>, Undecided>;

/// An answer, ready to be handed out.
#[derive(Debug)]
pub struct Answered {
    /// What it comes to.
    pub verdict: Verdict,
    /// The answer as compact JSON.
    pub json: String,
}

/// A row of the table of questions.
#[derive(Debug)]
pub struct Question {
    /// The name.
    pub name: &'static str,
    /// What it asks.
    pub asks: &'static str,
    /// Where the verdict is read.
    pub verdict: VerdictFrom,
    /// What it is given.
    pub given: &'static Form,
    /// What it answers.
    pub answer: &'static Form,
    decide: for<'a> fn(Value<'a>, &Asked<'a>) -> Outcome<Answered>,
}

impl Question {
    /// The row of a question.
    pub const fn row<Q: Answers>() -> Self {
        Self {
            name: Q::NAME,
            asks: Q::ASKS,
            verdict: Q::VERDICT,
            given: <Q::Given<'static> as Formed>::FORM,
            answer: <Q::Answer<'static> as Formed>::FORM,
            decide: decide::<Q>,
        }
    }

    /// The policy it belongs to.
    pub fn policy(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(policy, _)| policy)
    }

    /// Answers it.
    pub fn answer<'a>(&self, given: Value<'a>, asked: &Asked<'a>) -> Outcome<Answered> {
        (self.decide)(given, asked)
    }
}

fn decide<'a, Q: Answers>(given: Value<'a>, asked: &Asked<'a>) -> Outcome<Answered> {
    let (given, notes) = read::<Q::Given<'a>>(given, "/given").map_err(Undecided::request)?;
    let notes: Vec<Problem> = notes.into_iter().map(Problem::from).collect();
    match Q::decide(given, asked) {
        Ok(Decision { answer, because, problems }) => {
            let answer = Answered { verdict: Q::VERDICT.read(&answer), json: to_json(&answer) };
            Ok(Decision { answer, because, problems: notes.into_iter().chain(problems).collect() })
        }
        Err(Undecided { lacks, problems }) => {
            Err(Undecided { lacks, problems: problems.into_iter().chain(notes).collect() })
        }
    }
}
