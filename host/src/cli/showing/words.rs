use fitment_host::Session;
use serde_json::{Value, json};

use crate::cli::members::{list, word};
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::session;

/// The English sentences of an answer's reasons and problems.
pub struct Words {
    because: Value,
    problems: Value,
    /// The places of the problems.
    places: Vec<Option<Stands>>,
}

impl Words {
    /// Returns the sentences of an answer. If it came without, as after a load, asks the engine for them.
    pub fn of(session: &mut Session, envelope: &Value) -> Self {
        let both =
            |of: &Value| Self { because: of["because"].clone(), problems: of["problems"].clone(), places: Vec::new() };
        if envelope.get("text").is_some() {
            return both(envelope);
        }
        let given = json!({ "because": envelope.get("because"), "problems": envelope.get("problems") });
        let request = json!({ "question": "fitment/words", "given": given });
        let answer = session.ask(request.to_string().as_bytes()).unwrap_or_default();
        both(&session::envelope(&answer)["answer"])
    }

    /// Returns the sentences of an answer about the contents of files, with the places of its problems.
    pub fn of_files(session: &mut Session, envelope: &Value, origin: impl Fn(&str) -> Option<Origin>) -> Self {
        let places = places::of_problems(&envelope["problems"], &origin);
        Self::of(session, &places::in_files(envelope, origin)).placed(places)
    }

    /// Adds the places of the problems.
    pub fn placed(self, places: Vec<Option<Stands>>) -> Self {
        Self { places, ..self }
    }

    /// The lines of the reasons, each indented beneath the one it supports.
    pub fn because(&self) -> impl Iterator<Item = String> {
        self.reasons().map(|(depth, says)| format!("{:1$}{says}\n", "", 2 * depth))
    }

    /// The lines of the problems.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        list(&self.problems).iter().enumerate().map(|(number, problem)| {
            let (level, says) = (word(&problem["level"]), word(&problem["says"]));
            match self.places.get(number) {
                Some(Some(place)) => format!("{level}: {}: {}\n", place.at, place.quoted(problem, says)),
                _ => format!("{level}: {says}\n"),
            }
        })
    }

    /// The sentence of a problem.
    pub fn problem(&self, number: usize) -> &str {
        list(&self.problems).get(number).map(|problem| word(&problem["says"])).unwrap_or_default()
    }

    /// The sentence of a top-level reason.
    pub fn reason(&self, number: usize) -> &str {
        list(&self.because).get(number).map(|reason| word(&reason["says"])).unwrap_or_default()
    }

    /// The sentences directly beneath the first reason, in order.
    pub fn beneath_first(&self) -> Vec<String> {
        let first = list(&self.because).first().map(|reason| list(&reason["because"])).unwrap_or_default();
        first.iter().map(|reason| word(&reason["says"]).to_owned()).collect()
    }

    /// The sentences of all reasons, each with its depth in the tree.
    fn reasons(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut found = Vec::new();
        push_reasons(&mut found, &self.because, 0);
        found.into_iter()
    }
}

fn push_reasons<'w>(found: &mut Vec<(usize, &'w str)>, reasons: &'w Value, depth: usize) {
    for reason in list(reasons) {
        found.push((depth, word(&reason["says"])));
        push_reasons(found, &reason["because"], depth + 1);
    }
}
