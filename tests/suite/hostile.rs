//! Hostile or truncated input gets an undecided answer or a refusal. It never causes a trap and changes nothing.

use fitment_tests::doors::{self, Door, Native, Verb};
use serde_json::Value;

/// Returns the codes of an undecided answer's problems.
fn undecided(answer: &[u8]) -> Vec<String> {
    let envelope: Value = serde_json::from_slice(answer).expect("an answer is JSON");
    assert_eq!(envelope["outcome"], "undecided", "{envelope}");
    for absent in ["answer", "verdict", "review"] {
        assert!(envelope.get(absent).is_none(), "{envelope}");
    }
    let problems = envelope["problems"].as_array().expect("problems are a list");
    problems.iter().filter_map(|problem| problem["code"].as_str().map(str::to_owned)).collect()
}

/// Returns valid requests of every verb, including the example questions of all codes.
fn requests() -> Vec<(Verb, String)> {
    let mut requests = vec![
        (Verb::Load, r#"{"documents":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"é"}}],"remove":[],"complete":[{"apiVersion":"v1","kind":"Secret"}],"defaulted":false}"#.to_owned()),
        (Verb::Review, r#"{"review":{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","kind":{"group":"","version":"v1","kind":"ConfigMap"},"operation":"CREATE"}},"phase":"validating","now":"2026-01-01T00:00:00Z"}"#.to_owned()),
    ];
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        for example in examples.iter().filter(|example| example.get("question").is_some()) {
            let (question, given) = (&example["question"], &example["given"]);
            requests.push((Verb::Ask, format!(r#"{{"question":{question},"text":true,"given":{given}}}"#)));
        }
    }
    requests
}

#[test]
fn a_request_cut_anywhere_is_undecided() {
    let mut cuts = 0;
    for mut door in doors::near() {
        for (number, (verb, request)) in requests().into_iter().enumerate() {
            // The first requests are cut everywhere, which covers every verb; the others only at intervals.
            let step = if number < 8 { 1 } else { 11 };
            for end in (number % step..request.len()).step_by(step) {
                let codes = undecided(&door.call(verb, &request.as_bytes()[..end]));
                let named = ["truncated-json", "not-utf8", "malformed-json"].contains(&codes[0].as_str());
                assert!(named, "{} {verb:?} cut at {end}: {codes:?}", door.name());
                cuts += 1;
            }
            door.call(verb, request.as_bytes());
        }
    }
    println!("{cuts} cut requests are undecided");
}

#[test]
fn every_byte_may_be_any_other() {
    const STRANGERS: [u8; 8] = [0, b'"', b'{', b']', b'\\', b'9', 0x80, 0xff];
    let mut engine = Native::default();
    let mut sandbox = doors::narrowest();
    for (number, (verb, request)) in requests().into_iter().enumerate() {
        // Every byte of the first requests is changed, which covers every verb, and every fourth byte of the others, to
        // a different stranger each time.
        let step = if number < 8 { 1 } else { 4 };
        for (tried, at) in (number % step..request.len()).step_by(step).enumerate() {
            let mut changed = request.clone().into_bytes();
            changed[at] = STRANGERS[(number + tried) % STRANGERS.len()];
            let answer = engine.call(verb, &changed);
            // Some changes result in another valid request. There has to be an answer in any case.
            let read: Value = serde_json::from_slice(&answer).expect("an answer is JSON");
            let outcome = read["outcome"].as_str();
            assert!(matches!(outcome, Some("decided" | "undecided")), "{verb:?} {request} changed at {at}: {read}");
            // The sandbox would take minutes for all of them.
            if tried % 31 == number % 31 {
                assert!(
                    sandbox.call(verb, &changed) == answer,
                    "{verb:?} {request} changed at {at} differs in the sandbox"
                );
            }
        }
    }
}

#[test]
fn deep_large_and_broken_requests_have_named_refusals() {
    let ask = |given: &str| format!(r#"{{"question":"fitment/about","given":{given}}}"#).into_bytes();
    let long = "x".repeat(64 << 20);
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (vec![b'['; 1 << 20], "too-deep"),
        (ask(&format!("{}{}", "[".repeat(200), "]".repeat(200))), "too-deep"),
        ("{\"a\":".repeat(127).into_bytes(), "truncated-json"),
        (ask(&format!("\"{long}\"")), "too-large"),
        (Vec::new(), "truncated-json"),
        (b"\xff\xfe".to_vec(), "not-utf8"),
        (ask("\"\\ud800\""), "lone-surrogate"),
        (ask("{\"a\":1,\"a\":1}"), "duplicate-key"),
        (ask("1e999999"), "wrong-type"),
        (ask("[]"), "wrong-type"),
        (b"[]".to_vec(), "wrong-type"),
        (b"null".to_vec(), "wrong-type"),
        (br#"{"question":1}"#.to_vec(), "wrong-type"),
        (br#"{"question":"fitment/about","given":{},"extra":1}"#.to_vec(), "unknown-field"),
        (br#"{"question":"fitment/about","now":"2026-01-01"}"#.to_vec(), "now-malformed"),
    ];
    for mut door in doors::near() {
        for (request, code) in &cases {
            if door.name() == "host" && request.len() > 32 << 20 {
                continue;
            }
            assert_eq!(undecided(&door.call(Verb::Ask, request))[0], *code, "{}", door.name());
        }
    }
}

#[test]
fn a_load_is_all_or_nothing() {
    let document = |name: &str, note: &str| {
        format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"{name}"}},"data":{{"note":"{note}"}}}}"#)
    };
    let load = |documents: &[String]| format!(r#"{{"documents":[{}]}}"#, documents.join(","));
    for mut door in doors::near() {
        let before = door.call(Verb::Load, load(&[document("a", "1"), document("b", "1")]).as_bytes());
        let refused = [
            load(&[document("c", "1"), document("a", "2"), document("c", "2")]),
            load(&[document("c", "1"), r#"{"kind":"ConfigMap"}"#.to_owned()]),
            load(&[document("c", "1"), document("", "1")]),
            format!(r#"{{"documents":[{}],"remove":[{{"kind":"ConfigMap"}}]}}"#, document("c", "1")),
            format!(
                r#"{{"remove":[{{"apiVersion":"v1","kind":"ConfigMap","name":"a"}}],"documents":[{0},{0}]}}"#,
                document("c", "1")
            ),
        ];
        for request in refused {
            undecided(&door.call(Verb::Load, request.as_bytes()));
        }
        assert_eq!(door.call(Verb::Load, b"{}"), before, "{}: a refused load changed something", door.name());
        let removed = r#"{"remove":[{"apiVersion":"v2","kind":"ConfigMap","name":"a"},{"apiVersion":"v1","kind":"Secret","name":"z"}]}"#;
        let after: Value =
            serde_json::from_slice(&door.call(Verb::Load, removed.as_bytes())).expect("an answer is JSON");
        assert_eq!(after["answer"]["documents"].as_array().map(Vec::len), Some(1), "{}", door.name());
    }
}

#[test]
fn many_small_documents_load_in_one_breath() {
    // Quadratic work on a list that a client controls would exceed the deadline here.
    let documents =
        (0..40_000).map(|index| format!(r#"{{"apiVersion":"v1","kind":"A","metadata":{{"name":"n{index}"}}}}"#));
    let request = format!(r#"{{"documents":[{}]}}"#, documents.collect::<Vec<_>>().join(","));
    let mut door = doors::narrowest();
    let answer: Value = serde_json::from_slice(&door.call(Verb::Load, request.as_bytes())).expect("an answer is JSON");
    assert_eq!(answer["answer"]["documents"].as_array().map(Vec::len), Some(40_000));
}
