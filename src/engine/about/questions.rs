use super::reasons::unknown_question;
use super::{all, question};
use crate::question::{Answers, Asked, Decision, Outcome, Question, Undecided};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// The questions to list.
    pub struct Given<'a> {
        /// The only question to list, together with the schemas of its input and answer; all questions by default.
        question: Option<&'a str>,
    }
}

answer! {
    /// The questions of the engine.
    pub struct Listed {
        /// The questions, each with its name and purpose.
        questions: Vec<Entry>,
    }
}

answer! {
    /// A question.
    pub struct Entry {
        /// The name of the question.
        question: &'static str,
        /// What the question asks, in one line.
        asks: &'static str,
        /// The member of the answer that the verdict is read from; absent if there is none.
        verdict_from ["verdictFrom"]: Option<&'static str>,
        /// The JSON Schema of `given`; absent when listing all questions.
        given: Option<Json>,
        /// The JSON Schema of `answer`; absent when listing all questions.
        answer: Option<Json>,
    }
}

/// The question `fitment/questions`.
#[derive(Debug)]
pub struct Questions;

impl Answers for Questions {
    const NAME: &'static str = "fitment/questions";
    const ASKS: &'static str = "which questions there are, and what one of them is given and answers";
    type Given<'a> = Given<'a>;
    type Answer<'a> = Listed;

    fn decide<'a>(given: Given<'a>, _: &Asked<'a>) -> Outcome<Listed> {
        let questions = match given.question {
            None => all().flat_map(|policy| policy.questions).map(listed).collect(),
            Some(name) => {
                let at = Pointer::to("given").key("question");
                let question = question(name).ok_or_else(|| Undecided::request(unknown_question(name, at.clone())))?;
                return Ok(shown(question, at));
            }
        };
        Ok(Decision::plain(Listed { questions }))
    }
}

fn listed(question: &'static Question) -> Entry {
    Entry {
        question: question.name,
        asks: question.asks,
        verdict_from: question.verdict.member(),
        given: None,
        answer: None,
    }
}

/// A question with its schemas.
#[cfg(feature = "schemas")]
fn shown(question: &'static Question, _: Pointer) -> Decision<Listed> {
    let (given, answer) =
        (Some(crate::wire::schema_of_given(question.given)), Some(crate::wire::schema(question.answer)));
    Decision::plain(Listed { questions: vec![Entry { given, answer, ..listed(question) }] })
}

/// A question, with a warning that this build leaves out its schemas, without which it would seem to have none.
#[cfg(not(feature = "schemas"))]
fn shown(question: &'static Question, at: Pointer) -> Decision<Listed> {
    use super::reasons::SCHEMA_NOT_IN_THIS_BUILD;
    use crate::engine::policies::WHOLE;
    use crate::reason::{Fact, Problem};

    let missing = Problem::warning(&SCHEMA_NOT_IN_THIS_BUILD, at.clone())
        .fact(Fact::at(at, question.name))
        .fact(Fact::named("entry", WHOLE));
    Decision::plain(Listed { questions: vec![listed(question)] }).with_problems([missing])
}
