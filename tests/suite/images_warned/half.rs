//! Documents that are half complete: keys without values, entries without names, and duplicates.

use serde_json::{Value, json};

use super::{API, ask, load, parent, problems, said};
use fitment::{Edition, Engine, Instant, LoadedProfile};

fn codes(answer: &Value) -> Vec<&str> {
    problems(answer).into_iter().map(|(code, ..)| code).collect()
}

#[test]
fn a_key_with_nothing_behind_it_is_told_and_refuses_nothing() {
    let mut profile = parent();
    profile["metadata"]["creationTimestamp"] = Value::Null;
    profile["status"] = Value::Null;
    profile["spec"]["machineTypes"][0]["usable"] = Value::Null;
    profile["spec"]["machineImages"][1]["versions"][0]["classification"] = Value::Null;
    for validation in ["Warn", "Strict"] {
        let request = json!({
            "question": "images/fit", "now": "2026-01-01T00:00:00Z", "fieldValidation": validation, "text": true,
            "given": {"cloudProfile": profile, "machineType": "small"}
        });
        let answer = super::answer(&Engine::default().ask(request.to_string().as_bytes()));
        assert_eq!(answer["outcome"], "decided", "{answer}");
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "key-without-value");
        let told: Vec<&str> = told.map(|(_, path, _)| path).collect();
        let spec = "/given/cloudProfile/spec";
        let [usable, word] =
            [format!("{spec}/machineTypes/0/usable"), format!("{spec}/machineImages/1/versions/0/classification")];
        assert!(told.len() == 2 && told.contains(&usable.as_str()) && told.contains(&word.as_str()), "{told:?}");
    }
}

#[test]
fn catalogs_tell_of_entries_that_are_there_again_or_without_a_name() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut profile = parent();
        change(&mut profile["spec"]);
        LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read")
    };
    let again = |spec: &mut Value, list: &str, entry: Value| spec[list].as_array_mut().expect("a list").push(entry);
    let kubernetes = changed(&|spec| {
        let versions = spec["kubernetes"]["versions"].as_array_mut().expect("a list");
        versions.push(json!({"version": "1.32.6"}));
    });
    let volumes = changed(&|spec| {
        spec["volumeTypes"] = json!([{"name": "old", "class": "standard", "usable": false}]);
        again(spec, "volumeTypes", json!({"name": "old", "class": "standard", "usable": true}));
    });
    let nameless = changed(&|spec| {
        spec["machineImages"][0].as_object_mut().expect("an object").remove("name");
    });
    let zone = changed(&|spec| spec["regions"][0]["zones"] = json!([{"name": "eu-1"}, {}]));
    for (profile, expected) in [
        (kubernetes, "spec.kubernetes.versions[2].version: Duplicate value: \"1.32.6\""),
        (volumes, "spec.volumeTypes[1].name: Duplicate value: \"old\""),
        (nameless, "spec.machineImages[0].name: Required value"),
        (zone, "spec.regions[0].zones[1].name: Required value"),
    ] {
        let warnings = profile.warnings();
        assert!(warnings.iter().any(|warning| warning.contains(expected)), "{expected}: {warnings:?}");
    }
    assert_eq!(changed(&|_| {}).warnings(), Vec::<String>::new());
}

#[test]
fn a_zone_without_a_name_has_no_machine_type() {
    let offered = |zones: Value| {
        let mut profile = parent();
        profile["spec"]["regions"][0]["zones"] = zones;
        let loaded = LoadedProfile::read(profile.to_string().as_bytes()).expect("it can be read");
        let now = Instant::parse("2026-01-01T00:00:00Z").expect("it is a time");
        let listed = loaded.offered("small", now, Some(("eu", &[])), Edition::default()).map(|all| all.len());
        let given = json!({"cloudProfile": profile, "machineType": "small", "region": "eu"});
        let asked = ask(&Engine::default(), "images/fit", &given)["answer"]["summary"]["offered"].clone();
        assert_eq!(asked, json!(listed.expect("there is such a region")));
        asked
    };
    let lacking = json!({"name": "eu-1", "unavailableMachineTypes": ["small"]});
    assert_eq!(offered(json!([{"name": "eu-1"}])), 2);
    for nameless in [json!({}), json!({"name": ""}), json!({"name": null})] {
        assert_eq!(offered(json!([lacking, nameless])), 0, "{nameless}");
        assert_eq!(offered(json!([nameless])), 0, "{nameless}");
    }
    assert_eq!(offered(json!([])), 2);
}

fn shoot(version: &str, image: &str) -> Value {
    json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": version},
            "provider": {"type": "local", "workers": [{
                "name": "w", "minimum": 1, "maximum": 1, "maxSurge": 1, "zones": ["eu-1"],
                "machine": {"type": "small", "image": {"name": "linux", "version": image}}
            }]}
        }
    })
}

