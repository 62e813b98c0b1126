use std::path::PathBuf;

use clap::Args;
use fitment_host::{Host, Limits, Session};
use serde_json::{Value, json};

use super::exit::{Exit, Failure};
use super::input;

/// Documents to load before the question.
#[derive(Debug, Args)]
pub struct Loading {
    /// Documents that the question may name, in JSON or YAML.
    #[arg(long = "load", value_name = "FILE", num_args = 1..)]
    pub files: Vec<PathBuf>,

    /// Give the loaded documents the API server's defaults first, as files from git need it.
    #[arg(long, requires = "files")]
    pub defaulted: bool,
}

/// Why there is no session: the sandbox failed, or a load was refused.
pub enum Closed {
    Failed(Failure),
    /// The engine's answer to the load, and the session to ask what it says in English.
    Refused(Vec<u8>, Box<Session>),
}

/// An instance of the engine that this binary carries, with the documents loaded, and what it holds then.
pub fn open(limits: Limits, loading: &Loading) -> Result<(Session, Value), Closed> {
    let failed = |failure: Failure| Closed::Failed(failure);
    let mut session = plain(limits).map_err(failed)?;
    let mut loaded = Value::Null;
    if !loading.files.is_empty() {
        let request = input::load_request(&loading.files, loading.defaulted).map_err(failed)?;
        let answer = session.load(&request).map_err(|error| failed(error.into()))?;
        loaded = envelope(&answer);
        if exit_of(&loaded) != Exit::Yes {
            return Err(Closed::Refused(answer, Box::new(session)));
        }
    }
    Ok((session, loaded))
}

/// An instance without documents.
pub fn plain(limits: Limits) -> Result<Session, Failure> {
    Ok(Host::new(limits)?.embedded()?.session()?)
}

/// An answer of the engine to look into. The engine writes JSON; anything else would be a defect and reads as null.
pub fn envelope(answer: &[u8]) -> Value {
    serde_json::from_slice(answer).unwrap_or_default()
}

/// The exit that an answer asks for.
pub fn exit_of(envelope: &Value) -> Exit {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    match (word("outcome"), word("undecided"), word("verdict")) {
        (Some("decided"), _, Some("no")) => Exit::No,
        (Some("decided"), ..) => Exit::Yes,
        (_, Some("facts"), _) => Exit::Facts,
        _ => Exit::Request,
    }
}

/// What an answer's reasons and problems say in English, for answers that come without it.
pub fn words(session: &mut Session, envelope: &Value) -> Option<String> {
    let given = json!({ "because": envelope.get("because"), "problems": envelope.get("problems") });
    let request = json!({ "question": "fitment/words", "given": given });
    let answer = self::envelope(&session.ask(request.to_string().as_bytes()).ok()?);
    answer.pointer("/answer/text").and_then(Value::as_str).map(str::to_owned)
}
