use std::fmt;

use fitment_tests::doors::Verb;
use fitment_tests::files;
use serde_json::{Value, json};

/// Calls one after the other, of one engine.
#[derive(Clone)]
pub struct Input(pub Vec<(Verb, Vec<u8>)>);

impl Input {
    /// How many bytes are sent.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|(_, request)| request.len()).sum()
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(verb, request)| writeln!(f, "{verb:?} {}", request.escape_ascii()))
    }
}

/// What is known to be sent: the vectors, and the examples of all codes with what they load first, reviews among them.
pub fn corpus() -> Vec<Input> {
    let mut inputs = Vec::new();
    for (_, vectors) in files::vectors() {
        for vector in vectors {
            let requests = vector.editions().map(|edition| vector.request(edition));
            inputs.extend(requests.map(|request| Input(vec![(Verb::Ask, request.into_bytes())])));
        }
    }
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        inputs.extend(examples.iter().map(example));
    }
    inputs
}

fn example(example: &Value) -> Input {
    let mut calls = Vec::new();
    if let Some(load) = example.get("load") {
        let load = if load.is_array() { json!({ "documents": load }) } else { load.clone() };
        calls.push((Verb::Load, load.to_string().into_bytes()));
    }
    let verb = match example["verb"].as_str() {
        Some("load") => Verb::Load,
        Some("review") => Verb::Review,
        _ => Verb::Ask,
    };
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
