use fitment_host::{Host, Limits, Session};
use serde_json::Value;

use super::exit::{Exit, Failure};

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
