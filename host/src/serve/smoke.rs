use std::borrow::Cow;
use std::path::PathBuf;

use serde_json::Value;

use crate::cli::exit::Failure;
use crate::cli::reading::source::Source;

/// Reads the questions that documents have to decide: envelopes in JSON or YAML files.
pub fn questions(files: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    let mut questions = Vec::new();
    for file in files {
        let source = Source::read(file)?;
        let before = questions.len();
        questions.extend(source.documents()?.into_iter().map(with_sentences));
        if questions.len() == before {
            return Err(Failure::file(file, "found no question, expected an envelope such as `{\"question\": …}`"));
        }
    }
    Ok(questions)
}

/// Asks a question for sentences too, in which it is told if it is not decided.
fn with_sentences(question: Cow<'_, [u8]>) -> Vec<u8> {
    let envelope = serde_json::from_slice(&question).unwrap_or(Value::Null);
    if envelope.get("question").is_none() || envelope.get("text").is_some() {
        return question.into_owned();
    }
    let members = question.trim_ascii_start().get(1..).unwrap_or_default();
    [br#"{"text":true,"#, members].concat()
}
