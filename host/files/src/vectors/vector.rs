use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::expectation::{self, Mismatch};

/// A question with its expected answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// What the vector shows.
    pub name: String,
    /// The question, as `policy/question`.
    pub question: String,
    /// The editions it applies to; if empty, the default one.
    #[serde(default)]
    edition: Vec<String>,
    /// The time, if the answer depends on it.
    now: Option<String>,
    /// The question's input, as it is written.
    given: Box<RawValue>,
    expect: Option<Value>,
    outcome: Option<Value>,
    verdict: Option<Value>,
    because: Option<Value>,
    problems: Option<Value>,
    /// Where the expected outcome comes from.
    #[serde(default)]
    pub source: String,
}

/// Reads a file of vectors: a JSON array.
pub fn read(file: &[u8]) -> serde_json::Result<Vec<Vector>> {
    serde_json::from_slice(file)
}

impl Vector {
    /// The editions the vector applies to.
    pub fn editions(&self) -> impl Iterator<Item = &str> {
        let default = self.edition.is_empty().then_some("design");
        self.edition.iter().map(String::as_str).chain(default)
    }

    /// Builds the request for an edition, with `given` as it is written.
    pub fn request(&self, edition: &str) -> String {
        let text = |text: &str| Value::from(text).to_string();
        let now = self.now.as_deref().map(|now| format!(r#""now":{},"#, text(now))).unwrap_or_default();
        let (question, edition, given) = (text(&self.question), text(edition), self.given.get());
        format!(r#"{{"question":{question},"edition":{edition},{now}"given":{given}}}"#)
    }

    /// Compares an answer with the expectation, and returns the first difference.
    pub fn compare(&self, answer: &[u8]) -> Result<(), Mismatch> {
        let envelope: Value = serde_json::from_slice(answer)
            .map_err(|error| Mismatch::new("", Value::from("an answer"), Some(Value::from(error.to_string()))))?;
        let decided = Value::from("decided");
        let outcome = self.outcome.as_ref().unwrap_or(&decided);
        let parts = [
            ("outcome", Some(outcome)),
            ("verdict", self.verdict.as_ref()),
            ("answer", self.expect.as_ref()),
            ("because", self.because.as_ref()),
            ("problems", self.problems.as_ref()),
        ];
        for (key, wanted) in parts {
            if let Some(wanted) = wanted {
                expectation::compare(wanted, envelope.get(key)).map_err(|mismatch| mismatch.below(key))?;
            }
        }
        Ok(())
    }
}
