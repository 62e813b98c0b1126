//! Keys that nobody knows in the documents of a request.

use super::about;
use crate::question::{Decision, KnownFields, Lacks, Outcome, Undecided};
use crate::reason::{Level, Problem};
use crate::wire::{FieldValidation, PathStep, Value};

/// What a request says becomes of such keys.
#[derive(Clone, Copy)]
pub struct Keys {
    validation: FieldValidation,
}

impl Keys {
    /// What is said, else what holds for the verb.
    pub fn of(said: Option<FieldValidation>, usual: FieldValidation) -> Self {
        Self { validation: said.unwrap_or(usual) }
    }

    /// The unknown keys of documents that are to be loaded.
    pub fn of_documents(self, documents: &[Value<'_>]) -> Vec<Problem> {
        let each = documents.iter().enumerate();
        each.flat_map(|(place, document)| {
            let path = PathStep::Index(&PathStep::Root("/documents"), place).pointer();
            self.of_object(*document, &path)
        })
        .collect()
    }

    /// The unknown keys of the documents that stand in what a question is given.
    pub fn of_given(self, question: &str, given: Value<'_>) -> Vec<Problem> {
        if self.validation == FieldValidation::Ignore {
            return Vec::new();
        }
        let policy =
            about::all().find(|policy| question.strip_prefix(policy.name).is_some_and(|rest| rest.starts_with('/')));
        let mut problems = Vec::new();
        for fields in policy.into_iter().flat_map(|policy| policy.fields) {
            for (key, value) in given.members().filter(|(key, _)| fields.members.contains(key)) {
                let path = PathStep::Key(&PathStep::Root("/given"), key).pointer();
                problems.extend(fields.strangers(value, &path, self.level()));
            }
        }
        problems
    }

    /// The unknown keys of the objects of an AdmissionReview.
    pub fn of_review(self, review: Value<'_>) -> Vec<Problem> {
        let request = review.get("request").unwrap_or(Value::NULL);
        let of = |member: &str| {
            let object = request.get(member).unwrap_or(Value::NULL);
            self.of_object(object, &format!("/review/request/{member}"))
        };
        of("object").into_iter().chain(of("oldObject")).collect()
    }

    fn of_object(self, object: Value<'_>, path: &str) -> Vec<Problem> {
        let text = |key: &str| object.get(key).and_then(Value::as_str);
        let (Some(api_version), Some(kind)) = (text("apiVersion"), text("kind")) else { return Vec::new() };
        if self.validation == FieldValidation::Ignore {
            return Vec::new();
        }
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let is_it = |fields: &&KnownFields| fields.kind == Some((group, kind));
        let known = about::all().flat_map(|policy| policy.fields).find(is_it);
        known.map(|fields| fields.strangers(object, path, self.level())).unwrap_or_default()
    }

    /// Refuses a request for the keys that were found in it, if it is to be.
    pub fn refused(self, found: Vec<Problem>) -> Result<Vec<Problem>, Undecided> {
        match self.validation {
            FieldValidation::Strict if !found.is_empty() => Err(Undecided { lacks: Lacks::Request, problems: found }),
            _ => Ok(found),
        }
    }

    /// Adds what was found in the documents to what a question says itself of the keys that nobody reads.
    pub fn judged<A>(self, found: Vec<Problem>, outcome: Outcome<A>) -> Outcome<A> {
        let (problems, decided) = match outcome {
            Ok(Decision { answer, because, problems }) => (problems, Ok((answer, because))),
            Err(Undecided { lacks, problems }) => (problems, Err(lacks)),
        };
        let all = found.into_iter().chain(problems);
        let problems: Vec<Problem> = match self.validation {
            FieldValidation::Ignore => all.filter(|problem| !problem.is_unknown_key()).collect(),
            FieldValidation::Warn => all.collect(),
            FieldValidation::Strict => {
                let (unknown, others): (Vec<Problem>, Vec<Problem>) = all.partition(Problem::is_unknown_key);
                if !unknown.is_empty() {
                    // What cannot be read is said with them, so that all can be mended at once.
                    let unread = if matches!(decided, Err(Lacks::Request)) { others } else { Vec::new() };
                    let problems = unknown.into_iter().map(Problem::into_error).chain(unread).collect();
                    return Err(Undecided { lacks: Lacks::Request, problems });
                }
                others
            }
        };
        match decided {
            Ok((answer, because)) => Ok(Decision { answer, because, problems }),
            Err(lacks) => Err(Undecided { lacks, problems }),
        }
    }

    fn level(self) -> Level {
        if self.validation == FieldValidation::Strict { Level::Error } else { Level::Warning }
    }
}
