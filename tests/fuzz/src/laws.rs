use std::collections::BTreeMap;

use fitment_tests::calls::Input;
use fitment_tests::doors::Verb;
use fitment_tests::law::{CONSTANT, for_a_byte};
use serde_json::value::RawValue;

use crate::memory;

/// Checks the answers to an input against the laws that hold for all answers. The error says which law is broken.
pub fn hold(input: &Input) -> Result<(), String> {
    let (first, most) = memory::of(|| input.answers());
    let mut dearest = 0;
    for ((verb, _), answer) in input.0.iter().zip(&first) {
        dearest = dearest.max(for_a_byte(&asked(*verb, answer)?));
    }
    // All answers are kept until the last one is complete.
    let kept: usize = first.iter().map(Vec::len).sum();
    let allowed = CONSTANT + dearest * input.bytes() + kept;
    if most > allowed {
        return Err(format!("{most} bytes of memory, expected at most {allowed}"));
    }
    Ok(())
}

/// Checks that the same calls get the same bytes a second time.
pub fn hold_again(input: &Input) -> Result<(), String> {
    if input.answers() == input.answers() { Ok(()) } else { Err("other bytes the second time".to_owned()) }
}

/// Returns the question or verb that an answer belongs to, if the answer is well-formed.
fn asked(verb: Verb, answer: &[u8]) -> Result<String, String> {
    let shown = || String::from_utf8_lossy(answer.get(..200).unwrap_or(answer)).into_owned();
    let text = std::str::from_utf8(answer).map_err(|error| format!("no text: {error}: {}", shown()))?;
    let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(text);
    let members = members.map_err(|error| format!("no JSON: {error}: {}", shown()))?;
    let has = |part: &str| text.contains(part);
    let decided = has(r#""outcome":"decided""#);
    let undecided = has(r#""outcome":"undecided""#) && has(r#""problems":["#);
    if !decided && !undecided {
        return Err(format!("neither decided nor undecided: {}", shown()));
    }
    if decided && verb == Verb::Review && !has(r#""review":{"#) {
        return Err(format!("a review without its response: {}", shown()));
    }
    let verb = match verb {
        Verb::Load => "load",
        Verb::Ask => "ask",
        Verb::Review => "review",
    };
    Ok(members.get("question").map_or(verb, |question| question.get().trim_matches('"')).to_owned())
}
