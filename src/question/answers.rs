use super::asked::Asked;
use super::decision::{Decision, Outcome, Undecided};
use super::verdict::{Verdict, VerdictFrom};
use crate::reason::Problem;
#[cfg(feature = "schemas")]
use crate::wire::Shape;
use crate::wire::{Fault, HasShape, Notes, PathStep, Read, Reader, Value, Write, to_json};

/// A question: its types and its rule.
pub trait Answers {
    /// The name, as `policy/question`.
    const NAME: &'static str;
    /// What the question asks, in one line.
    const ASKS: &'static str;
    /// How the verdict is read from an answer.
    const VERDICT: VerdictFrom = VerdictFrom::Nothing;
    /// Whether the question is about a single step of a rule, which matters only to tests and the curious.
    const PART: bool = false;
    /// The input of the question.
    type Given<'a>: Read<'a> + HasShape;
    /// The answer to the question.
    type Answer<'a>: Write + HasShape;

    /// Applies the rule.
    fn decide<'a>(given: Self::Given<'a>, asked: &Asked<'a>) -> Outcome<Self::Answer<'a>>;
}

/// A row of the table of questions.
///
/// ```
/// let mut questions = fitment::policies().flat_map(|policy| policy.questions);
/// let resolve = questions.find(|question| question.name == "drivers/resolve").unwrap();
/// assert_eq!(resolve.verdict.member(), Some("status"));
/// assert!(fitment::schema(resolve.given).to_text().contains("registeredDrivers"));
/// ```
#[derive(Debug)]
pub struct Question {
    /// The name, as `policy/question`.
    pub name: &'static str,
    /// What the question asks, in one line.
    pub asks: &'static str,
    /// How the verdict is read from an answer.
    pub verdict: VerdictFrom,
    /// Whether the question is about a single step of a rule.
    pub part: bool,
    /// The shape of the input.
    #[cfg(feature = "schemas")]
    pub given: &'static Shape,
    /// The shape of the answer.
    #[cfg(feature = "schemas")]
    pub answer: &'static Shape,
    decide: Decide,
}

/// The part of answering that depends on the types of a question.
type Decide = for<'a> fn(&Reader<'a, '_>, &Asked<'a>) -> Result<Outcome<Answered>, Fault>;

/// An answer as JSON, with its verdict.
#[derive(Debug)]
pub struct Answered {
    /// The verdict of the answer.
    pub verdict: Verdict,
    /// The answer as compact JSON.
    pub json: String,
}

impl Question {
    /// The row of a question.
    pub const fn row<Q: Answers>() -> Self {
        Self {
            name: Q::NAME,
            asks: Q::ASKS,
            verdict: Q::VERDICT,
            part: Q::PART,
            #[cfg(feature = "schemas")]
            given: <Q::Given<'static> as HasShape>::SHAPE,
            #[cfg(feature = "schemas")]
            answer: <Q::Answer<'static> as HasShape>::SHAPE,
            decide: decide::<Q>,
        }
    }

    /// Answers the question. Unknown keys become warnings.
    pub fn answer<'a>(&self, given: Value<'a>, asked: &Asked<'a>) -> Outcome<Answered> {
        let notes = Notes::default();
        let decided = (self.decide)(&Reader::new(given, &PathStep::Root("/given"), &notes), asked);
        // A missing member may be present under a misspelt key, so unknown keys are reported along with a fault.
        let decided = decided.unwrap_or_else(|fault| Err(fault.into()));
        let notes = notes.into_iter().map(Problem::from);
        match decided {
            Ok(Decision { answer, because, problems }) => {
                Ok(Decision { answer, because, problems: notes.chain(problems).collect() })
            }
            Err(Undecided { lacks, problems }) => {
                Err(Undecided { lacks, problems: problems.into_iter().chain(notes).collect() })
            }
        }
    }
}

fn decide<'a, Q: Answers>(given: &Reader<'a, '_>, asked: &Asked<'a>) -> Result<Outcome<Answered>, Fault> {
    let given = Read::read(given)?;
    Ok(Q::decide(given, asked).map(|Decision { answer, because, problems }| Decision {
        answer: Answered { verdict: Q::VERDICT.read(&answer), json: to_json(&answer) },
        because,
        problems,
    }))
}
