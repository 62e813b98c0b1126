//! Names that nothing has, and configurations that are another's.

use serde_json::{Value, json};

use super::{API, answer, ask, child, load, parent, problems};
use fitment::{Engine, LoadedProfile};

#[test]
fn names_that_nothing_defines_are_told_once_by_every_question() {
    let definitions = json!([{"name": "architecture", "values": ["amd64", "arm64"]}]);
    let wrong = json!({"architecture": ["amd"], "hypervisor": ["gen1"]});
    let flavors = json!([{"architecture": ["amd64"]}, {"architecture": ["amd64"], "hypervisor": ["gen2"]}]);
    let engine = Engine::default();
    let of_flavors = json!({"machineCapabilities": definitions, "capabilities": wrong, "capabilityFlavors": flavors});
    let codes = |question: &str, given: &Value| -> Vec<String> {
        problems(&ask(&engine, question, given)).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    let of_map = [
        "capability-value-not-defined /given/capabilities/architecture/0",
        "capability-not-defined /given/capabilities/hypervisor",
    ];
    let of_both = [of_map.as_slice(), &["capability-not-defined /given/capabilityFlavors/1/hypervisor"]].concat();
    for question in ["supported", "compatible-flavors", "best-flavor"] {
        assert_eq!(codes(&format!("images/{question}"), &of_flavors), of_both, "{question}");
    }
    assert_eq!(
        codes("images/default-capabilities", &json!({"machineCapabilities": definitions, "capabilities": wrong})),
        of_map
    );
    assert_eq!(
        codes("images/default-flavors", &json!({"machineCapabilities": definitions, "capabilityFlavors": flavors})),
        of_both[2..]
    );
    let pair = json!({"machineCapabilities": definitions, "a": wrong, "b": {}});
    assert_eq!(codes("images/compatible", &pair)[0], "capability-value-not-defined /given/a/architecture/0");
    let find = json!({"provider": "local", "machineCapabilities": definitions, "capabilities": wrong, "imageName": "linux", "imageVersion": "1.0.0",
        "providerConfig": {"machineImages": [{"name": "linux", "versions": [{"version": "1.0.0", "image": "x"}]}]}});
    assert_eq!(codes("images/find-image", &find), of_map);

    // Of many machine types with the same slip only the first is named.
    let mut profile = parent();
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("a list") {
        machine["capabilities"]["hypervisor"] = json!(["gen1"]);
    }
    let types = json!({"cloudProfile": profile, "machineTypes": ["small", "arm"]});
    assert_eq!(
        codes("images/fit", &types),
        ["capability-not-defined /given/cloudProfile/spec/machineTypes/0/capabilities/hypervisor"]
    );
    let warnings = LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read").warnings();
    assert!(matches!(&warnings[..], [one] if one.contains("`hypervisor`")), "{warnings:?}");
    assert!(LoadedProfile::read(parent().to_string().as_bytes()).expect("it can be read").warnings().is_empty());
}

#[test]
fn a_removal_of_nothing_is_told_with_the_nearest_name() {
    let mut engine = Engine::default();
    load(&mut engine, &[parent(), child(&json!({}))]);
    let remove = |engine: &mut Engine, removal: Value| {
        answer(&engine.load(json!({"remove": [removal], "text": true}).to_string().as_bytes()))
    };
    let nothing = json!({"apiVersion": API, "kind": "NamespacedCloudProfile", "namespace": "garden", "name": "taem"});
    let answer = remove(&mut engine, nothing);
    let [(code, path, says)] = problems(&answer)[..] else { panic!("{answer}") };
    assert_eq!((code, path), ("removed-not-loaded", "/remove/0"));
    assert!(says.contains("`garden/taem`") && says.contains("`garden/team`"), "{says}");
    assert_eq!(answer["answer"]["documents"].as_array().map(Vec::len), Some(2));
    let team = json!({"apiVersion": API, "kind": "NamespacedCloudProfile", "namespace": "garden", "name": "team"});
    assert_eq!(remove(&mut engine, team)["problems"], json!([]));
}

#[test]
fn a_configuration_of_another_provider_is_told() {
    let engine = Engine::default();
    let codes = |given: Value| -> Vec<String> {
        let answer = ask(&engine, "images/validate-mapping", &given);
        problems(&answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    assert_eq!(codes(json!({"cloudProfile": parent()})), Vec::<String>::new());
    let mut typed = parent();
    typed["spec"]["type"] = json!("gcp");
    assert_eq!(
        codes(json!({"cloudProfile": typed})),
        ["config-of-another-provider /given/cloudProfile/spec/providerConfig/apiVersion"]
    );
    let own = json!({"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig", "machineImage": [], "machineImages": []});
    let told =
        codes(json!({"cloudProfile": parent(), "namespacedCloudProfile": child(&json!({"providerConfig": own}))}));
    let expected = ["config-of-another-provider", "provider-key-unknown"];
    for code in expected {
        assert!(
            told.iter()
                .any(|told| told.starts_with(code)
                    && told.contains("/given/namespacedCloudProfile/spec/providerConfig/")),
            "{code}: {told:?}"
        );
    }
}

#[test]
fn an_artifact_without_a_name_is_told() {
    let config =
        |image: &str| json!({"machineImages": [{"name": "linux", "versions": [{"version": "1.0.0", "image": image}]}]});
    let find = |image: &str| json!({"provider": "local", "imageName": "linux", "imageVersion": "1.0.0", "providerConfig": config(image)});
    let engine = Engine::default();
    assert_eq!(ask(&engine, "images/find-image", &find("local/node:1"))["problems"], json!([]));
    let nameless = ask(&engine, "images/find-image", &find(""));
    assert_eq!(nameless["answer"]["image"], "");
    assert_eq!(problems(&nameless)[0].0, "artifact-without-name");
}
