//! Profiles of a namespace whose own images nothing maps to an artifact.

use serde_json::{Value, json};

use super::{answer, child, image, load, parent};
use fitment::Engine;

/// What the gate says to the child that is made, with its parent loaded.
fn review(parent: &Value, child: &Value, edition: &str) -> Value {
    let mut engine = Engine::default();
    load(&mut engine, std::slice::from_ref(parent));
    let request = json!({
        "edition": edition, "phase": "validating", "now": "2026-01-01T00:00:00Z", "text": true,
        "review": {
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
            "request": {
                "uid": "1", "operation": "CREATE", "name": "team", "namespace": "garden",
                "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "NamespacedCloudProfile"},
                "object": child
            }
        }
    });
    answer(&engine.review(request.to_string().as_bytes()))["review"]["response"].clone()
}

#[test]
fn an_own_image_without_an_artifact_is_refused_where_the_parent_is_sound() {
    let own = json!({"version": "2.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]});
    let mut mapped = child(&image(&own));
    let unmapped = mapped.clone();
    mapped["spec"]["providerConfig"] = json!({
        "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [
            {"version": "2.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]}
        ]}]
    });
    let response = review(&parent(), &mapped, "design");
    assert_eq!(response["allowed"], true, "{response}");

    let response = review(&parent(), &unmapped, "design");
    let causes = response["status"]["details"]["causes"].as_array().expect("it is refused for causes");
    let [cause] = causes.as_slice() else { panic!("{response}") };
    let says = cause["message"].as_str().unwrap_or_default();
    assert!(cause["field"] == "spec.providerConfig" && says.contains("2.0.0"), "{response}");

    // Upstream, the API server leaves mappings to the extensions.
    assert_eq!(review(&parent(), &unmapped, "upstream")["allowed"], true);

    // The parent has a gap of its own, so that the child may not be to blame.
    let mut broken = parent();
    broken["spec"]["providerConfig"]["machineImages"].as_array_mut().expect("a list").remove(0);
    let response = review(&broken, &unmapped, "design");
    let warnings = response["warnings"].as_array().cloned().unwrap_or_default();
    let is_told =
        |warning: &Value| warning.as_str().is_some_and(|says| says.contains("would refuse the mapping in 2 places"));
    assert!(response["allowed"] == true && warnings.iter().any(is_told), "{response}");
}
