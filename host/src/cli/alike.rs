//! Whether a node that several files show is shown alike: the engine says so, and here stand the places in the files.

use fitment_host::Limits;
use serde_json::json;

use super::exit::Failure;
use super::gathered::Gathered;
use super::members::list;
use super::places;
use super::words::Words;
use super::{load, session};

/// Refuses what every question about these nodes would refuse.
pub fn expect_alike(gathered: &Gathered, strictness: load::Strictness, limits: Limits) -> Result<(), Failure> {
    let (Some(fleet), objects) = gathered.to_load()? else { return Ok(()) };
    let Ok((mut session, _)) = load::open(&objects, false, strictness, limits) else { return Ok(()) };
    let request = json!({
        "question": "traits/match-nodes", "text": true, "given": { "fleet": fleet, "flavor": { "extra_specs": {} } }
    });
    let envelope = session::envelope(&session.ask(request.to_string().as_bytes())?);
    let words = Words::of(&mut session, &envelope);
    let problems = list(&envelope["problems"]).iter().enumerate();
    let twice = problems.filter(|(_, problem)| problem["code"] == TWICE).map(|(number, problem)| {
        let path = problem["path"].as_str().unwrap_or_default();
        in_files(gathered, &words.problem(number).replacen(&format!(" (at {path})"), "", 1))
    });
    let told: Vec<String> = twice.collect();
    if told.is_empty() { Ok(()) } else { Err(Failure::Input(told.join("\nerror: "))) }
}

/// The code of a node that is shown at two places and not alike.
const TWICE: &str = "nodes-share-uuids";

/// The place of a node in the fleet that is made of those in files.
const PLACE: &str = "Fleet/nodes#/nodes/";

/// A sentence with the places in files instead of those in the fleet.
pub fn in_files(gathered: &Gathered, says: &str) -> String {
    let mut parts = says.split(PLACE);
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_at(part.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(part.len()));
        let node = number.parse().ok().and_then(|number: usize| gathered.nodes.get(number));
        match node.and_then(|node| places::of_value(node.origin.clone())) {
            Some(place) => told.push_str(&format!("{place}{rest}")),
            None => told.push_str(&format!("{PLACE}{part}")),
        }
    }
    told
}
