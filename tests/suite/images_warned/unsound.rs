//! Faults for which no API server would store the profile that comes with a question, or the merged one.

use serde_json::{Value, json};

use super::{answer, ask, child, load, parent, problems, said};
use fitment::{Engine, LoadedProfile};

/// Returns what each question that depends on a profile reports.
fn told_by_all(profile: &Value) -> Vec<(&'static str, Vec<String>)> {
    let worker = json!({"name": "w", "minimum": 1, "maximum": 1, "machine": {"type": "small", "architecture": "amd64",
        "image": {"name": "linux", "version": "1.0.0"}}});
    let shoot = json!({"apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"}, "spec": {
        "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "kubernetes": {"version": "1.33.2"},
        "maintenance": {"autoUpdate": {"kubernetesVersion": true, "machineImageVersion": true}},
        "provider": {"type": "local", "workers": [worker]}}});
    let questions = [
        ("images/fit", json!({"machineType": "small"})),
        ("images/pick", json!({"machineType": "small"})),
        ("images/matrix", json!({})),
        ("images/machine-types", json!({})),
        ("images/maintain", json!({"shoot": shoot})),
        ("images/plan-maintenance", json!({"shoot": shoot})),
        ("images/default-image", json!({"shoot": shoot})),
        ("images/admit-shoot", json!({"operation": "create", "shoot": shoot})),
    ];
    let told = questions.map(|(question, mut given)| {
        given["cloudProfile"] = profile.clone();
        (question, invalid(&ask(&Engine::default(), question, &given)))
    });
    told.into_iter().collect()
}

/// Returns the reasons why no API server would store the document, according to an answer.
fn invalid(answer: &Value) -> Vec<String> {
    assert_eq!(answer["outcome"], "decided", "{answer}");
    let told = problems(answer).into_iter().filter(|(code, ..)| *code == "loaded-document-invalid");
    told.map(|(_, _, says)| said(says).replace("the API server would not store this: ", "")).collect()
}

#[test]
fn what_no_api_server_stores_of_a_profile_is_told_with_every_answer() {
    let changed = |change: fn(&mut Value)| {
        let mut profile = parent();
        change(&mut profile["spec"]);
        profile
    };
    let region = changed(|spec| {
        let again = spec["regions"][0].clone();
        spec["regions"].as_array_mut().expect("a list").push(again);
    });
    let strategy = changed(|spec| spec["machineImages"][1]["updateStrategy"] = json!("Minor"));
    let stages = changed(|spec| {
        let version = &mut spec["machineImages"][1]["versions"][0];
        version["expirationDate"] = json!("2027-01-01T00:00:00Z");
        version["lifecycle"] = json!([{"classification": "supported"}]);
    });
    let cases = [
        (region, "spec.regions[1].name: Duplicate value: \"eu\""),
        (strategy, "spec.machineImages[1].updateStrategy: Unsupported value: \"Minor\""),
        (stages, "spec.machineImages[1].versions[0]: Forbidden: `lifecycle` replaces"),
    ];
    for (profile, expected) in cases {
        for (question, told) in told_by_all(&profile) {
            let [one] = &told[..] else { panic!("{question}: {told:?}") };
            assert!(one.starts_with(expected), "{question}: {one}");
        }
    }
    // A member behind a feature gate, which few servers have switched on, is reported last.
    let lifecycle = changed(|spec| {
        spec["machineImages"][1]["versions"][0]["lifecycle"] = json!([{"classification": "supported"}]);
    });
    for (question, told) in told_by_all(&lifecycle) {
        let [one] = &told[..] else { panic!("{question}: {told:?}") };
        assert!(one.contains("lifecycle: Forbidden: the feature gate"), "{question}: {one}");
    }
    // Members that a fragment leaves out are no mistake.
    let fragment = changed(|spec| {
        for key in ["kubernetes", "regions", "type", "providerConfig"] {
            spec.as_object_mut().expect("an object").remove(key);
        }
    });
    for profile in [parent(), fragment] {
        for (question, told) in told_by_all(&profile) {
            assert_eq!(told, Vec::<String>::new(), "{question}");
        }
    }
}

