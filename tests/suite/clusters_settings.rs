//! Loaded settings of a controller: parts that have no effect are reported.

use fitment::Engine;
use serde_json::{Value, json};

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn review(settings: &Value) -> Value {
    let version =
        settings["apiVersion"].as_str().and_then(|version| version.split_once('/')).map_or("", |(_, version)| version);
    let kind = json!({ "group": "fitment", "version": version, "kind": "Settings" });
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": settings, "oldObject": null });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let request = json!({ "review": review, "phase": "applying", "fieldValidation": "Strict" });
    serde_json::from_str(&Engine::default().review(request.to_string().as_bytes())).expect("JSON")
}

#[test]
fn settings_that_would_count_for_nothing_are_refused() {
    let load = |settings: &Value, validation: &str| -> Value {
        let request = json!({ "documents": [settings], "fieldValidation": validation });
        serde_json::from_str(&Engine::default().load(request.to_string().as_bytes())).expect("JSON")
    };
    let settings = |version: &str, members: Value| {
        let mut settings = json!({ "apiVersion": version, "kind": "Settings", "metadata": { "name": "clusters" } });
        settings.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
        settings
    };
    let gates = json!({ "managementv3-cluster": true });
    let whole = settings("fitment/v1", json!({ "spec": { "featureGates": gates, "watchFilter": "" } }));
    assert_eq!(load(&whole, "Strict")["problems"], json!([]));
    for (wrong, code, place, near) in [
        (settings("fitment/v1", json!({ "Spec": { "featureGates": gates } })), "unknown-key", "Spec", "spec"),
        (settings("fitment/v1", json!({ "spec": null, "featureGates": gates })), "unknown-key", "featureGates", ""),
        (
            settings("fitment/v1", json!({ "spec": { "featureGate": gates } })),
            "unknown-key",
            "spec/featureGate",
            "featureGates",
        ),
        (
            settings("fitment/v1", json!({ "spec": { "featureGates": { "managementv3-cluster": "on" } } })),
            "wrong-type",
            "spec/featureGates/managementv3-cluster",
            "",
        ),
        (settings("fitment/v2", json!({ "spec": { "featureGates": gates } })), "version-not-served", "apiVersion", ""),
    ] {
        let refused = load(&wrong, "Strict");
        assert_eq!(refused["outcome"], "undecided", "{refused}");
        let of_code = |problem: &&Value| problem["code"] == code;
        let problem = list(&refused["problems"]).find(of_code).unwrap_or_else(|| panic!("{refused}"));
        assert_eq!(problem["path"], format!("/documents/0/{place}"), "{refused}");
        let nearest = list(&problem["facts"]).find(|fact| fact["name"] == "nearest");
        assert_eq!(nearest.map_or("", |fact| fact["value"].as_str().unwrap_or_default()), near, "{refused}");
        // The meaning of another version is not known, however strict the validation is.
        let (warned, is_read) = (load(&wrong, "Warn"), place != "apiVersion");
        assert_eq!(warned["outcome"] == "decided", is_read, "{warned}");
        // A review in the phase `applying` says the same.
        let reviewed = review(&wrong);
        assert_eq!((&reviewed["outcome"], reviewed["problems"][0]["code"].as_str()), (&json!("undecided"), Some(code)));
    }
}

#[test]
fn documents_of_our_own_are_loaded_in_the_version_that_is_read() {
    for kind in ["Settings", "Fleet", "DriverRegistry"] {
        for (version, loaded) in [("fitment/v1", true), ("fitment/v2", false), ("fitment/v1beta1", false)] {
            let document = json!({ "apiVersion": version, "kind": kind, "metadata": { "name": "clusters" } });
            for validation in ["Strict", "Warn", "Ignore"] {
                let request = json!({ "documents": [document], "fieldValidation": validation });
                let answer = Engine::default().load(request.to_string().as_bytes());
                let answer: Value = serde_json::from_str(&answer).expect("JSON");
                let problems: Vec<(&str, &str)> = list(&answer["problems"])
                    .map(|problem| (problem["code"].as_str().unwrap_or(""), problem["path"].as_str().unwrap_or("")))
                    .collect();
                let expected: &[_] = if loaded { &[] } else { &[("version-not-served", "/documents/0/apiVersion")] };
                assert_eq!(problems, expected, "{kind} {version} {validation}: {answer}");
            }
        }
    }
}

#[test]
fn settings_of_another_name_are_not_passed_over_in_silence() {
    for (name, nearest) in [("cluster", Some("clusters")), ("rancher-turtles", None), ("clusters", None)] {
        let spec = json!({ "featureGates": { "managementv3-cluster": true }, "watchFilter": "blue" });
        let settings =
            json!({ "apiVersion": "fitment/v1", "kind": "Settings", "metadata": { "name": name }, "spec": spec });
        let load = json!({ "documents": [settings] }).to_string();
        let loaded: Value = serde_json::from_str(&Engine::default().load(load.as_bytes())).expect("JSON");
        let problem = list(&loaded["problems"]).find(|problem| problem["code"] == "document-misspelt");
        assert_eq!(problem.is_some(), name != "clusters", "{loaded}");
        let told = problem.and_then(|problem| list(&problem["facts"]).find(|fact| fact["name"] == "nearest"));
        assert_eq!(told.and_then(|fact| fact["value"].as_str()), nearest, "{loaded}");
        assert_eq!(list(&loaded["problems"]).count(), usize::from(name != "clusters"), "no keys are known: {loaded}");
        // In a folder that is checked the settings are reviewed.
        let reviewed = review(&settings);
        assert_eq!(reviewed["problems"][0]["code"] == "document-misspelt", name != "clusters", "{reviewed}");
    }
}

#[test]
fn settings_that_are_still_without_a_name_are_told_in_a_review() {
    let settings =
        json!({ "apiVersion": "fitment/v1", "kind": "Settings", "metadata": { "generateName": "clusters-" } });
    let reviewed = review(&settings);
    let problem = &reviewed["problems"][0];
    let told = [&problem["code"], &problem["path"]];
    assert_eq!(told, ["document-of-another-kind", "/review/request/object/metadata/name"], "{reviewed}");
    let expected = list(&problem["facts"]).find(|fact| fact["name"] == "expected").map(|fact| fact["value"].clone());
    assert_eq!((&problem["facts"][0]["value"], expected), (&Value::Null, Some(json!(["images", "clusters"]))));
    let load = json!({ "documents": [settings], "fieldValidation": "Strict" }).to_string();
    let loaded: Value = serde_json::from_str(&Engine::default().load(load.as_bytes())).expect("JSON");
    assert_eq!(list(&loaded["problems"]).count(), 1, "{loaded}");
}
