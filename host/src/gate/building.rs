use std::time::{Instant, SystemTime};

use super::documents::{DocumentSet, Documents};
use super::reading;
use super::serving::{Serving, Start};
use crate::error::{Error, Result};
use crate::isolation::Isolation;
use crate::prepared::Prepared;
use crate::session::Session;

/// An empty load, whose answer lists the documents that are held.
const NOTHING: &[u8] = br#"{"documents":[]}"#;

const ABOUT: &[u8] = br#"{"question":"fitment/about"}"#;

/// The documents an instance holds, and the warnings from loading them.
struct Held {
    list: String,
    problems: Vec<String>,
}

/// The most instances in use at a time while building and testing.
pub const INSTANCES: u32 = 2;

/// Serves what the engine itself contains: no documents, unless it was compiled with some.
pub fn first(prepared: &Prepared, isolation: Isolation) -> Result<Serving> {
    let begun = Instant::now();
    let list = reading::held(&prepared.session()?.load(NOTHING)?)?;
    let (since, built_in) = (SystemTime::now(), begun.elapsed());
    let documents = Documents { generation: 0, since, built_in, list, problems: Vec::new(), label: String::new() };
    Ok(Serving::new(documents, Start::Compiled(prepared.clone()), isolation))
}

/// Loads documents and tests the result.
pub fn build(prepared: &Prepared, isolation: Isolation, set: &DocumentSet, generation: u64) -> Result<Serving> {
    let begun = Instant::now();
    let (start, Held { list, problems }) = start(prepared, isolation, set)?;
    let (since, built_in, label) = (SystemTime::now(), begun.elapsed(), set.label.clone());
    let documents = Documents { generation, since, built_in, list, problems, label };
    Ok(Serving::new(documents, start, isolation))
}

#[cfg(feature = "compile")]
fn start(prepared: &Prepared, _: Isolation, set: &DocumentSet) -> Result<(Start, Held)> {
    let mut recorder = prepared.recorder()?;
    let problems = loaded(set, |load| recorder.load(load))?;
    let list = reading::held(&recorder.load(NOTHING)?)?;
    let start = Start::Compiled(recorder.snapshot()?.prepared().clone());
    // The snapshot has to hold the same documents and decide the same as the instance it was taken of.
    let mut session = start.session()?;
    let held = reading::held(&session.load(NOTHING)?)?;
    if held != list {
        return Err(Error::unsound(format!("expected the documents {list}, found {held}")));
    }
    for question in questions(set) {
        if decided(&mut session, question)? != recorder.ask(question)? {
            return Err(Error::unsound(format!("`{}` is answered differently", reading::question(question))));
        }
    }
    Ok((start, Held { list, problems }))
}

#[cfg(not(feature = "compile"))]
fn start(prepared: &Prepared, isolation: Isolation, set: &DocumentSet) -> Result<(Start, Held)> {
    if isolation == Isolation::Fresh && !set.is_empty() {
        return Err(Error::no_compiler());
    }
    // Without a snapshot each instance loads the documents itself.
    let start = Start::Loading(prepared.clone(), set.loads.clone());
    let mut session = prepared.session()?;
    let problems = loaded(set, |load| session.load(load))?;
    let list = reading::held(&session.load(NOTHING)?)?;
    for question in questions(set) {
        decided(&mut session, question)?;
    }
    Ok((start, Held { list, problems }))
}

/// Loads a set of documents. Returns the warnings as the engine wrote them.
fn loaded(set: &DocumentSet, mut load: impl FnMut(&[u8]) -> Result<Vec<u8>>) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for (place, request) in set.loads.iter().enumerate() {
        let answer = load(request)?;
        reading::taken(place, request, &answer)?;
        problems.extend(reading::problems(&answer)?);
    }
    Ok(problems)
}

fn questions(set: &DocumentSet) -> impl Iterator<Item = &[u8]> {
    std::iter::once(ABOUT).chain(set.questions.iter().map(Vec::as_slice))
}

fn decided(session: &mut Session, question: &[u8]) -> Result<Vec<u8>> {
    let answer = session.ask(question)?;
    match reading::undecided(&answer)? {
        None => Ok(answer),
        Some(why) => {
            let question = reading::question(question);
            Err(Error::undecided(format!("`{question}` stays undecided with the documents: {why}")))
        }
    }
}
