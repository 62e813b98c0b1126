//! Names that match nothing, and configurations of another provider.

use serde_json::{Value, json};

use super::{API, answer, ask, child, load, parent, problems, said};
use fitment::{Engine, LoadedProfile};

#[test]
fn names_that_nothing_defines_are_told_by_every_question() {
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
        "providerConfig": {"machineImages": [{"name": "linux", "versions": [{"version": "1.0.0", "capabilityFlavors": [
            {"image": "x", "capabilities": {"architecture": ["amd64"]}}]}]}]}});
    assert_eq!(codes("images/find-image", &find), of_map);

    // If many machine types have the same slip, each is named.
    let mut profile = parent();
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("a list") {
        machine["capabilities"]["hypervisor"] = json!(["gen1"]);
    }
    let types = json!({"cloudProfile": profile, "machineTypes": ["small", "arm"]});
    assert_eq!(
        codes("images/fit", &types),
        [0, 1].map(|at| format!(
            "capability-not-defined /given/cloudProfile/spec/machineTypes/{at}/capabilities/hypervisor"
        ))
    );
    let warnings = LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read").warnings();
    let types = profile["spec"]["machineTypes"].as_array().map_or(0, Vec::len);
    assert!(warnings.len() == types && warnings.iter().all(|one| one.contains("`hypervisor`")), "{warnings:?}");
    assert!(LoadedProfile::read(parent().to_string().as_bytes()).expect("it can be read").warnings().is_empty());
}