#[test]
fn what_stands_in_a_profile_of_a_namespace_again_is_told() {
    let machine = |architecture: &str| json!({"name": "own", "cpu": "1", "gpu": "0", "memory": "4Gi", "capabilities": {"architecture": [architecture]}});
    let dated = |date: &str| json!({"version": "1.0.0", "expirationDate": date});
    let versions = json!([dated("2027-01-01T00:00:00Z"), dated("2028-01-01T00:00:00Z")]);
    let image = |versions: Value| json!({"name": "linux", "versions": versions});
    let cases = [
        (
            json!({"machineTypes": [machine("arm64"), machine("amd64")]}),
            "spec.machineTypes[1].name: Duplicate value: \"own\"",
        ),
        (json!({"machineImages": [image(versions.clone())]}), "spec.machineImages[0].versions[1]: Duplicate value"),
        (
            json!({"machineImages": [image(json!([versions[0]])), image(json!([versions[1]]))]}),
            "spec.machineImages[1]: Duplicate value",
        ),
    ];
    for (spec, expected) in cases {
        let child = child(&spec);
        let given = json!({"cloudProfile": parent(), "namespacedCloudProfile": child, "machineType": "small"});
        let told = invalid(&ask(&Engine::default(), "images/fit", &given));
        assert!(told.iter().any(|told| told.starts_with(expected)), "{spec}: {told:?}");
        let merged = |child: &Value| {
            LoadedProfile::read_merged(parent().to_string().as_bytes(), child.to_string().as_bytes())
                .map(|merged| merged.warnings())
        };
        let warnings = merged(&child).expect("both can be read");
        assert!(warnings.iter().any(|warning| warning.contains(expected)), "{spec}: {warnings:?}");
    }
    let once = child(&json!({"machineTypes": [machine("amd64")]}));
    let merged = LoadedProfile::read_merged(parent().to_string().as_bytes(), once.to_string().as_bytes());
    assert_eq!(merged.map(|merged| merged.warnings()), Ok(Vec::new()));
}

#[test]
fn an_own_type_that_gets_the_usual_architecture_is_told_by_who_merges_it() {
    let own = json!({"machineTypes": [{"name": "graviton", "cpu": "1", "gpu": "0", "memory": "4Gi"}]});
    let child = child(&own);
    let code = "own-type-of-usual-architecture";
    let has = |answer: &Value| problems(answer).iter().any(|(known, ..)| *known == code);
    for question in ["images/fit", "images/validate-profile", "images/admit-profile"] {
        let mut given = json!({"cloudProfile": parent(), "namespacedCloudProfile": child});
        if question == "images/fit" {
            given["machineType"] = json!("graviton");
        } else {
            given["operation"] = json!("create");
        }
        let answer = ask(&Engine::default(), question, &given);
        assert!(has(&answer), "{question}: {answer}");
    }
    let mut engine = Engine::default();
    let loaded = load(&mut engine, &[parent(), child.clone()]);
    assert!(has(&loaded), "{loaded}");
    let merged = LoadedProfile::read_merged(parent().to_string().as_bytes(), child.to_string().as_bytes());
    let warnings = merged.expect("both can be read").warnings();
    assert!(warnings.iter().any(|warning| warning.contains("`graviton` names no architecture")), "{warnings:?}");
}

#[test]
fn an_older_field_that_does_not_hold_is_told_by_what_fits() {
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["architecture"] = json!("arm64");
    profile["spec"]["machineImages"][1]["versions"][0]["architectures"] = json!(["arm64"]);
    let ignored = |given: Value| {
        let answer = ask(&Engine::default(), "images/fit", &given);
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "architecture-field-ignored");
        told.map(|(_, path, _)| path.to_owned()).collect::<Vec<_>>()
    };
    let spec = "/given/cloudProfile/spec";
    let machine = format!("{spec}/machineTypes/0/architecture");
    let version = format!("{spec}/machineImages/1/versions/0/architectures");
    assert_eq!(ignored(json!({"cloudProfile": profile, "machineType": "small"})), [machine.clone(), version.clone()]);
    assert_eq!(ignored(json!({"cloudProfile": profile, "machineType": "arm"})), [version]);
    let other = json!({"cloudProfile": profile, "machineType": "small", "image": "other", "version": "3.0.0"});
    assert_eq!(ignored(other), [machine]);
    assert_eq!(ignored(json!({"cloudProfile": parent(), "machineType": "small"})), Vec::<String>::new());
    let loaded = LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read");
    let told = loaded.warnings();
    assert!(told.len() == 2 && told.iter().all(|told| told.starts_with("the older field says `arm64`")), "{told:?}");
}

#[test]
fn a_word_that_no_version_is_said_to_be_is_told_with_what_it_counts_as() {
    let classified =
        |version: Value| invalid(&ask(&Engine::default(), "images/classify-version", &json!({"version": version})));
    let told = classified(json!({"version": "1.0.0", "classification": "Expired"}));
    let [one] = &told[..] else { panic!("{told:?}") };
    assert!(one.starts_with("version.classification: Unsupported value: \"Expired\""), "{one}");
    assert_eq!(classified(json!({"version": "1.0.0", "classification": "deprecated"})), Vec::<String>::new());
}

