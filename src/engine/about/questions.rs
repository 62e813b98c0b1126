use super::reasons::unknown_question;
use super::{all, question};
use crate::question::{Answers, Asked, Decision, Outcome, Question, Undecided};
use crate::reason::Problem;
use crate::wire::{Json, Pointer, answer, given, schema};

given! {
    /// Which questions to list.
    pub struct Given<'a> {
        /// Only this one, with the schemas of what it is given and answers.
        question: Option<&'a str>,
    }
}

answer! {
    /// The questions.
    pub struct Listed {
        /// One entry a question.
        questions: Vec<Entry>,
    }
}

answer! {
    /// One question.
    pub struct Entry {
        /// Its name.
        question: &'static str,
        /// What it asks.
        asks: &'static str,
        /// The member of the answer that the verdict is read from, if there is one.
        verdict_from ["verdictFrom"]: Option<&'static str>,
        /// The JSON Schema of `given`, where one question was asked for.
        given: Option<Json>,
        /// The JSON Schema of `answer`, where one question was asked for.
        answer: Option<Json>,
    }
}

/// `fitment/questions`
#[derive(Debug)]
pub struct Questions;

impl Answers for Questions {
    const NAME: &'static str = "fitment/questions";
    const ASKS: &'static str = "which questions there are, and what one of them is given and answers";
    type Given<'a> = Given<'a>;
    type Answer<'a> = Listed;

    fn decide<'a>(given: Given<'a>, _: &Asked<'a>) -> Outcome<Listed> {
        let questions = match given.question {
            None => all().flat_map(|policy| policy.questions).map(|question| entry(question, false)).collect(),
            Some(name) => match question(name) {
                Some(question) => vec![entry(question, true)],
                None => return Err(Undecided::request(unknown(name))),
            },
        };
        Ok(Decision::plain(Listed { questions }))
    }
}

fn entry(question: &'static Question, with_schemas: bool) -> Entry {
    Entry {
        question: question.name,
        asks: question.asks,
        verdict_from: question.verdict.member(),
        given: with_schemas.then(|| schema(question.given)),
        answer: with_schemas.then(|| schema(question.answer)),
    }
}

fn unknown(name: &str) -> Problem {
    unknown_question(name, Pointer::to("given").key("question"))
}
