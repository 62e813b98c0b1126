//! Calls of an engine, and all inputs whose answers are recorded.

use std::fmt;

use serde_json::{Value, json};

use crate::doors::{Door, Native, Verb};
use crate::files;

/// A sequence of calls to one engine.
#[derive(Clone)]
pub struct Input(pub Vec<(Verb, Vec<u8>)>);

impl Input {
    /// Returns the answers of a fresh engine to all calls.
    pub fn answers(&self) -> Vec<Vec<u8>> {
        let mut engine = Native::default();
        self.0.iter().map(|(verb, request)| engine.call(*verb, request)).collect()
    }

    /// The number of bytes that are sent.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|(_, request)| request.len()).sum()
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(verb, request)| writeln!(f, "{verb:?} {}", request.escape_ascii()))
    }
}

/// Returns the FNV-1a hash of all answers, each followed by a newline.
pub fn digest(answers: &[Vec<u8>]) -> u64 {
    let step = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    answers.iter().flat_map(|answer| answer.iter().copied().chain([b'\n'])).fold(0xcbf2_9ce4_8422_2325, step)
}

/// Returns all known inputs by name: the vectors; the examples of all codes, including reviews, with what they load
/// first; and inputs that reveal planted faults which all others miss.
pub fn known() -> Vec<(String, Input)> {
    let mut inputs = Vec::new();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            let requests = vector.editions().map(|edition| (Verb::Ask, vector.request(edition).into_bytes()));
            inputs.push((format!("{file} `{}`", vector.name), Input(requests.collect())));
        }
    }
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        let name = |one: &Value| format!("the example `{}`", one["name"].as_str().unwrap_or_default());
        inputs.extend(examples.iter().map(|one| (name(one), example(one))));
    }
    inputs.extend(telling());
    inputs
}

/// Returns the inputs that `cargo xtask mutants` found. Each line of the file has a name and the calls, each a verb and
/// the text that is sent.
fn telling() -> impl Iterator<Item = (String, Input)> {
    let lines: Vec<Value> = files::read("tests/telling.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    lines.into_iter().map(|line| {
        let call = |call: &Value| {
            let word = |place: usize| call[place].as_str().expect("a call is a verb and a text");
            (verb(word(0)), word(1).as_bytes().to_vec())
        };
        let calls = line["calls"].as_array().expect("a line has calls");
        (line["name"].as_str().unwrap_or_default().to_owned(), Input(calls.iter().map(call).collect()))
    })
}

fn verb(word: &str) -> Verb {
    match word {
        "load" => Verb::Load,
        "review" => Verb::Review,
        _ => Verb::Ask,
    }
}

fn example(example: &Value) -> Input {
    let mut calls = Vec::new();
    if let Some(load) = example.get("load") {
        let load = if load.is_array() { json!({ "documents": load }) } else { load.clone() };
        calls.push((Verb::Load, load.to_string().into_bytes()));
    }
    let verb = verb(example["verb"].as_str().unwrap_or_default());
    let request = match example["request"].as_str() {
        Some(whole) => whole.to_owned(),
        None => json!({
            "question": example["question"], "given": example["given"], "text": true, "now": "2026-01-01T00:00:00Z",
        })
        .to_string(),
    };
    calls.push((verb, request.into_bytes()));
    Input(calls)
}
