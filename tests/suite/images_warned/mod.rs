//! Documents that do not say what their authors mean: the answer stays the same, but never without a warning.

mod changes;
mod cures;
mod documents;
mod half;
mod mappings;
mod names;
mod open;
mod outgrown;
mod pools;
mod shoots;
mod stored;
mod together;
mod unsound;
mod wishes;
mod workers;

use fitment::Engine;
use serde_json::{Value, json};

const API: &str = "core.gardener.cloud/v1beta1";

/// Returns a CloudProfile that an API server would store.
fn parent() -> Value {
    json!({
        "apiVersion": API, "kind": "CloudProfile", "metadata": {"name": "demo"},
        "spec": {
            "type": "local",
            "kubernetes": {"versions": [{"version": "1.33.2"}, {"version": "1.32.6", "expirationDate": "2026-09-01T00:00:00Z"}]},
            "regions": [{"name": "eu", "zones": [{"name": "eu-1"}]}],
            "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
            "machineTypes": [
                {"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["amd64"]}},
                {"name": "arm", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["arm64"]}}
            ],
            "machineImages": [
                {"name": "other", "versions": [{"version": "3.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}]}]},
                {"name": "linux", "versions": [{"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}]}]}
            ],
            "providerConfig": {
                "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
                "machineImages": [
                    {"name": "other", "versions": [{"version": "3.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "other"}]}]},
                    {"name": "linux", "versions": [{"version": "1.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]}]}
                ]
            }
        }
    })
}

/// Returns a NamespacedCloudProfile whose parent it is.
fn child(spec: &Value) -> Value {
    let mut child = json!({
        "apiVersion": API, "kind": "NamespacedCloudProfile", "metadata": {"name": "team", "namespace": "garden"},
        "spec": {"parent": {"kind": "CloudProfile", "name": "demo"}}
    });
    for (key, value) in spec.as_object().expect("an object") {
        child["spec"][key] = value.clone();
    }
    child
}

fn answer(text: &str) -> Value {
    serde_json::from_str(text).expect("an answer is JSON")
}

fn load(engine: &mut Engine, documents: &[Value]) -> Value {
    answer(&engine.load(json!({"documents": documents, "defaulted": true, "text": true}).to_string().as_bytes()))
}

fn ask(engine: &Engine, question: &str, given: &Value) -> Value {
    let request = json!({"question": question, "now": "2026-01-01T00:00:00Z", "given": given, "text": true});
    answer(&engine.ask(request.to_string().as_bytes()))
}

/// Returns the code, path and sentence of each problem.
fn problems(answer: &Value) -> Vec<(&str, &str, &str)> {
    fn text<'a>(problem: &'a Value, key: &str) -> &'a str {
        problem[key].as_str().unwrap_or_default()
    }
    let list = answer["problems"].as_array().expect("every answer has its problems");
    list.iter().map(|problem| (text(problem, "code"), text(problem, "path"), text(problem, "says"))).collect()
}

/// Returns a problem's sentence without its place and its cure.
fn said(says: &str) -> &str {
    says.split(" (at ").next().unwrap_or_default()
}

fn image(version: &Value) -> Value {
    json!({"machineImages": [{"name": "linux", "versions": [version]}]})
}
