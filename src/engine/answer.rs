//! The answers of the verbs, as JSON.

use crate::base::Edition;
use crate::question::{Answered, Decision, Documents, Undecided};
use crate::reason::{Problem, Reason, text, write_problems, write_reasons};
use crate::review::Reviewed;
use crate::wire::{ObjectWriter, Value};

/// An answer to be written.
pub struct Answer {
    /// What the answer repeats of the question, if it answers one.
    heading: Option<Heading>,
    /// Whether the answer has reasons. Loading documents needs none.
    reasons: bool,
    /// Whether the answer includes its text in English.
    text: bool,
}

/// What an answer repeats of its question, as far as that could be read.
#[derive(Default)]
pub struct Heading {
    question: Option<String>,
    edition: Option<&'static str>,
}

impl Heading {
    /// Reads what can be read of a request.
    pub fn of(request: Value<'_>) -> Self {
        let question = request.get("question").and_then(Value::as_str).map(str::to_owned);
        let edition = match request.get("edition").filter(|edition| !edition.is_null()) {
            None => Some(Edition::default()),
            Some(edition) => edition.as_str().and_then(Edition::named),
        };
        Self { question, edition: edition.map(Edition::name) }
    }
}

/// Room for the rest of most answers.
const USUAL_REASONS: usize = 4 << 10;

impl Answer {
    /// An answer to a question, with its text in English if `text` is set.
    pub fn to_question(heading: Heading, text: bool) -> Self {
        Self { heading: Some(heading), reasons: true, text }
    }

    /// An answer to a review, with its text in English if `text` is set.
    pub fn to_review(text: bool) -> Self {
        Self { heading: None, reasons: true, text }
    }

    /// An answer to a load, with its text in English if `text` is set.
    pub fn to_load(text: bool) -> Self {
        Self { heading: None, reasons: false, text }
    }

    /// Writes the answer to a question that was decided.
    pub fn decided(&self, decision: &Decision<Answered>) -> String {
        let Decision { answer, because, problems } = decision;
        self.write(answer.json.len() + USUAL_REASONS, |object| {
            object.member("outcome", "decided").member("verdict", answer.verdict.word());
            object.key("answer").push_str(&answer.json);
            self.explain(object, because, problems);
        })
    }

    /// Writes the answer to a review that was decided.
    pub fn reviewed(&self, decision: &Decision<Reviewed>) -> String {
        let Decision { answer, because, problems } = decision;
        self.write(USUAL_REASONS, |object| {
            object
                .member("outcome", "decided")
                .member("verdict", answer.verdict().word())
                .member("review", &answer.review);
            if !answer.of_old_object.is_empty() {
                object.member("ofOldObject", &answer.of_old_object);
            }
            if !answer.as_sent.is_empty() {
                object.member("asSent", &answer.as_sent);
            }
            if let Some(filled) = &answer.filled {
                object.member("filled", filled);
            }
            self.explain(object, because, problems);
        })
    }

    /// Writes the answer to a load that succeeded.
    pub fn loaded(&self, documents: &Documents, problems: &[Problem]) -> String {
        self.write(0, |object| {
            object.member("outcome", "decided");
            ObjectWriter::new(object.key("answer")).member("documents", documents).end();
            self.explain(object, &[], problems);
        })
    }

    /// Writes the answer to a request that could not be decided.
    pub fn undecided(&self, undecided: &Undecided) -> String {
        self.write(0, |object| {
            object.member("outcome", "undecided").member("undecided", undecided.lacks.word());
            self.explain(object, &[], &undecided.problems);
        })
    }

    fn write(&self, room: usize, members: impl FnOnce(&mut ObjectWriter<'_>)) -> String {
        let mut out = String::with_capacity(room);
        let mut object = ObjectWriter::new(&mut out);
        if let Some(Heading { question, edition }) = &self.heading {
            object.member("question", question).member("edition", edition);
        }
        members(&mut object);
        object.end();
        out
    }

    fn explain(&self, object: &mut ObjectWriter<'_>, because: &[Reason], problems: &[Problem]) {
        if self.reasons {
            write_reasons(object.key("because"), because, self.text);
        }
        write_problems(object.key("problems"), problems, self.text);
        if self.text {
            object.member("text", &text(because, problems));
        }
    }
}
