use fitment_tests::doors::{Door, Native, Verb};
use serde_json::value::RawValue;

use crate::input::Input;
use crate::memory;

/// How much memory an answer may take: so much, and so much more for each byte that was sent.
const BASE: usize = 64 << 20;
const A_BYTE: usize = 16 << 10;

/// What an engine answers to all calls.
fn answers(input: &Input) -> Vec<Vec<u8>> {
    let mut engine = Native::default();
    input.0.iter().map(|(verb, request)| engine.call(*verb, request)).collect()
}

/// Holds the answers to an input against what is true of all of them. The error says which law is broken.
pub fn hold(input: &Input) -> Result<(), String> {
    let (first, most) = memory::of(|| answers(input));
    let allowed = BASE + A_BYTE * input.bytes();
    if most > allowed {
        return Err(format!("{most} bytes of memory, expected at most {allowed}"));
    }
    for ((verb, _), answer) in input.0.iter().zip(&first) {
        expect_envelope(*verb, answer)?;
    }
    Ok(())
}

/// Whether the same calls get the same bytes once more.
pub fn hold_again(input: &Input) -> Result<(), String> {
    if answers(input) == answers(input) { Ok(()) } else { Err("other bytes the second time".to_owned()) }
}

fn expect_envelope(verb: Verb, answer: &[u8]) -> Result<(), String> {
    let shown = || String::from_utf8_lossy(answer.get(..200).unwrap_or(answer)).into_owned();
    let text = std::str::from_utf8(answer).map_err(|error| format!("no text: {error}: {}", shown()))?;
    serde_json::from_str::<&RawValue>(text).map_err(|error| format!("no JSON: {error}: {}", shown()))?;
    let has = |part: &str| text.contains(part);
    let decided = has(r#""outcome":"decided""#);
    let undecided = has(r#""outcome":"undecided""#) && has(r#""problems":["#);
    if !decided && !undecided {
        return Err(format!("neither decided nor undecided: {}", shown()));
    }
    if decided && verb == Verb::Review && !has(r#""review":{"#) {
        return Err(format!("a review without its response: {}", shown()));
    }
    Ok(())
}
