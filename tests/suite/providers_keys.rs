//! Keys and values in provider objects that nothing reads: none of them changes an answer silently.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

/// Returns the fleet of the examples, after a change of its text.
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

/// Returns the code, level and path of each problem.
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
        // The same for objects that come with the question.
        let given = installed(&Engine::default(), &json!({ "objects": altered }), "Strict");
        let [[found, _, path]] = told(&given).try_into().expect("one thing is told");
        assert!(found == code && path.starts_with("/given/objects/") && path.ends_with(place), "{path}");
    }
    let mut engine = Engine::default();
    load(&mut engine, &fleet("paused: true", "paused: true"), "Strict");
    assert_eq!(told(&installed(&engine, &json!({}), "Strict")), [[""; 3]; 0]);
}

/// Faults around the spec of an object: the text, its misspelt form, the code, the place, and the suggestion.
const AROUND: [(&str, &str, &str, &str, &str); 6] = [
    ("spec:", "Spec:", "unknown-key", "/Spec", "spec"),
    ("spec:", "paused: true\nspec:", "unknown-key", "/paused", ""),
    ("namespace:", "namespce:", "unknown-key", "/metadata/namespce", "namespace"),
    ("metadata:", "metadata:\n  label: {a: b}", "unknown-key", "/metadata/label", "labels"),
    ("metadata:", "metadata:\n  labels: {a: 1}", "wrong-type", "/metadata/labels/a", ""),
    ("/v1alpha1", "/v1alpha9", "version-not-served", "/apiVersion", ""),
];

fn nearest(problem: &Value) -> &str {
    let facts = problem["facts"].as_array().expect("a problem has facts");
    let near = facts.iter().find(|fact| fact["name"] == "nearest");
    near.and_then(|fact| fact["value"].as_str()).unwrap_or_default()
}

#[test]
fn what_stands_around_the_spec_of_a_provider_is_known() {
    for (from, to, code, place, meant) in AROUND {
        let altered = fleet(from, to);
        let loaded = load(&mut Engine::default(), &altered, "Strict");
        assert_eq!(told(&loaded), [[code, "error", &format!("/documents/0{place}")]], "{to}");
        assert_eq!((&loaded["undecided"], nearest(&loaded["problems"][0])), (&"request".into(), meant), "{loaded}");
        let given = installed(&Engine::default(), &json!({ "objects": altered }), "Strict");
        assert_eq!(told(&given), [[code, "error", &format!("/given/objects/0{place}")]], "{to}");
    }
}

/// Returns the review of a new provider, in either API.
fn created(object: &Value, group: &str) -> Value {
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "u", "operation": "CREATE", "object": object,
        "kind": { "group": group, "version": "v1", "kind": object["kind"] },
    } });
    let request = json!({ "review": review, "phase": "validating", "fieldValidation": "Strict", "text": true });
    serde_json::from_str(&Engine::default().review(request.to_string().as_bytes())).expect("an answer is JSON")
}

#[test]
fn what_stands_around_the_spec_of_a_new_provider_is_known_in_both_apis() {
    for (group, version) in [("management.cluster.x-k8s.io", "v1alpha1"), ("operator.cluster.x-k8s.io", "v1alpha2")] {
        for (from, to, code, place, _) in AROUND {
            let mut object = fleet(from, to).remove(0);
            if code != "version-not-served" {
                object["apiVersion"] = format!("{group}/{version}").into();
            } else {
                object["apiVersion"] = format!("{group}/v1alpha9").into();
            }
            let said = created(&object, group);
            assert_eq!(told(&said)[0], [code, "error", &format!("/review/request/object{place}")], "{to} in {said}");
            assert_eq!(said["undecided"], "request");
            let names_it = said["text"].as_str().is_some_and(|text| text.contains(&format!("{group}/{version}")));
            assert!(names_it || code != "version-not-served", "{said}");
        }
        let stored = json!({ "apiVersion": format!("{group}/{version}"), "kind": "CoreProvider", "metadata": {
            "name": "cluster-api", "namespace": "capi-system", "generateName": "c-", "selfLink": "", "uid": "1",
            "resourceVersion": "1", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z",
            "deletionTimestamp": null, "deletionGracePeriodSeconds": 0, "labels": {}, "annotations": {}, "finalizers": [],
            "ownerReferences": [{ "apiVersion": "v1", "kind": "Namespace", "name": "n", "uid": "2", "controller": true }],
            "managedFields": [{ "manager": "kubectl", "operation": "Update", "time": "2026-01-01T00:00:00Z",
                "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": { "f:spec": {} } }],
        }, "spec": { "version": "v1.10.4" }, "status": { "contract": "v1beta1", "anything": [1] } });
        let said = created(&stored, group);
        assert!(told(&said).iter().all(|[_, level, _]| *level == "warning"), "{said}");
        assert_eq!((&said["outcome"], &said["review"]["response"]["allowed"]), (&"decided".into(), &true.into()));
    }
}

#[test]
fn the_clusters_of_the_examples_are_loaded_and_read_without_a_word() {
    for name in ["fleet", "management", "management-last", "operator", "operator-last"] {
        let documents = yaml::to_json(&files::read(format!("examples/providers/{name}.yaml"))).expect("it is YAML");
        let documents: Vec<Value> =
            documents.iter().map(|text| serde_json::from_str(text).expect("it is JSON")).collect();
        let mut engine = Engine::default();
        assert_eq!(told(&load(&mut engine, &documents, "Strict")), [[""; 3]; 0], "{name}");
        assert_eq!(told(&installed(&engine, &json!({}), "Strict")), [[""; 3]; 0], "{name}");
    }
}

#[test]
fn a_key_with_nothing_behind_it_refuses_nothing() {
    let object = json!({ "apiVersion": "operator.cluster.x-k8s.io/v1alpha2", "kind": "CoreProvider",
        "metadata": { "name": "cluster-api", "namespace": "c" }, "spec": null });
    let answer = installed(&Engine::default(), &json!({ "objects": [object] }), "Strict");
    assert_eq!(
        (&answer["outcome"], told(&answer)[0]),
        (&"decided".into(), ["key-without-value", "warning", "/given/objects/0/spec"])
    );
}
