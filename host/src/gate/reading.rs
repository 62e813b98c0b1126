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

/// Describes why a question was not decided; `None` if it was.
pub fn undecided(answer: &[u8]) -> Result<Option<String>> {
    let read = read(answer)?;
    // The sentence says where.
    let tell = |Problem { code, path, says, .. }: &Problem<'_>| match says {
        Some(says) => says.clone().into_owned(),
        None => format!("{path}: {code}"),
    };
    Ok((read.outcome != "decided").then(|| told(&read.problems, tell)))
}

/// Returns the name of the question that a request asks, or else all of the request.
pub fn question(request: &[u8]) -> Cow<'_, str> {
    #[derive(Deserialize)]
    struct Asked<'a> {
        #[serde(borrow)]
        question: Cow<'a, str>,
    }
    serde_json::from_slice(request).map_or_else(|_| String::from_utf8_lossy(request), |Asked { question }| question)
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
    Err(Error::refused(refused(&read.problems, request), answer.to_vec(), place))
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

/// Describes the first error of a load, with the name of its object, and counts the others.
fn refused(problems: &[&RawValue], request: &[u8]) -> String {
    told(problems, |Problem { code, path, says, .. }| {
        let place = if path.is_empty() { "the whole" } else { path };
        let place = named(request, path).map_or_else(|| place.to_owned(), |name| format!("`{name}` at {place}"));
        format!("{place}: {}", says.as_ref().unwrap_or(code))
    })
}

/// Describes the first error, and counts the others.
fn told(problems: &[&RawValue], tell: impl Fn(&Problem<'_>) -> String) -> String {
    let problems = problems.iter().filter_map(|problem| serde_json::from_str::<Problem<'_>>(problem.get()).ok());
    let mut errors = problems.filter(|problem| problem.level == "error");
    let Some(first) = errors.next() else { return "it does not say why".to_owned() };
    let first = tell(&first);
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
