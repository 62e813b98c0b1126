//! The requests that are made long: those of the vectors, and their documents as they are loaded and reviewed. A case
//! is an object of verbs, each with its request, which are called in order.

use std::collections::BTreeMap;

use fitment::Edition;
use fitment_tests::files;
use serde_json::{Value, json};

/// Returns the cases, grouped by the question or the verb.
pub fn cases() -> BTreeMap<String, Vec<Value>> {
    let mut cases = BTreeMap::<String, Vec<Value>>::new();
    for vector in files::vectors().iter().flat_map(|(_, vectors)| vectors) {
        let request = vector.request(Edition::default().name());
        let request: Value = serde_json::from_str(&request).expect("a request is JSON");
        let question = request["question"].as_str().expect("a vector has a question").to_owned();
        let given = &request["given"];
        let profiles: Vec<Value> =
            ["CloudProfile", "NamespacedCloudProfile"].into_iter().filter_map(|kind| document(given, kind)).collect();
        if !profiles.is_empty() {
            cases.entry("load".to_owned()).or_default().push(json!({ "load": { "documents": profiles } }));
            for object in profiles.iter().cloned().chain(document(given, "Shoot")) {
                let case = json!({ "load": { "documents": profiles }, "review": review(object) });
                cases.entry("review".to_owned()).or_default().push(case);
            }
        }
        cases.entry(question).or_default().push(json!({ "ask": request }));
    }
    cases
}

/// Turns what a question was given into a document that can be loaded.
fn document(given: &Value, kind: &str) -> Option<Value> {
    let key = format!("{}{}", kind[..1].to_lowercase(), &kind[1..]);
    let mut document = given.get(key).filter(|document| document.is_object())?.clone();
    document["apiVersion"] = "core.gardener.cloud/v1beta1".into();
    document["kind"] = kind.into();
    document["metadata"] = json!({ "name": "p", "namespace": "n" });
    match kind {
        "NamespacedCloudProfile" => document["spec"]["parent"] = json!({ "kind": "CloudProfile", "name": "p" }),
        "Shoot" => document["spec"]["cloudProfile"] = json!({ "kind": "CloudProfile", "name": "p" }),
        _ => document["metadata"] = json!({ "name": "p" }),
    }
    Some(document)
}

fn review(object: Value) -> Value {
    let kind = json!({ "group": "core.gardener.cloud", "version": "v1beta1", "kind": object["kind"] });
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": object });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    json!({ "review": review, "phase": "validating", "now": "2026-01-01T00:00:00Z" })
}