#[test]
fn an_override_that_is_over_when_it_comes_is_told_to_who_compares() {
    let dated = |version: &str, date: &str| json!({"version": version, "expirationDate": date});
    let with = |versions: Value| child(&json!({"machineImages": [{"name": "linux", "versions": versions}]}));
    let kept = dated("1.0.0", "2027-01-01T00:00:00Z");
    let mut whole = parent();
    let mut older = whole["spec"]["machineImages"][1]["versions"][0].clone();
    older["version"] = json!("0.9.0");
    whole["spec"]["machineImages"][1]["versions"].as_array_mut().expect("a list").push(older);
    let told = |after: Value| {
        let given = json!({"cloudProfile": whole, "oldNamespacedCloudProfile": with(json!([kept])), "namespacedCloudProfile": after});
        let answer = ask(&Engine::default(), "images/diff-profiles", &given);
        let codes: Vec<String> = problems(&answer).iter().map(|(code, ..)| (*code).to_owned()).collect();
        codes.iter().filter(|code| *code == "versions-not-kept").count()
    };
    assert_eq!(told(with(json!([kept, dated("0.9.0", "2025-01-01T00:00:00Z")]))), 1);
    assert_eq!(told(with(json!([kept, dated("0.9.0", "2027-06-01T00:00:00Z")]))), 0);
}

#[test]
fn a_mapping_that_was_not_looked_for_is_not_said_to_be_complete() {
    let config = json!({"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [{"version": "1.0.0", "regions": [{"name": "eu", "ami": "ami-1"}]}]}]});
    let asked = |images: Value, config: &Value| {
        let given = json!({"machineImages": images, "providerConfig": config, "regions": ["eu"]});
        ask(&Engine::default(), "images/validate-mapping", &given)
    };
    let version = |version: &str, architectures: Value| json!({"version": version, "architectures": architectures});
    let images = |versions: Value| json!([{"name": "linux", "versions": versions}]);
    let open = asked(images(json!([{"version": "1.0.0"}, {"version": "1.1.0"}])), &config);
    let told = problems(&open);
    let [(code, path, says)] = told[..] else { panic!("{open}") };
    assert_eq!((code, path), ("mapping-without-architecture", "/given/machineImages/0/versions/0"));
    assert!(
        says.starts_with("`linux:1.0.0` names no architecture, so no artifact was looked for (2 versions of the kind)"),
        "{says}"
    );
    assert_eq!((&open["answer"]["valid"], &open["answer"]["complete"]), (&json!(true), &Value::Null));
    assert_eq!(open["because"][0]["code"], "mapping-left-open");
    let gap = asked(
        json!([
            {"name": "linux", "versions": [version("1.0.0", json!(["amd64"])), {"version": "1.1.0"}]}
        ]),
        &json!({"apiVersion": config["apiVersion"], "kind": "CloudProfileConfig", "machineImages": [{"name": "linux", "versions": [
        {"version": "1.0.0", "regions": [{"name": "us", "ami": "ami-1"}]}]}]}),
    );
    let counted = gap["answer"]["gaps"].as_array().map(Vec::len);
    assert_eq!(
        (&gap["answer"]["complete"], counted, &gap["because"][0]["code"]),
        (&json!(false), Some(1), &json!("mapping-has-gaps"))
    );
    let named = asked(images(json!([version("1.0.0", json!(["amd64"]))])), &config);
    assert_eq!((&named["answer"]["complete"], problems(&named).len()), (&json!(true), 0));

    // Without regions, it is not known where artifacts have to exist.
    let mut profile = parent();
    profile["spec"]["type"] = json!("aws");
    profile["spec"]["machineCapabilities"] = json!([]);
    profile["spec"]["providerConfig"] = config.clone();
    profile["spec"]["machineImages"] = images(json!([version("1.0.0", json!(["amd64"]))]));
    let complete = |profile: &Value| {
        ask(&Engine::default(), "images/validate-mapping", &json!({"cloudProfile": profile}))["answer"]["complete"]
            .clone()
    };
    assert_eq!(complete(&profile), true);
    profile["spec"].as_object_mut().expect("an object").remove("regions");
    assert_eq!(complete(&profile), Value::Null);
}

#[test]
fn values_beside_the_images_that_no_extension_reads_are_told() {
    let mut profile = parent();
    profile["spec"]["type"] = json!("openstack");
    profile["spec"]["providerConfig"]["apiVersion"] = json!("openstack.provider.extensions.gardener.cloud/v1alpha1");
    profile["spec"]["providerConfig"]["dnsServers"] = json!("1.1.1.1");
    for question in ["images/validate-mapping", "images/find-image"] {
        let mut given = json!({"cloudProfile": profile});
        if question == "images/find-image" {
            given["imageName"] = json!("linux");
            given["imageVersion"] = json!("1.0.0");
            given["machineType"] = json!("small");
            given["region"] = json!("eu");
        }
        let answer = ask(&Engine::default(), question, &given);
        let at = "/given/cloudProfile/spec/providerConfig/dnsServers";
        let told = problems(&answer).iter().any(|(code, path, _)| (*code, *path) == ("provider-config-unreadable", at));
        assert!(told, "{question}: {answer}");
    }
    let sound = ask(&Engine::default(), "images/validate-mapping", &json!({"cloudProfile": parent()}));
    assert_eq!(problems(&answer(&sound.to_string())), []);
}
