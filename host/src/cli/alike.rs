//! Whether a node that several files show is shown alike: the engine says so, and here stand the places in the files.

use fitment_host::Limits;
use serde_json::{Value, json};

use super::exit::Failure;
use super::gathered::{self, Gathered};
use super::members::list;
use super::words::Words;
use super::{load, session};

/// Refuses what every question about these nodes would refuse.
pub fn expect_alike(gathered: &Gathered, strictness: load::Strictness, limits: Limits) -> Result<(), Failure> {
    let (Some(fleet), objects) = gathered.to_load()? else { return Ok(()) };
    let Ok((mut session, _)) = load::open(&objects, false, strictness, limits) else { return Ok(()) };
    let request = json!({
        "question": "traits/match-nodes", "given": { "fleet": fleet, "flavor": { "extra_specs": {} } }
    });
    let mut envelope = session::envelope(&session.ask(request.to_string().as_bytes())?);
    if let Some(problems) = envelope.get_mut("problems").and_then(Value::as_array_mut) {
        problems.retain(|problem| problem["code"] == TWICE);
    }
    let (placed, _) = gathered::placed(&envelope, |path| gathered.origin_of(path));
    let words = Words::of(&mut session, &placed);
    let told: Vec<&str> = (0..list(&placed["problems"]).len()).map(|number| words.problem(number)).collect();
    if told.is_empty() { Ok(()) } else { Err(Failure::Input(told.join("\nerror: "))) }
}

/// The code of a node that is shown at two places and not alike.
const TWICE: &str = "nodes-share-uuids";
