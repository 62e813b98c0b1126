//! Keys and values in provider objects that nobody reads: none of them changes an answer without a word.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

/// The fleet of the examples, after a change of its text.
fn fleet(from: &str, to: &str) -> Vec<Value> {
    let text = files::read("examples/providers/fleet.yaml");
    assert!(text.contains(from), "the fleet has no `{from}`");
    let documents = yaml::to_json(&text.replacen(from, to, 1)).expect("it is YAML");
    documents.iter().map(|text| serde_json::from_str(text).expect("it is JSON")).collect()
}

fn load(engine: &mut Engine, documents: &[Value], validation: &str) -> Value {
    let request = json!({ "documents": documents, "fieldValidation": validation });
    serde_json::from_str(&engine.load(request.to_string().as_bytes())).expect("an answer is JSON")
}

fn installed(engine: &Engine, given: &Value, validation: &str) -> Value {
    let request =
        json!({ "question": "providers/installed", "given": given, "fieldValidation": validation, "text": true });
    serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// Code, level and path of each problem.
fn told(answer: &Value) -> Vec<[&str; 3]> {
    let problems = answer["problems"].as_array().expect("an answer has problems").iter();
    problems.map(|problem| ["code", "level", "path"].map(|key| problem[key].as_str().unwrap_or_default())).collect()
}

#[test]
fn what_is_installed_is_said_of_no_provider_that_was_not_read_whole() {
    let azure = "InfrastructureProvider/capz-system/azure#/spec";
    let rows = [
        ("matchLabels:", "matchLabel:", "provider-member-unknown", "fetchConfig/selector/matchLabel"),
        ("paused: true", "Paused: true", "provider-member-unknown", "Paused"),
        ("paused: true", "paused: \"true\"", "field-of-wrong-type", "paused"),
    ];
    for (from, to, code, place) in rows {
        let altered = fleet(from, to);
        let mut engine = Engine::default();
        assert_eq!(load(&mut engine, &altered, "Strict")["outcome"], "decided");
        let strict = installed(&engine, &json!({}), "Strict");
        let [[found, level, path]] = told(&strict).try_into().expect("one thing is told");
        assert_eq!((found, level, &strict["undecided"]), (code, "error", &"request".into()), "{strict}");
        assert!(path.ends_with(place) && path.contains("#/spec/"), "{path}");
        assert!(from.starts_with("match") || path.starts_with(azure), "{path}");
        let warned = installed(&engine, &json!({}), "Warn");
        assert_eq!((&warned["outcome"], told(&warned)[0][1]), (&"decided".into(), "warning"));
        // The same of objects that come with the question.
        let given = installed(&Engine::default(), &json!({ "objects": altered }), "Strict");
        let [[found, _, path]] = told(&given).try_into().expect("one thing is told");
        assert!(found == code && path.starts_with("/given/objects/") && path.ends_with(place), "{path}");
    }
    let mut engine = Engine::default();
    load(&mut engine, &fleet("paused: true", "paused: true"), "Strict");
    assert_eq!(told(&installed(&engine, &json!({}), "Strict")), [[""; 3]; 0]);
}
