//! The example mappings, and profiles that are loaded and referred to by name.

use fitment_files::yaml;
use fitment_tests::doors::{Door, Native, Verb};
use serde_json::{Value, json};

fn call(door: &mut Native, verb: Verb, request: &Value) -> Value {
    serde_json::from_slice(&door.call(verb, request.to_string().as_bytes())).expect("an answer is JSON")
}

fn example(file: &str) -> Value {
    let path = format!("{}/../examples/mappings/{file}.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an example is there");
    let documents = yaml::to_json(&text).expect("an example is YAML");
    serde_json::from_str(&documents[0]).expect("JSON")
}

#[test]
fn the_examples_are_answered_as_they_say() {
    let mut door = Native::default();
    let mapping = json!({ "question": "images/validate-mapping", "given": example("mapping") });
    let answer = call(&mut door, Verb::Ask, &mapping);
    assert_eq!((&answer["verdict"], &answer["answer"]["complete"]), (&json!("yes"), &json!(false)), "{answer}");
    assert_eq!(answer["answer"]["gaps"][0]["regions"], json!(["eu-west-1"]));
    let find = json!({ "question": "images/find-image", "given": example("find") });
    let answer = call(&mut door, Verb::Ask, &find);
    let image = answer["answer"]["image"].as_str().unwrap_or_default();
    assert!(image.contains("gardenlinux-accelerated"), "{answer}");
    assert_eq!(answer["answer"]["acceleratedNetworking"], json!(true));
}

/// Returns a CloudProfile whose provider maps amd64, and a NamespacedCloudProfile that adds a version and replaces an
/// artifact.
fn profiles() -> [Value; 2] {
    let config = |entries: Value| {
        json!({
            "apiVersion": "gcp.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineImages": [{ "name": "gl", "versions": entries }],
        })
    };
    let version =
        |version: &str| json!({ "version": version, "architectures": ["amd64"], "cri": [{ "name": "containerd" }] });
    let image = |versions: Value| json!([{ "name": "gl", "updateStrategy": "major", "versions": versions }]);
    let parent = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "demo" },
        "spec": {
            "type": "gcp", "regions": [{ "name": "eu" }], "kubernetes": { "versions": [{ "version": "1.33.2" }] },
            "machineTypes": [{ "name": "m", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64" }],
            "machineImages": image(json!([version("1.0.0")])),
            "providerConfig": config(json!([{ "version": "1.0.0", "image": "parents" }])),
        },
    });
    let child = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": { "name": "own", "namespace": "garden-x" },
        "spec": {
            "parent": { "kind": "CloudProfile", "name": "demo" },
            "machineImages": image(json!([version("1.0.0"), version("2.0.0")])),
            "providerConfig": config(json!([
                { "version": "1.0.0", "image": "childs" }, { "version": "2.0.0", "image": "new" },
            ])),
        },
    });
    [parent, child]
}

#[test]
fn loaded_profiles_are_asked_by_name() {
    let mut door = Native::default();
    let [parent, child] = profiles();
    let loaded = call(&mut door, Verb::Load, &json!({ "documents": [parent, child] }));
    assert_eq!(loaded["outcome"], "decided", "{loaded}");
    let find = |profile: Value, version: &str| {
        let mut given = json!({ "imageName": "gl", "imageVersion": version, "machineType": "m" });
        given.as_object_mut().expect("an object").extend(profile.as_object().expect("an object").clone());
        json!({ "question": "images/find-image", "given": given })
    };
    let own = || json!({ "namespacedCloudProfile": "garden-x/own" });
    for (profile, version, image) in [
        (json!({ "cloudProfile": "demo" }), "1.0.0", "parents"),
        (own(), "1.0.0", "childs"),
        (own(), "2.0.0", "new"),
        (json!({ "cloudProfile": "demo", "namespacedCloudProfile": "garden-x/own" }), "2.0.0", "new"),
    ] {
        let answer = call(&mut door, Verb::Ask, &find(profile, version));
        assert_eq!(answer["answer"]["image"], image, "{answer}");
    }
    let answer = call(&mut door, Verb::Ask, &json!({ "question": "images/validate-mapping", "given": own() }));
    assert_eq!((&answer["verdict"], &answer["answer"]["complete"]), (&json!("yes"), &json!(true)), "{answer}");
    let unknown = find(json!({ "cloudProfile": "dmo" }), "1.0.0");
    let answer = call(&mut door, Verb::Ask, &unknown);
    assert_eq!(
        (&answer["outcome"], &answer["problems"][0]["code"]),
        (&json!("undecided"), &json!("document-not-loaded"))
    );
}

#[test]
fn what_a_status_says_two_profiles_come_to_counts() {
    let mut door = Native::default();
    let [parent, mut child] = profiles();
    let mut merged = parent["spec"].clone();
    merged["providerConfig"]["machineImages"][0]["versions"][0]["image"] = json!("from the status");
    child["status"] = json!({ "cloudProfileSpec": merged });
    let given = json!({
        "imageName": "gl", "imageVersion": "1.0.0", "machineType": "m",
        "cloudProfile": parent, "namespacedCloudProfile": child,
    });
    let answer = call(&mut door, Verb::Ask, &json!({ "question": "images/find-image", "given": given }));
    assert_eq!(answer["answer"]["image"], "from the status", "{answer}");
}

/// The number of gaps in an answer is limited, so that it does not grow with the product of versions and regions.
#[test]
fn so_many_gaps_are_named_and_no_more() {
    let architectures = ["amd64", "arm64", "x"];
    let regions: Vec<String> = (0..1_000).map(|number| format!("r{number}")).collect();
    let flavors = |own: &dyn Fn(&str) -> Value| architectures.iter().map(|name| own(name)).collect::<Vec<_>>();
    let flavor = |name: &str| json!({ "architecture": ["amd64"], "kind": [name] });
    let mapped = |name: &str| json!({ "capabilities": flavor(name), "regions": [{ "name": "eu", "ami": "a" }] });
    let versions = |name: &str, own: &dyn Fn(&str) -> Value| -> Vec<Value> {
        let version = |number: u32| json!({ "version": format!("{number}.0.0"), name: flavors(own) });
        (0..34).map(version).collect()
    };
    let given = json!({
        "provider": "aws",
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64"] },
            { "name": "kind", "values": architectures },
        ],
        "machineImages": [{ "name": "gl", "versions": versions("capabilityFlavors", &flavor) }],
        "providerConfig": { "machineImages": [{ "name": "gl", "versions": versions("capabilityFlavors", &mapped) }] },
        "regions": regions,
    });
    let request = json!({ "question": "images/validate-mapping", "given": given });
    let answer = call(&mut Native::default(), Verb::Ask, &request);
    assert_eq!(answer["answer"]["valid"], true, "{answer}");
    assert_eq!(answer["answer"]["complete"], false);
    let gaps = answer["answer"]["gaps"].as_array().expect("there are gaps");
    assert_eq!(gaps.iter().map(|gap| gap["regions"].as_array().map_or(0, Vec::len)).sum::<usize>(), 100_000);
}
