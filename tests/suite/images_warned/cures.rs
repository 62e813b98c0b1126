//! What would make a version fit that a NamespacedCloudProfile offers: an edit of that document, or none.

use serde_json::{Value, json};

use super::{ask, child, parent};
use fitment::Engine;

fn team(flavor: &Value) -> Value {
    child(&json!({
        "machineTypes": [{"name": "own", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["amd64"], "boot": ["bois"]}}],
        "machineImages": [{"name": "mine", "versions": [{"version": "1.0.0", "capabilityFlavors": [flavor]}]}]
    }))
}

fn profile() -> Value {
    let mut profile = parent();
    profile["spec"]["machineCapabilities"] =
        json!([{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "boot", "values": ["uefi", "bios"]}]);
    profile["spec"]["machineImages"][1]["versions"][0]["capabilityFlavors"] =
        json!([{"architecture": ["amd64"], "boot": ["bios"]}]);
    profile["spec"]["machineTypes"][0]["capabilities"] = json!({"architecture": ["amd64"], "boot": ["uefi"]});
    profile
}

/// The cure of one version for a machine type.
fn cure(profile: &Value, machine: &str, image: &str, version: &str) -> Value {
    let own = team(&json!({"architecture": ["amd64"], "boot": ["uefi"]}));
    let given = json!({"cloudProfile": profile, "namespacedCloudProfile": own, "machineType": machine, "image": image, "version": version});
    let answer = ask(&Engine::default(), "images/fit", &given);
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer["answer"]["images"][0]["versions"][0]["cure"].clone()
}

#[test]
fn a_type_of_the_child_is_cured_in_the_child() {
    let cure = cure(&profile(), "own", "linux", "1.0.0");
    assert_eq!(cure["document"], "NamespacedCloudProfile/garden/team", "{cure}");
    let patch = json!([{"op": "replace", "path": "/spec/machineTypes/0/capabilities/boot/0", "value": "bios"}]);
    assert_eq!(cure["patch"], patch, "{cure}");
}

#[test]
fn flavors_of_the_parent_are_not_edited_for_a_child() {
    for mapped in [true, false] {
        let mut parent = profile();
        if !mapped {
            parent["spec"]["providerConfig"] = Value::Null;
        }
        assert_eq!(cure(&parent, "small", "linux", "1.0.0"), Value::Null, "mapped: {mapped}");
    }
}

#[test]
fn flavors_of_the_child_are_edited_where_nothing_maps_them() {
    let mut parent = profile();
    parent["spec"]["machineTypes"][0]["capabilities"]["boot"] = json!(["bios"]);
    assert_eq!(cure(&parent, "small", "mine", "1.0.0"), Value::Null, "what is mapped stays as it is");
    parent["spec"]["providerConfig"] = Value::Null;
    let cure = cure(&parent, "small", "mine", "1.0.0");
    let patch =
        json!([{"op": "add", "path": "/spec/machineImages/0/versions/0/capabilityFlavors/0/boot/-", "value": "bios"}]);
    assert_eq!((&cure["document"], &cure["patch"]), (&json!("NamespacedCloudProfile/garden/team"), &patch), "{cure}");
}
