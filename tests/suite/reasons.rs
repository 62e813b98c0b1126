//! Every code is unique, provoked by its example, explained, and worded in reviewed English.

use std::collections::{BTreeMap, BTreeSet};

use fitment::{Code, Engine};
use serde_json::{Value, json};

/// Returns all codes.
fn codes() -> impl Iterator<Item = &'static Code> {
    fitment::policies().flat_map(|policy| policy.codes).flat_map(|list| list.codes.iter().copied())
}

/// Returns the engine's explanation of each code.
pub fn explanations() -> Vec<(&'static str, Value)> {
    let engine = Engine::default();
    codes()
        .map(|code| code.id)
        .map(|code| {
            let request = json!({ "question": "fitment/explain", "given": { "code": code } });
            let answer = engine.ask(request.to_string().as_bytes());
            let envelope: Value = serde_json::from_str(&answer).expect("the engine writes JSON");
            (code, envelope["answer"].clone())
        })
        .collect()
}

/// Whether a code occurs anywhere in the reasons or problems of an answer.
fn shows(value: &Value, code: &str) -> bool {
    match value {
        Value::Object(members) => {
            members.get("code").is_some_and(|found| found == code) || members.values().any(|inside| shows(inside, code))
        }
        Value::Array(elements) => elements.iter().any(|inside| shows(inside, code)),
        _ => false,
    }
}

#[test]
fn codes_are_unique_and_worded_alike() {
    let mut seen = BTreeSet::new();
    for code in codes() {
        assert!(seen.insert(code.id), "`{}` is declared twice", code.id);
        let id = code.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(id, "`{}` is not made of small letters, digits and dashes", code.id);
        for (part, text) in [
            ("says", code.says),
            ("means", code.means),
            ("why", code.why),
            ("source", code.source),
            ("cure", code.cure),
        ] {
            assert!(!text.is_empty(), "`{}` says nothing of `{part}`", code.id);
            assert!(
                !text.ends_with('.') && !text.contains('\n'),
                "`{part}` of `{}` ends in a full stop or breaks",
                code.id
            );
            let first = text.chars().next().unwrap_or_default();
            assert!(
                part == "source" || !first.is_uppercase() || starts_with_a_name(text),
                "`{part}` of `{}`: {text}",
                code.id
            );
        }
    }
}

/// Names keep their capital letter.
fn starts_with_a_name(text: &str) -> bool {
    [
        "JSON",
        "API",
        "CPU",
        "RFC",
        "NamespacedCloudProfile",
        "CloudProfile",
        "Shoot",
        "Placement",
        "Ironic",
        "Nova",
        "Kubernetes",
        "Rancher",
        "Fleet",
        "GitHub",
        "Ready",
        "Secrets",
    ]
    .iter()
    .any(|name| text.starts_with(name))
}

#[test]
fn every_example_shows_its_code() {
    for (code, explanation) in explanations() {
        let answer = &explanation["example"]["answer"];
        assert!(!answer.is_null(), "`{code}` has no example");
        assert!(shows(answer, code), "the example of `{code}` does not show it: {answer}");
    }
}

#[test]
fn every_code_in_english() {
    let engine = Engine::default();
    let explanations = explanations();
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    for policy in fitment::policies() {
        for code in policy.codes.iter().flat_map(|list| list.codes) {
            let (_, explanation) = explanations.iter().find(|(id, _)| *id == code.id).expect("a code is explained");
            let answer = &explanation["example"]["answer"];
            let given = json!({ "because": answer["because"], "problems": answer["problems"] });
            let request = json!({ "question": "fitment/words", "given": given });
            let words: Value = serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("JSON");
            let words = indent(words["answer"]["text"].as_str().unwrap_or_default());
            pages.entry(policy.name).or_default().push_str(&format!("{}\n{words}\n", code.id));
        }
    }
    for (policy, page) in pages {
        insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(format!("english-{policy}"), page);
        });
    }
}

#[test]
fn words_are_the_same_with_the_answer_and_after_it() {
    let engine = Engine::default();
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        for example in examples.iter().filter(|example| example.get("question").is_some()) {
            let mut request = json!({ "question": example["question"], "text": true, "given": example["given"] });
            for (key, value) in [("edition", &example["edition"][0]), ("now", &example["now"])] {
                if !value.is_null() {
                    request[key] = value.clone();
                }
            }
            let answer: Value = serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("JSON");
            let given = json!({ "because": answer["because"], "problems": answer["problems"] });
            let again = json!({ "question": "fitment/words", "given": given });
            let words: Value = serde_json::from_str(&engine.ask(again.to_string().as_bytes())).expect("JSON");
            assert_eq!(words["answer"]["text"], answer["text"], "{}", example["name"]);
        }
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
