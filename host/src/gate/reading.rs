//! What the gate reads of the engine's answers: whether it decided, and which documents it holds. Everything else
//! passes through.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::verb::Outcome;
use crate::error::{Error, Result};

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    outcome: Cow<'a, str>,
    #[serde(borrow)]
    undecided: Option<Cow<'a, str>>,
    #[serde(borrow)]
    verdict: Option<Cow<'a, str>>,
    #[serde(borrow)]
    answer: Option<&'a RawValue>,
    #[serde(borrow, default)]
    problems: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Problem<'a> {
    #[serde(borrow)]
    level: Cow<'a, str>,
    #[serde(borrow)]
    code: Cow<'a, str>,
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    says: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Held<'a> {
    #[serde(borrow)]
    documents: &'a RawValue,
}

fn read(answer: &[u8]) -> Result<Answer<'_>> {
    serde_json::from_slice(answer).map_err(|_| Error::bad_answer("it is not in the engine's format"))
}

/// Whether a question was decided.
pub fn is_decided(answer: &[u8]) -> Result<bool> {
    Ok(read(answer)?.outcome == "decided")
}

/// Returns the outcome of an answer.
pub fn outcome(answer: &[u8]) -> Result<Outcome> {
    let Answer { outcome, undecided, verdict, .. } = read(answer)?;
    match (&*outcome, verdict.as_deref(), undecided.as_deref()) {
        ("decided", Some("yes"), _) => Ok(Outcome::Yes),
        ("decided", Some("no"), _) => Ok(Outcome::No),
        ("decided", Some("none"), _) => Ok(Outcome::Neither),
        ("undecided", _, Some("request")) => Ok(Outcome::Request),
        ("undecided", _, Some("facts")) => Ok(Outcome::Facts),
        _ => Err(Error::bad_answer("it does not say its outcome")),
    }
}

/// Checks that a load, which is at this place in its set, was taken.
pub fn taken(place: usize, request: &[u8], answer: &[u8]) -> Result<()> {
    let read = read(answer)?;
    if read.outcome == "decided" {
        return Ok(());
    }
    let problems = read.problems.iter().filter_map(|problem| serde_json::from_str(problem.get()).ok());
    let problems: Vec<Problem<'_>> = problems.collect();
    Err(Error::refused(says(&problems, request), answer.to_vec(), place))
}

/// Returns the list of all documents held after a load, as the engine wrote it.
pub fn held(answer: &[u8]) -> Result<String> {
    taken(0, b"", answer)?;
    let read = read(answer)?;
    let held = read.answer.and_then(|held| serde_json::from_str::<Held>(held.get()).ok());
    let held = held.ok_or_else(|| Error::bad_answer("it does not say which documents are held"))?;
    Ok(held.documents.get().to_owned())
}

/// Returns the warnings of a load, each as the engine wrote it.
pub fn problems(answer: &[u8]) -> Result<Vec<String>> {
    Ok(read(answer)?.problems.iter().map(|problem| problem.get().to_owned()).collect())
}

/// Describes the first error, with the name of its object, and counts the others.
fn says(problems: &[Problem], request: &[u8]) -> String {
    let mut errors = problems.iter().filter(|problem| problem.level == "error");
    let Some(Problem { code, path, says, .. }) = errors.next() else { return "it does not say why".to_owned() };
    let place = if path.is_empty() { "the whole" } else { path };
    let place = named(request, path).map_or_else(|| place.to_owned(), |name| format!("`{name}` at {place}"));
    let first = says.as_ref().map_or_else(|| format!("{place}: {code}"), |says| format!("{place}: {says}"));
    match errors.count() {
        0 => first,
        more => format!("{first} (and {more} more)"),
    }
}

/// Returns kind, namespace and name of the object in a load that a pointer leads to or into.
fn named(request: &[u8], path: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Load<'a> {
        #[serde(borrow)]
        documents: Vec<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Head {
        kind: String,
        #[serde(default)]
        metadata: Metadata,
    }
    #[derive(Default, Deserialize)]
    struct Metadata {
        #[serde(default)]
        namespace: String,
        #[serde(default)]
        name: String,
    }
    let place: usize = path.strip_prefix("/documents/")?.split('/').next()?.parse().ok()?;
    let load: Load<'_> = serde_json::from_slice(request).ok()?;
    let Head { kind, metadata } = serde_json::from_str(load.documents.get(place)?.get()).ok()?;
    let parts = [kind, metadata.namespace, metadata.name];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"))
}
