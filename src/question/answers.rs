use super::asked::Asked;
use super::decision::{Decision, Outcome, Undecided};
use super::verdict::{Verdict, VerdictFrom};
use crate::reason::Problem;
#[cfg(feature = "schemas")]
use crate::wire::Shape;
use crate::wire::{Fault, HasShape, Notes, PathStep, Read, Reader, Value, Write, to_json};

/// One question: its types and its rule.
pub trait Answers {
    /// The name, as `policy/question`.
    const NAME: &'static str;
    /// What it asks, in one line.
    const ASKS: &'static str;
    /// Where the verdict is found.
    const VERDICT: VerdictFrom = VerdictFrom::Nothing;
    /// Whether it asks for one step of a rule alone, which only tests and the curious do.
    const PART: bool = false;
    /// What it is given.
    type Given<'a>: Read<'a> + HasShape;
    /// What it answers.
    type Answer<'a>: Write + HasShape;

    /// The rule.
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
    /// The name.
    pub name: &'static str,
    /// What it asks.
    pub asks: &'static str,
    /// Where the verdict is found.
    pub verdict: VerdictFrom,
    /// Whether it asks for one step of a rule alone.
    pub part: bool,
    /// What it is given.
    #[cfg(feature = "schemas")]
    pub given: &'static Shape,
    /// What it answers.
    #[cfg(feature = "schemas")]
    pub answer: &'static Shape,
    decide: Decide,
}

/// The part of answering that depends on the types of a question.
type Decide = for<'a> fn(&Reader<'a, '_>, &Asked<'a>) -> Result<Outcome<Answered>, Fault>;

/// An answer, ready to be handed out.
#[derive(Debug)]
pub struct Answered {
    /// Its verdict.
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

    /// Answers it. Keys that nobody reads become warnings.
    pub fn answer<'a>(&self, given: Value<'a>, asked: &Asked<'a>) -> Outcome<Answered> {
        let notes = Notes::default();
        let decided = (self.decide)(&Reader::new(given, &PathStep::Root("/given"), &notes), asked);
        // A member that lacks is perhaps there under a name that nobody knows.
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
