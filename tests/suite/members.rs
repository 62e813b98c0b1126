//! The order in which an object has its members shows nothing: clients sort them, people do not.

use std::collections::BTreeSet;

use fitment_tests::calls::known;
use fitment_tests::doors::{Door, Native};
use serde_json::Value;

/// Turns the members of all objects around.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(members) => members.iter().rev().map(|(key, value)| (key.clone(), turned(value))).collect(),
        Value::Array(elements) => elements.iter().map(turned).collect(),
        scalar => scalar.clone(),
    }
}

/// Returns what an answer says, whatever the order: its outcome and verdict, and the codes of its reasons and problems.
fn said(answer: &[u8]) -> (Value, Value, BTreeSet<String>) {
    let answer: Value = serde_json::from_slice(answer).expect("an answer is JSON");
    let of = |list: &str| answer[list].as_array().cloned().unwrap_or_default();
    let codes = of("problems").into_iter().chain(of("because")).map(|one| one["code"].to_string()).collect();
    (answer["outcome"].clone(), answer["verdict"].clone(), codes)
}

#[test]
fn the_order_of_members_shows_nothing() {
    let (mut compared, mut apart) = (0, Vec::new());
    for (name, input) in known() {
        let (mut engine, mut other) = (Native::default(), Native::default());
        for (verb, request) in input.0 {
            // Of a key that is there twice, reading and writing leaves one.
            let Ok(request) = serde_json::from_slice::<Value>(&request) else { continue };
            let answer = said(&engine.call(verb, request.to_string().as_bytes()));
            let of_turned = said(&other.call(verb, turned(&request).to_string().as_bytes()));
            compared += 1;
            if answer != of_turned {
                apart.push(format!("{name}: {answer:?} became {of_turned:?}"));
            }
        }
    }
    assert!(compared > 8_000, "{compared} answers were compared");
    assert!(apart.is_empty(), "{} of {compared}, such as\n{}", apart.len(), apart[..apart.len().min(20)].join("\n"));
}
