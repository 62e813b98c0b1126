//! What a review of a new provider says of a version and a contract that cannot be found.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

const API: &str = "management.cluster.x-k8s.io";

/// Creates the provider aws with this spec, beside the loaded documents. Returns the code and path of each problem, and
/// its facts.
fn told(spec: &Value, documents: &Value) -> Vec<(String, String, Value)> {
    let mut engine = Engine::default();
    engine.load(json!({ "documents": documents }).to_string().as_bytes());
    let (name, namespace) = ("aws", "capa-system");
    let kind = json!({ "group": API, "version": "v1alpha1", "kind": "InfrastructureProvider" });
    let object = json!({
        "apiVersion": format!("{API}/v1alpha1"), "kind": "InfrastructureProvider",
        "metadata": { "name": name, "namespace": namespace }, "spec": spec,
    });
    let request = json!({
        "uid": "1", "operation": "CREATE", "kind": kind, "name": name, "namespace": namespace, "object": object,
    });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let said = engine.review(json!({ "phase": "validating", "review": review }).to_string().as_bytes());
    let said: Value = serde_json::from_str(&said).expect("an answer is JSON");
    let problems = said["problems"].as_array().expect("an answer has problems");
    let text = |problem: &Value, key: &str| problem[key].as_str().unwrap_or_default().to_owned();
    problems.iter().map(|found| (text(found, "code"), text(found, "path"), found["facts"].clone())).collect()
}

fn core(status: &Value) -> Value {
    json!({
        "apiVersion": format!("{API}/v1alpha1"), "kind": "CoreProvider", "status": status,
        "metadata": { "name": "cluster-api", "namespace": "capi-system" }, "spec": { "version": "v1.10.4" },
    })
}

/// Returns the providers whose contract is told to be unknown.
fn unknown(found: &[(String, String, Value)]) -> Vec<&Value> {
    let facts = found.iter().filter(|(code, ..)| code == "contract-unknown").flat_map(|(.., facts)| facts.as_array());
    facts.flatten().filter(|fact| fact["name"] == "unknown").map(|fact| &fact["value"]).collect()
}

#[test]
fn it_is_said_whose_contract_is_unknown() {
    let url = json!({ "url": "https://git.corp.example/o/r/releases/v1.2.0/infrastructure-components.yaml" });
    // The address names the version, so only its contract is unknown.
    let found = told(&json!({ "fetchConfig": url }), &json!([core(&json!({ "contract": "v1beta1" }))]));
    assert_eq!(unknown(&found), ["InfrastructureProvider/aws"], "{found:?}");
    assert_eq!(found.len(), 1, "{found:?}");
    let latest = json!({ "url": "https://git.corp.example/o/r/releases" });
    let found = told(&json!({ "fetchConfig": latest }), &json!([core(&json!({ "contract": "v1beta1" }))]));
    assert_eq!(found.iter().map(|(code, ..)| code.as_str()).collect::<Vec<_>>(), ["version-not-resolved"]);
    let fleet = files::read("examples/providers/fleet.yaml");
    let mut loaded: Vec<Value> = fitment_files::yaml::to_json(&fleet)
        .expect("it is YAML")
        .iter()
        .map(|text| serde_json::from_str(text).expect("it is JSON"))
        .filter(|object: &Value| object["kind"] == "ConfigMap")
        .collect();
    let selector = json!({ "matchLabels": loaded[0]["metadata"]["labels"] });
    loaded[0]["metadata"]["namespace"] = "capa-system".into();
    loaded.truncate(1);
    loaded.push(core(&json!({})));
    let found = told(&json!({ "fetchConfig": { "selector": selector } }), &loaded.clone().into());
    assert_eq!(unknown(&found), ["CoreProvider/cluster-api"], "{found:?}");
    // A ConfigMap that cannot be used is named.
    loaded[0]["data"] = json!({});
    let found = told(&json!({ "fetchConfig": { "selector": selector } }), &loaded.into());
    let codes: Vec<&str> = found.iter().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(codes[..1], ["version-not-resolved"]);
    assert!(codes.len() > 1 && found[1].1.ends_with("/spec/fetchConfig/selector"), "{found:?}");
    assert!(found[1].2.to_string().contains("ConfigMap/capa-system/"), "{found:?}");
}