#[test]
fn names_that_nothing_defines_are_told_by_whoever_chooses_for_pools() {
    let engine = Engine::default();
    let codes = |question: &str, given: &Value| -> Vec<String> {
        let answer = ask(&engine, question, given);
        assert_eq!(answer["outcome"], "decided", "{question}: {answer}");
        problems(&answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["capabilities"]["hypervisor"] = json!(["gen1"]);
    let shoot = json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "maintenance": {"autoUpdate": {"machineImageVersion": true}},
            "provider": {"type": "local", "workers": [
                {"name": "pool", "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}, "zones": ["eu-1"]}
            ]}
        }
    });
    let told = "capability-not-defined /given/cloudProfile/spec/machineTypes/0/capabilities/hypervisor".to_owned();
    let of_shoot = json!({"cloudProfile": profile, "shoot": shoot});
    for question in ["images/maintain", "images/plan-maintenance"] {
        assert_eq!(codes(question, &of_shoot), std::slice::from_ref(&told), "{question}");
    }
    // This question also reports what is refused about the Shoot.
    assert_eq!(codes("images/default-image", &of_shoot).last(), Some(&told));
    let change =
        json!({"oldCloudProfile": parent(), "cloudProfile": profile, "shoots": [shoot], "namespacedCloudProfiles": []});
    assert_eq!(codes("images/in-use", &change), std::slice::from_ref(&told));

    assert_eq!(codes("images/bastion", &json!({"cloudProfile": profile})), [told]);

    let (definitions, machine) = (&profile["spec"]["machineCapabilities"], &profile["spec"]["machineTypes"][0]);
    let image = json!({"name": "linux", "versions": [
        {"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}, {"architecture": ["amd64"], "boot": ["uefi"]}]}
    ]});
    let pair = json!({"machineCapabilities": definitions, "machineImage": image, "machineType": machine, "worker": {"name": "pool"}});
    let of_pair = [
        "capability-not-defined /given/machineType/capabilities/hypervisor",
        "capability-not-defined /given/machineImage/versions/0/capabilityFlavors/1/boot",
    ];
    let mut without_worker = pair.clone();
    without_worker.as_object_mut().expect("an object").remove("worker");
    assert_eq!(codes("images/worker-versions", &pair), of_pair);
    assert_eq!(codes("images/matching-versions", &without_worker), of_pair);

    let flavor = json!({"capabilities": {"architecture": ["amd64"], "boot": ["uefi"]}, "image": "x"});
    let find = json!({"provider": "local", "machineCapabilities": definitions, "imageName": "linux", "imageVersion": "1.0.0",
        "capabilities": {"architecture": ["amd64"]},
        "providerConfig": {"machineImages": [{"name": "linux", "versions": [{"version": "1.0.0", "capabilityFlavors": [flavor]}]}]}});
    let at = "/given/providerConfig/machineImages/0/versions/0/capabilityFlavors/0/capabilities/boot";
    assert_eq!(codes("images/find-image", &find), [format!("capability-not-defined {at}")]);
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
    assert!(says.contains("`taem`") && says.contains("`garden/team`"), "{says}");
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
fn a_configuration_that_does_not_say_what_it_is_is_told() {
    let engine = Engine::default();
    let told = |question: &str, given: Value| -> Vec<String> {
        let answer = ask(&engine, question, &given);
        let untyped = problems(&answer).into_iter().filter(|(code, _, _)| *code == "provider-config-untyped");
        untyped.map(|(_, path, says)| format!("{path}: {}", said(says))).collect()
    };
    let sentence = |missing: &str| {
        format!(
            "the provider's configuration says nothing of its {missing}: its extension does not decode it, and refuses the profile"
        )
    };
    let mut profile = parent();
    let mut config = profile["spec"]["providerConfig"].take();
    let own = config.clone();
    for (key, missing) in [("kind", "`kind`"), ("apiVersion", "`apiVersion`, `kind`")] {
        config.as_object_mut().expect("an object").remove(key);
        profile["spec"]["providerConfig"] = config.clone();
        let expected = [format!("/given/cloudProfile/spec/providerConfig: {}", sentence(missing))];
        assert_eq!(told("images/validate-mapping", json!({"cloudProfile": profile})), expected);
        // Storing the profile is refused.
        let answer = ask(&engine, "images/validate-profile", &json!({"cloudProfile": profile}));
        let field = format!("spec.providerConfig.{key}");
        let errors = answer["answer"]["errors"].as_array().expect("errors are a list");
        assert!(errors.iter().any(|error| error["field"] == field.as_str()), "{answer}");
    }
    profile["spec"]["providerConfig"] = own;
    let namespaced = child(&json!({"providerConfig": {"machineImages": []}}));
    let given = json!({"cloudProfile": profile, "namespacedCloudProfile": namespaced});
    let expected = [format!("/given/namespacedCloudProfile/spec/providerConfig: {}", sentence("`apiVersion`, `kind`"))];
    assert_eq!(told("images/validate-mapping", given), expected);
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

/// Returns the codes and paths of an answer's problems.
fn told(question: &str, given: &Value) -> Vec<String> {
    let answer = ask(&Engine::default(), question, given);
    assert_eq!(answer["outcome"], "decided", "{answer}");
    problems(&answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
}

#[test]
fn versions_that_are_none_are_told_where_they_are_offered() {
    let mut profile = parent();
    let flavors = json!([{"architecture": ["amd64"]}]);
    let versions =
        json!([{"version": "latest", "capabilityFlavors": flavors}, {"version": null, "capabilityFlavors": flavors}]);
    profile["spec"]["machineImages"][1]["versions"] = versions;
    let list = "/given/cloudProfile/spec/machineImages/1/versions";
    let given = json!({"cloudProfile": profile, "machineType": "small"});
    for question in ["images/fit", "images/pick"] {
        let both = [0, 1].map(|place| format!("version-not-readable {list}/{place}/version"));
        let mut told = told(question, &given);
        told.retain(|told| told.starts_with("version-not-readable"));
        assert_eq!(told, both, "{question}");
    }
    let one = json!({"cloudProfile": profile, "machineType": "small", "image": "other"});
    assert!(!told("images/fit", &one).iter().any(|told| told.starts_with("version-not-readable")));
    let warnings = LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read").warnings();
    assert!(warnings.iter().any(|warning| warning.contains("`latest`")), "{warnings:?}");
}

#[test]
fn volume_types_that_zones_lack_in_vain_are_told() {
    let mut profile = parent();
    profile["spec"]["volumeTypes"] = json!([{"name": "fast", "class": "premium"}]);
    profile["spec"]["regions"][0]["zones"][0]["unavailableVolumeTypes"] = json!(["fast", "fats"]);
    let place = "/given/cloudProfile/spec/regions/0/zones/0/unavailableVolumeTypes/1";
    let given = json!({"cloudProfile": profile, "machineType": "small", "region": "eu"});
    assert_eq!(told("images/fit", &given), [format!("lacked-type-unknown {place}")]);
    let answer = ask(&Engine::default(), "images/validate-profile", &json!({"cloudProfile": profile}));
    assert!(
        problems(&answer)
            .iter()
            .any(|(code, path, says)| *code == "lacked-type-unknown" && *path == place && says.contains("`fast`")),
        "{answer}"
    );
}

#[test]
fn a_kubernetes_version_that_nobody_can_have_is_told() {
    let fit = |version: &str| {
        told("images/fit", &json!({"cloudProfile": parent(), "machineType": "small", "kubernetesVersion": version}))
    };
    assert_eq!(fit("1.33.2"), Vec::<String>::new());
    assert_eq!(fit("1.32.6"), Vec::<String>::new(), "it expires later");
    assert_eq!(fit("1.33"), ["kubernetes-version-not-to-be-had /given/kubernetesVersion"]);
    assert_eq!(fit("1.43.2"), ["kubernetes-version-unknown /given/kubernetesVersion"]);
    let mut expired = parent();
    expired["spec"]["kubernetes"]["versions"][1]["expirationDate"] = json!("2025-09-01T00:00:00Z");
    let own = json!({"machine": {"type": "small"}, "kubernetes": {"version": "1.32.6"}});
    let given = json!({"cloudProfile": expired, "machineType": "small", "worker": own});
    assert_eq!(told("images/fit", &given), ["kubernetes-version-not-to-be-had /given/worker/kubernetes/version"]);
}

#[test]
fn machine_types_that_no_worker_can_have_are_told() {
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["capabilities"] = json!({});
    let given = json!({"cloudProfile": profile, "machineType": "small"});
    let nameless = "machine-type-without-architecture /given/cloudProfile/spec/machineTypes/0";
    let refused = "loaded-document-invalid /given/cloudProfile/spec/machineTypes/0/capabilities";
    assert_eq!(told("images/fit", &given), [nameless, refused]);
    assert_eq!(told("images/matrix", &json!({"cloudProfile": profile})), [nameless, refused]);

    let worker = |machine: Value| {
        told("images/pick", &json!({"cloudProfile": parent(), "machineType": "small", "worker": {"machine": machine}}))
    };
    assert_eq!(worker(json!({"type": "small", "architecture": "amd64"})), Vec::<String>::new());
    assert_eq!(worker(json!({"type": "arm"})), ["worker-is-another /given/worker/machine/type"]);
    assert_eq!(worker(json!({"architecture": "arm64"})), ["worker-is-another /given/worker/machine/architecture"]);
    assert_eq!(
        worker(json!({"type": "small", "architecture": "arm64"})),
        ["worker-is-another /given/worker/machine/architecture"]
    );
}

#[test]
fn a_name_without_its_namespace_finds_the_one_that_is_meant() {
    let mut engine = Engine::default();
    load(&mut engine, &[parent(), child(&json!({}))]);
    let answer = ask(&engine, "images/fit", &json!({"namespacedCloudProfile": "team", "machineType": "small"}));
    let [(code, _, says)] = problems(&answer)[..] else { panic!("{answer}") };
    assert!(code == "document-not-loaded" && says.contains("did you mean `garden/team`"), "{says}");
}

#[test]
fn a_key_that_is_only_begun_is_told_with_its_end() {
    let answer = ask(&Engine::default(), "images/find-image", &json!({"provider": "aws", "image": "linux"}));
    let says = problems(&answer).iter().map(|(.., says)| *says).collect::<Vec<_>>().join(" ");
    assert!(says.contains("did you mean `imageName`?"), "{answer}");
}

#[test]
fn a_word_that_no_version_is_said_to_be_is_told() {
    for (stage, field) in [
        (json!({"classification": "previw"}), "classification"),
        (json!({"lifecycle": [{"classification": "previw"}]}), "lifecycle[0].classification"),
    ] {
        let mut profile = parent();
        for (key, value) in stage.as_object().expect("an object") {
            profile["spec"]["machineImages"][1]["versions"][0][key] = value.clone();
        }
        for (question, given) in [
            ("images/fit", json!({"cloudProfile": profile, "machineType": "small"})),
            ("images/pick", json!({"cloudProfile": profile, "machineType": "small"})),
            ("images/machine-types", json!({"cloudProfile": profile})),
            ("images/matrix", json!({"cloudProfile": profile})),
        ] {
            let answer = ask(&Engine::default(), question, &given);
            // Lifecycle stages are also refused, unless a feature gate is on.
            let mut told = problems(&answer);
            told.retain(|(_, _, says)| field == "classification" || !says.contains("the feature gate"));
            let [(code, path, says)] = *told else { panic!("{question}: {told:?}") };
            assert_eq!(
                (code, path),
                ("loaded-document-invalid", "/given/cloudProfile/spec/machineImages/1/versions/0"),
                "{question}"
            );
            assert!(says.contains(&format!("spec.machineImages[1].versions[0].{field}: Unsupported value")), "{says}");
        }
    }
}

#[test]
fn a_gate_that_is_nearly_one_that_counts_is_told() {
    let of = |gates: Value| {
        ask(&Engine::default(), "images/validate-profile", &json!({"cloudProfile": parent(), "featureGates": gates}))
    };
    let misspelt = of(json!({"CloudProfileCapabilites": false}));
    let [(code, path, says)] = problems(&misspelt).try_into().expect("one gate is none");
    assert_eq!((code, path), ("unknown-key", "/given/featureGates/CloudProfileCapabilites"));
    assert!(says.ends_with("did you mean `CloudProfileCapabilities`?"), "{says}");
    assert_eq!(of(json!({"NodeAgentAuthorizer": true, "CloudProfileCapabilities": true}))["problems"], json!([]));
}