fn admitted(profile: &Value, shoot: &Value, old: Option<&Value>) -> Value {
    let operation = if old.is_some() { "update" } else { "create" };
    let given = json!({"operation": operation, "cloudProfile": profile, "shoot": shoot, "oldShoot": old});
    ask(&Engine::default(), "images/admit-shoot", &given)
}

fn usable() -> Value {
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["usable"] = json!(true);
    profile
}

#[test]
fn what_a_zone_lacks_in_vain_is_told_to_who_is_admitted_there() {
    let mut profile = usable();
    profile["spec"]["regions"][0]["zones"][0]["unavailableMachineTypes"] = json!(["smal"]);
    let sound = shoot("1.33.2", "1.0.0");
    let told = admitted(&profile, &sound, None);
    assert!(codes(&told).contains(&"lacked-type-unknown"), "{told}");
    let mut elsewhere = sound.clone();
    elsewhere["spec"]["region"] = json!("us");
    assert!(!codes(&admitted(&profile, &elsewhere, None)).contains(&"lacked-type-unknown"));
    assert!(!codes(&admitted(&usable(), &sound, None)).contains(&"lacked-type-unknown"));
}

#[test]
fn a_version_that_is_taken_for_another_is_told_where_it_is_completed() {
    let mut engine = Engine::default();
    load(&mut engine, &[usable()]);
    let completed = |shoot: &Value| {
        let review = json!({"phase": "mutating", "now": "2026-01-01T00:00:00Z", "text": true, "review": {
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                "uid": "1", "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"},
                "operation": "CREATE", "name": "s", "namespace": "garden", "object": shoot
            }
        }});
        let answer = super::answer(&engine.review(review.to_string().as_bytes()));
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "version-taken-instead");
        told.map(|(.., says)| said(says).to_owned()).collect::<Vec<_>>()
    };
    let instead = |written: &str, taken: &str| {
        format!("`{written}` is neither a version nor the beginning of one, and `{taken}` is taken instead")
    };
    assert_eq!(completed(&shoot("1.33.2.0", "1.0.0.0")), [instead("1.33.2.0", "1.33.2"), instead("1.0.0.0", "1.0.0")]);
    for (version, image) in [("1.33.2", "1.0.0"), ("1.33", "1.0"), ("", ""), ("1", "1")] {
        assert_eq!(completed(&shoot(version, image)), Vec::<String>::new(), "{version} {image}");
    }
}

#[test]
fn a_stored_shoot_that_moves_unwritten_is_told_where_it_is_completed() {
    let mut engine = Engine::default();
    let mut profile = usable();
    let versions = profile["spec"]["kubernetes"]["versions"].as_array_mut().expect("the profile has versions");
    versions.push(json!({"version": "1.34.1"}));
    load(&mut engine, &[profile]);
    let stored = shoot("1.33.2", "1.0.0");
    let completed = |new: &Value| {
        let review = json!({"phase": "mutating", "now": "2026-01-01T00:00:00Z", "text": true, "review": {
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                "uid": "1", "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"},
                "operation": "UPDATE", "name": "s", "namespace": "garden", "object": new, "oldObject": stored
            }
        }});
        let answer = super::answer(&engine.review(review.to_string().as_bytes()));
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "kubernetes-moves-unwritten");
        told.map(|(.., says)| said(says).to_owned()).collect::<Vec<_>>()
    };
    let moves = "the Shoot does not say its whole Kubernetes version, and moves from `1.33.2` to `1.34.1`";
    for written in ["", "1"] {
        assert_eq!(completed(&shoot(written, "1.0.0")), [moves], "{written}");
    }
    let mut without = stored.clone();
    without["spec"].as_object_mut().expect("it has a `spec`").remove("kubernetes");
    assert_eq!(completed(&without), [moves]);
    for written in ["1.33.2", "1.33"] {
        assert_eq!(completed(&shoot(written, "1.0.0")), Vec::<String>::new(), "{written}");
    }
}

#[test]
fn a_version_that_nothing_can_be_held_against_is_told() {
    let new = shoot("1.33.2", "1.0.0");
    for before in ["", "1.33.l", "1.33.2.0", "*"] {
        let told = admitted(&usable(), &new, Some(&shoot(before, "1.0.0")));
        assert!(codes(&told).contains(&"version-before-unreadable"), "{before}: {told}");
    }
    for before in ["1.33.2", "1.32.6"] {
        let told = admitted(&usable(), &new, Some(&shoot(before, "1.0.0")));
        assert!(!codes(&told).contains(&"version-before-unreadable"), "{before}: {told}");
    }
}
