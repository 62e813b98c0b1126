//! Cures for versions that a NamespacedCloudProfile offers: an edit of that document, or none.

use serde_json::{Value, json};

use super::{ask, child, load, parent};
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

/// Returns the cure of one version for a machine type.
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

/// Returns a profile without capabilities, as a file has it or as it is stored.
fn plain(architectures: &Value) -> Value {
    let mut profile = parent();
    let spec = profile["spec"].as_object_mut().expect("an object");
    spec.retain(|key, _| !["machineCapabilities", "providerConfig"].contains(&key.as_str()));
    spec["machineTypes"] = json!(
        ["amd64", "arm64"].map(|it| json!({"name": it, "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": it}))
    );
    spec["machineImages"] = json!([{"name": "linux", "versions": [{"version": "1.0.0"}]}]);
    if !architectures.is_null() {
        spec["machineImages"][0]["versions"][0]["architectures"] = architectures.clone();
    }
    profile
}

#[test]
fn a_list_that_the_api_server_fills_in_is_written_as_a_whole() {
    for architectures in [Value::Null, json!([]), json!(["amd64"])] {
        let mut engine = Engine::default();
        assert_eq!(load(&mut engine, &[plain(&architectures)])["outcome"], "decided");
        let given = json!({"cloudProfile": "demo", "machineType": "arm64", "image": "linux", "version": "1.0.0"});
        let answer = ask(&engine, "images/fit", &given);
        let cure = &answer["answer"]["images"][0]["versions"][0]["cure"];
        let path = "/spec/machineImages/0/versions/0/architectures";
        let patch = json!([{"op": "add", "path": path, "value": ["amd64", "arm64"]}]);
        assert_eq!((&cure["patch"], &cure["edits"][0]["to"]), (&patch, &json!("version")), "{answer}");
        let text = answer["text"].as_str().expect("a text");
        assert!(text.contains("add `arm64` to `architecture` of the version") && !text.contains("of flavor"), "{text}");
    }
}

#[test]
fn a_list_that_only_a_parent_without_capabilities_makes_is_written_as_a_whole() {
    let own = json!([{"name": "mine", "versions": [{"version": "1.0.0", "capabilityFlavors": [{"architecture": ["arm64"]}]}]}]);
    let mut own = child(&json!({"machineImages": own}));
    let parent = plain(&Value::Null);
    let fit = |own: &Value| {
        let given =
            json!({"cloudProfile": parent, "namespacedCloudProfile": own, "machineType": "amd64", "image": "mine"});
        ask(&Engine::default(), "images/fit", &given)["answer"]["images"][0]["versions"][0].clone()
    };
    let version = fit(&own);
    let patch = version["cure"]["patch"].clone();
    assert_eq!(patch[0]["value"], json!(["arm64", "amd64"]), "{version}");
    json_patch::patch(&mut own, &serde_json::from_value::<json_patch::Patch>(patch).expect("a patch"))
        .expect("it applies");
    assert_eq!(fit(&own)["fits"], true);
}
