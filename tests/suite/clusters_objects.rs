//! Objects of Kubernetes that an import depends on: what nobody reads in them is reported, and so is a missing name.

use fitment::Engine;
use serde_json::{Value, json};

fn load(document: &Value, validation: &str) -> Value {
    let request = json!({ "documents": [document], "fieldValidation": validation });
    serde_json::from_str(&Engine::default().load(request.to_string().as_bytes())).expect("an answer is JSON")
}

fn review(object: &Value, validation: &str) -> Value {
    let api_version = object["apiVersion"].as_str().expect("an object has a version");
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    let kind = json!({ "group": group, "version": version, "kind": object["kind"] });
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": object });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let request = json!({ "review": review, "phase": "applying", "fieldValidation": validation });
    serde_json::from_str(&Engine::default().review(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// Returns the codes and paths of the problems of an answer.
fn problems(answer: &Value) -> Vec<(&str, &str)> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    problems.filter_map(|problem| Some((problem["code"].as_str()?, problem["path"].as_str()?))).collect()
}

#[test]
fn a_misspelt_key_of_metadata_is_refused_or_warned_of() {
    for (api_version, kind) in [
        ("cluster.x-k8s.io/v1beta2", "Cluster"),
        ("management.cattle.io/v3", "Cluster"),
        ("provisioning.cattle.io/v1", "Cluster"),
        ("v1", "Namespace"),
    ] {
        let object = |metadata: Value| json!({ "apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": { "a": 1 }, "status": { "b": 2 } });
        let misspelt = object(json!({ "name": "x", "namespace": "y", "lables": { "a": "b" } }));
        for (validation, outcome) in [("Strict", "undecided"), ("Warn", "decided")] {
            let loaded = load(&misspelt, validation);
            assert_eq!(loaded["outcome"], outcome, "{loaded}");
            assert_eq!(problems(&loaded), [("unknown-key", "/documents/0/metadata/lables")]);
        }
        let reviewed = review(&misspelt, "Strict");
        assert!(problems(&reviewed).contains(&("unknown-key", "/review/request/object/metadata/lables")), "{reviewed}");
        let right = object(json!({ "name": "x", "namespace": "y", "labels": { "a": "b" }, "managedFields": [] }));
        assert_eq!(load(&right, "Strict")["problems"], json!([]));
    }
}

#[test]
fn a_review_of_a_cluster_says_that_its_manifest_names_no_namespace() {
    let cluster =
        |metadata: Value| json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster", "metadata": metadata });
    let path = "/review/request/object/metadata/namespace";
    // A marker of its own does not say to which namespace the record will lead back.
    let marked = json!({ "cluster-api.cattle.io/rancher-auto-import": "true" });
    for metadata in [json!({ "name": "prod" }), json!({ "name": "prod", "labels": marked })] {
        let reviewed = review(&cluster(metadata), "Strict");
        assert_eq!(reviewed["outcome"], "decided", "{reviewed}");
        assert!(problems(&reviewed).contains(&("missing-field", path)), "{reviewed}");
    }
    let reviewed = review(&cluster(json!({ "name": "prod", "namespace": "team-a" })), "Strict");
    assert!(!problems(&reviewed).contains(&("missing-field", path)), "{reviewed}");
}

#[test]
fn a_loaded_document_can_be_left_out_of_a_review() {
    let record = |metadata: Value| {
        let labels = json!({ "cluster-api.cattle.io/capi-cluster-owner": "prod",
            "cluster-api.cattle.io/capi-cluster-owner-ns": "team-a", "cluster-api.cattle.io/owned": "" });
        let mut record =
            json!({ "apiVersion": "management.cattle.io/v3", "kind": "Cluster", "metadata": metadata, "spec": {} });
        record["metadata"]["labels"] = labels;
        record
    };
    let mut engine = Engine::default();
    let load = json!({ "documents": [record(json!({ "name": "c-00001" }))] });
    assert!(engine.load(load.to_string().as_bytes()).contains(r#""outcome":"decided""#));
    let kind = json!({ "group": "management.cattle.io", "version": "v3", "kind": "Cluster" });
    let object = record(json!({ "generateName": "c-" }));
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": object });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let mut verdicts = Vec::new();
    for name in [None, Some("c-00001"), Some("c-00002"), None] {
        let mut request = json!({ "review": review, "phase": "validating" });
        if let Some(name) = name {
            request["without"] = json!({ "apiVersion": "management.cattle.io/v3", "kind": "Cluster", "name": name });
        }
        let answer: Value = serde_json::from_str(&engine.review(request.to_string().as_bytes())).expect("JSON");
        verdicts.push(answer["verdict"].as_str().unwrap_or_default().to_owned());
        let is_told = answer["problems"].to_string().contains(r#""removed-not-loaded","path":"/without""#);
        assert_eq!(is_told, name == Some("c-00002"), "{answer}");
    }
    assert_eq!(verdicts, ["no", "yes", "no", "no"], "it is left out of that review alone, under its name");
}
