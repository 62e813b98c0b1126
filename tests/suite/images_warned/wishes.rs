//! Requirements beside a machine type, and what admission would refuse about them.

use serde_json::{Value, json};

use super::{API, ask, child, parent, problems};
use fitment::Engine;

fn codes(question: &str, given: &Value) -> Vec<(String, String)> {
    let answer = ask(&Engine::default(), question, given);
    problems(&answer).into_iter().map(|(code, path, _)| (code.to_owned(), path.to_owned())).collect()
}

fn told(code: &str, path: &str) -> Vec<(String, String)> {
    vec![(code.to_owned(), path.to_owned())]
}

#[test]
fn machine_types_of_another_architecture_than_the_worker_are_told() {
    let given =
        |architecture: &str| json!({"cloudProfile": parent(), "worker": {"machine": {"architecture": architecture}}});
    for question in ["images/machine-types", "images/matrix"] {
        let found = codes(question, &given("arm64"));
        assert_eq!(found, told("worker-of-another-architecture", "/given/worker/machine/architecture"), "{question}");
    }
    let mut both = given("arm64");
    both["machineTypes"] = json!(["small", "arm"]);
    assert_eq!(
        codes("images/fit", &both),
        told("worker-of-another-architecture", "/given/worker/machine/architecture")
    );
    both["machineTypes"] = json!(["arm"]);
    assert_eq!(codes("images/fit", &both), []);
}

#[test]
fn a_root_disk_that_admission_refuses_is_told() {
    let mut profile = parent();
    profile["spec"]["volumeTypes"] = json!([
        {"name": "fast", "usable": true, "minSize": "50Gi"}, {"name": "old", "usable": false}, {"name": "far", "usable": true}
    ]);
    profile["spec"]["regions"][0]["zones"][0]["unavailableVolumeTypes"] = json!(["far"]);
    profile["spec"]["machineTypes"][0]["storage"] = json!({"class": "standard", "type": "far", "minSize": "30Gi"});
    let given = |volume: Value| {
        json!({
            "cloudProfile": profile, "machineType": "small", "region": "eu",
            "worker": {"zones": ["eu-1"], "volume": volume}
        })
    };
    let [of_type, of_size] =
        ["type", "size"].map(|key| told("worker-volume-refused", &format!("/given/worker/volume/{key}")));
    for (volume, expected) in [
        (json!({"type": "fast", "size": "50Gi"}), vec![]),
        (json!({"type": "fast"}), vec![]),
        (json!({"type": "nope", "size": "50Gi"}), of_type.clone()),
        (json!({"type": "old", "size": "50Gi"}), of_type.clone()),
        (json!({"type": "far", "size": "50Gi"}), of_type),
        (json!({"type": "fast", "size": "49Gi"}), of_size.clone()),
    ] {
        for question in ["images/pick", "images/fit"] {
            assert_eq!(codes(question, &given(volume.clone())), expected, "{question} {volume}");
        }
        // A question reports the same about these requirements as admission does about the pool.
        let shoot = json!({
            "apiVersion": API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
                "provider": {"type": "local", "workers": [{
                    "name": "pool", "zones": ["eu-1"], "volume": volume,
                    "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}
                }]}
            }
        });
        let mut stored = profile.clone();
        for machine in stored["spec"]["machineTypes"].as_array_mut().expect("a list") {
            machine["usable"] = json!(true);
        }
        let given = json!({"operation": "create", "cloudProfile": stored, "shoot": shoot});
        let admitted = ask(&Engine::default(), "images/admit-shoot", &given);
        assert_eq!(admitted["answer"]["allowed"], expected.is_empty(), "{volume}: {admitted}");
    }
    // Elsewhere this volume type is available, if it is large enough for the machine.
    let mut elsewhere = given(json!({"type": "far", "size": "20Gi"}));
    elsewhere["worker"]["zones"] = json!([]);
    assert_eq!(codes("images/pick", &elsewhere), of_size);
}

#[test]
fn a_zone_that_stands_twice_lacks_what_either_lacks() {
    let mut profile = parent();
    profile["spec"]["regions"][0]["zones"] =
        json!([{"name": "eu-1"}, {"name": "eu-1", "unavailableMachineTypes": ["small"]}]);
    for zones in [json!([]), json!(["eu-1"])] {
        let given = json!({"cloudProfile": profile, "machineType": "small", "region": "eu", "zones": zones});
        let answer = ask(&Engine::default(), "images/pick", &given);
        assert_eq!(answer["answer"]["found"], false, "{answer}");
    }
    profile["spec"]["regions"][0]["zones"][0]["name"] = json!("eu-0");
    let given = json!({"cloudProfile": profile, "machineType": "small", "region": "eu"});
    assert_eq!(ask(&Engine::default(), "images/pick", &given)["answer"]["found"], true);
}

#[test]
fn a_status_of_another_time_is_told_with_the_question_too() {
    let own = json!({"machineTypes": [
        {"name": "large", "cpu": "8", "gpu": "0", "memory": "32Gi", "capabilities": {"architecture": ["amd64"]}}
    ]});
    let mut namespaced = child(&own);
    let given = |namespaced: &Value| json!({"cloudProfile": parent(), "namespacedCloudProfile": namespaced, "machineType": "small"});
    assert_eq!(codes("images/fit", &given(&namespaced)), []);
    namespaced["status"] = json!({"cloudProfileSpec": parent()["spec"]});
    let path = "/given/namespacedCloudProfile/status/cloudProfileSpec/machineTypes";
    assert_eq!(codes("images/fit", &given(&namespaced)), told("merged-profile-stale", path));
}

