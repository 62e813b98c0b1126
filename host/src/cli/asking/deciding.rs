use std::time::SystemTime;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::load::Manner;
use super::strictness::Strictness;
use crate::cli::showing::output::Format;

/// The circumstances of a decision: edition, time and strictness.
#[derive(Debug, Args)]
pub struct Deciding {
    #[command(flatten)]
    pub strictness: Strictness,

    /// Whose behaviour to follow.
    #[arg(long, default_value = "design")]
    edition: Edition,

    /// The time to decide with, as `2026-01-01T00:00:00Z`; now unless given.
    #[arg(long, value_name = "TIME", default_value_t = now(), hide_default_value = true)]
    now: String,
}

/// The editions a question can be asked in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Edition {
    /// The design texts, completed with upstream where they are silent.
    Design,
    /// What the real software does today.
    Upstream,
}

impl Edition {
    /// The word that a request uses for the edition.
    pub fn word(self) -> &'static str {
        match self {
            Self::Design => "design",
            Self::Upstream => "upstream",
        }
    }
}

impl Deciding {
    /// The word a request uses for the edition.
    pub fn edition(&self) -> &'static str {
        self.edition.word()
    }

    /// How documents are loaded for the decision, as an API server hands them out.
    pub fn loading(&self) -> Manner {
        Manner { edition: self.edition(), ..Manner::new(self.strictness) }
    }

    /// The time to decide with.
    pub fn now(&self) -> &str {
        &self.now
    }

    /// Builds the request for a question.
    pub fn request(&self, question: &str, given: &Value, format: Format) -> Vec<u8> {
        self.request_with(question, &given.to_string(), format)
    }

    /// Like [`Deciding::request`], with the input as it is written, so that the engine sees repeated keys.
    pub fn request_with(&self, question: &str, given: &str, format: Format) -> Vec<u8> {
        let mut request = json!({
            "question": question,
            "edition": self.edition(),
            "now": self.now(),
            "text": format == Format::Text,
            "fieldValidation": self.strictness.word(),
        })
        .to_string();
        request.pop();
        request.push_str(&format!(r#","given":{given}}}"#));
        request.into_bytes()
    }
}

/// The current time, to the second.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
