use fitment_host::{Host, Limits, Session};
use serde_json::Value;

use super::exit::{Exit, Failure};

/// Opens a session without documents.
pub fn plain(limits: Limits) -> Result<Session, Failure> {
    Ok(Host::new(limits)?.embedded()?.session()?)
}

/// Parses an answer of the engine. The engine writes JSON; anything else would be a defect and reads as null.
pub fn envelope(answer: &[u8]) -> Value {
    serde_json::from_slice(answer).unwrap_or_default()
}

/// The exit code for an answer.
pub fn exit_of(envelope: &Value) -> Exit {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    match (word("outcome"), word("undecided"), word("verdict")) {
        (Some("decided"), _, Some("no")) => Exit::No,
        (Some("decided"), ..) => Exit::Yes,
        (_, Some("facts"), _) => Exit::Facts,
        _ => Exit::Request,
    }
}