#[test]
fn a_profile_that_maps_nothing_is_told_where_machines_would_boot() {
    let mut profile = parent();
    profile["spec"]["type"] = json!("aws");
    let given = |profile: &Value| json!({"cloudProfile": profile, "machineType": "small", "region": "eu"});
    profile["spec"]["providerConfig"] = json!({
        "apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig", "machineImages": []
    });
    let nothing = told("nothing-mapped", "/given/cloudProfile/spec/providerConfig");
    let mut refused = told("loaded-document-invalid", "/given/cloudProfile/spec/providerConfig/machineImages");
    refused.splice(0..0, nothing.clone());
    assert_eq!(codes("images/fit", &given(&profile)), refused);
    profile["spec"].as_object_mut().expect("an object").remove("providerConfig");
    assert_eq!(codes("images/fit", &given(&profile)), nothing);
    // Nothing can be said about an unknown provider.
    profile["spec"]["type"] = json!("metal");
    assert_eq!(codes("images/fit", &given(&profile)), []);
}

#[test]
fn an_artifact_is_asked_for_in_a_region_that_there_is() {
    let given = |region: &str| {
        json!({
            "cloudProfile": parent(), "machineType": "small", "imageName": "linux", "imageVersion": "1.0.0", "region": region
        })
    };
    assert_eq!(codes("images/find-image", &given("eu")), []);
    let answer = ask(&Engine::default(), "images/find-image", &given("ue"));
    assert_eq!((&answer["outcome"], problems(&answer)[0].0), (&json!("undecided"), "region-unknown"), "{answer}");
}

#[test]
fn a_shoot_before_the_change_is_the_same_shoot() {
    let shoot = |name: &str| {
        json!({
            "apiVersion": API, "kind": "Shoot", "metadata": {"name": name, "namespace": "garden"},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
                "provider": {"type": "local", "workers": [{"name": "pool", "maximum": 1, "machine": {"type": "small"}}]}
            }
        })
    };
    let given = |old: &str| json!({"operation": "update", "cloudProfile": parent(), "shoot": shoot("web"), "oldShoot": shoot(old)});
    assert_eq!(codes("images/admit-shoot", &given("web")), []);
    let path = "/given/oldShoot/metadata/name";
    assert_eq!(codes("images/admit-shoot", &given("shop")), told("shoot-before-is-another", path));
}

#[test]
fn a_profile_that_is_refused_is_never_found_in_order() {
    let given = |profile: &Value| json!({"cloudProfile": profile});
    let told_of = |profile: &Value| codes("images/lint", &given(profile));
    let mut profile = parent();
    assert_eq!(told_of(&profile), []);
    profile["spec"]["machineTypes"][1]["memory"] = json!("-8Gi");
    assert_eq!(told_of(&profile), told("linted-profile-invalid", "/given/cloudProfile/spec/machineTypes/1/memory"));
}

#[test]
fn disks_that_have_to_be_larger_are_told_of_pools_that_have_smaller_ones() {
    let volumes = |least: &str| json!([{"name": "fast", "class": "ssd", "usable": true, "minSize": least}]);
    let mut old = parent();
    old["spec"]["volumeTypes"] = volumes("20Gi");
    let mut new = old.clone();
    new["spec"]["volumeTypes"] = volumes("100Gi");
    let pool = |name: &str, size: &str| {
        json!({
            "name": name, "volume": {"type": "fast", "size": size},
            "machine": {"type": "small", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}
        })
    };
    let shoot = json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "maintenance": {"autoUpdate": {"machineImageVersion": false}},
            "provider": {"type": "local", "workers": [pool("small", "50Gi"), pool("large", "100Gi"), pool("tiny", "10Gi")]}
        }
    });
    let diff = |old: &Value, new: &Value| {
        let given =
            json!({"oldCloudProfile": old, "cloudProfile": new, "shoots": [shoot], "namespacedCloudProfiles": []});
        ask(&Engine::default(), "images/diff-profiles", &given)
    };
    let answer = diff(&old, &new);
    let [(code, path, says)] = problems(&answer)[..] else { panic!("{answer}") };
    assert_eq!((code, path), ("change-hurts-pools", "/given/cloudProfile/spec/volumeTypes/0/minSize"));
    assert!(says.contains("100Gi") && says.contains("garden/web/small") && says.contains("1 pool"), "{says}");
    assert_eq!(diff(&new, &old)["problems"], json!([]));
    // The machine type may set the minimum size of its own disks.
    let mut of_machine = old.clone();
    of_machine["spec"]["machineTypes"][0]["storage"] = json!({"class": "standard", "type": "fast", "minSize": "60Gi"});
    let answer = diff(&old, &of_machine);
    let [(code, path, _)] = problems(&answer)[..] else { panic!("{answer}") };
    assert_eq!((code, path), ("change-hurts-pools", "/given/cloudProfile/spec/machineTypes/0/storage/minSize"));
}
