//! Checks that a node which several files contain is the same in all of them: the engine decides, and this module adds
//! the places in the files.

use fitment_host::Limits;
use serde_json::{Value, json};

use super::gathered::{self, Gathered};
use super::load::{self, Manner};
use super::strictness::Strictness;
use crate::cli::exit::Failure;
use crate::cli::members::list;
use crate::cli::session;
use crate::cli::showing::words::Words;

/// Fails with the problem that every question about these nodes would be refused for.
pub fn expect_alike(gathered: &Gathered, strictness: Strictness, limits: Limits) -> Result<(), Failure> {
    let (Some(fleet), objects) = gathered.to_load()? else { return Ok(()) };
    let Ok((mut session, _)) = load::open(&objects, Manner::new(strictness), limits) else { return Ok(()) };
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

/// The code for a node that occurs in two places with different contents.
const TWICE: &str = "nodes-share-uuids";
