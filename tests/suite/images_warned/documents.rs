//! Documents that no API server would store, or that do not belong together.

use serde_json::{Value, json};

use super::{API, answer, ask, child, image, load, parent, problems};
use fitment::Engine;

#[test]
fn what_no_api_server_would_store_beside_its_parent_is_told_when_it_is_loaded() {
    let override_of = |version: &str| json!({"version": version, "expirationDate": "2026-09-01T00:00:00Z"});
    let sound = child(&image(&override_of("1.0.0")));
    let refused = [
        (image(&override_of("1.0.1")), "spec.machineImages[0].versions[0]"),
        (
            image(
                &json!({"version": "1.0.0", "classification": "supported", "expirationDate": "2026-09-01T00:00:00Z"}),
            ),
            "spec.machineImages[0].versions[0].classification",
        ),
        (image(&json!({"version": "1.0.0"})), "spec.machineImages[0].versions[0].expirationDate"),
        (
            json!({"kubernetes": {"versions": [{"version": "1.32.7", "expirationDate": "2026-09-01T00:00:00Z"}]}}),
            "spec.kubernetes.versions",
        ),
        (
            json!({"kubernetes": {"versions": [{"version": "1.33.2", "expirationDate": "2026-09-01T00:00:00Z"}]}}),
            "status.cloudProfileSpec.kubernetes.versions[].expirationDate",
        ),
        (
            json!({"machineTypes": [{"name": "large", "cpu": "8", "gpu": "0", "memory": "32Gi", "capabilities": {"architecture": ["amd"]}}]}),
            "status.cloudProfileSpec.machineTypes[2].architecture",
        ),
    ];
    let mut engine = Engine::default();
    assert_eq!(load(&mut engine, &[parent(), sound.clone()])["problems"], json!([]));
    for (spec, field) in refused {
        let wrong = child(&spec);
        for documents in [[parent(), wrong.clone()], [wrong.clone(), parent()]] {
            let loaded = load(&mut Engine::default(), &documents);
            let [(code, path, says)] = problems(&loaded)[..] else { panic!("{spec}: {loaded}") };
            assert_eq!(code, "loaded-document-invalid");
            let place = documents.iter().position(|document| *document == wrong).expect("it is one of them");
            // The path goes as far as the document does. Errors of the merged profile are in neither document.
            assert!(path.starts_with(&format!("/documents/{place}")), "{path}");
            assert_eq!(path.contains("/spec/"), field.starts_with("spec."), "{path}");
            assert!(says.contains(field), "{says}");
        }
        // Either of the two may be loaded first.
        let mut engine = Engine::default();
        assert_eq!(load(&mut engine, &[parent()])["problems"], json!([]));
        assert_eq!(problems(&load(&mut engine, std::slice::from_ref(&wrong))).len(), 1, "{spec}");
        let mut engine = Engine::default();
        assert_eq!(load(&mut engine, std::slice::from_ref(&wrong))["problems"], json!([]));
        let loaded = load(&mut engine, &[parent()]);
        let [(_, path, _)] = problems(&loaded)[..] else { panic!("{loaded}") };
        assert!(path.starts_with("NamespacedCloudProfile/garden/team#"), "{path}");

        // A question that brings the document says the same.
        let given = json!({"cloudProfile": parent(), "namespacedCloudProfile": wrong, "machineType": "small"});
        let fitting = ask(&Engine::default(), "images/fit", &given);
        assert_eq!(fitting["outcome"], "decided", "{fitting}");
        let told = problems(&fitting);
        assert!(
            told.iter().any(|(code, path, says)| *code == "loaded-document-invalid"
                && path.starts_with("/given/namespacedCloudProfile")
                && says.contains(field)),
            "{field}: {told:?}"
        );
    }
    let given = json!({"cloudProfile": parent(), "namespacedCloudProfile": sound, "machineType": "small"});
    assert_eq!(ask(&Engine::default(), "images/fit", &given)["problems"], json!([]));
}

#[test]
fn what_is_wrong_with_a_parent_is_not_told_of_its_children() {
    let mut broken = parent();
    broken["spec"]["kubernetes"]["versions"][0]["classification"] = json!("suported");
    let own = child(
        &json!({"machineTypes": [{"name": "large", "cpu": "8", "gpu": "0", "memory": "32Gi", "capabilities": {"architecture": ["amd64"]}}]}),
    );
    let loaded = load(&mut Engine::default(), &[broken, own]);
    let told = problems(&loaded);
    let paths: Vec<&str> = told.iter().map(|(_, path, _)| *path).collect();
    assert_eq!(paths, ["/documents/0/spec/kubernetes/versions/0/classification"], "{told:?}");
}

#[test]
fn a_status_that_is_out_of_date_is_told_beside_the_parent() {
    let mut fresh = child(&image(&json!({"version": "1.0.0", "expirationDate": "2026-09-01T00:00:00Z"})));
    let merged = ask(
        &Engine::default(),
        "images/merge-profile",
        &json!({"cloudProfile": parent(), "namespacedCloudProfile": fresh}),
    );
    fresh["status"] = json!({"cloudProfileSpec": merged["answer"]["status"]});
    assert!(merged["answer"]["status"].is_object(), "{merged}");
    let stored = |child: &Value| {
        let request = json!({"documents": [parent(), child], "text": true}).to_string();
        answer(&Engine::default().load(request.as_bytes()))
    };
    assert_eq!(stored(&fresh)["problems"], json!([]));
    let mut stale = fresh;
    stale["spec"]["machineImages"][0]["versions"][0]["expirationDate"] = json!("2026-03-01T00:00:00Z");
    let loaded = stored(&stale);
    let [(code, path, says)] = problems(&loaded)[..] else { panic!("{loaded}") };
    assert_eq!((code, path), ("merged-profile-stale", "/documents/1/status/cloudProfileSpec/machineImages"));
    assert!(says.contains("`machineImages`"), "{says}");
    // Files that people write have no status of their own, so what the spec says counts.
    let mut engine = Engine::default();
    assert_eq!(load(&mut engine, &[parent(), stale])["problems"], json!([]));
    let given = json!({"namespacedCloudProfile": "garden/team", "machineType": "small"});
    let ends = |answer: &Value| answer.to_string().matches("2026-03-01T00:00:00Z").count();
    assert!(ends(&ask(&engine, "images/fit", &given)) > 0, "what the file says counts");
}

#[test]
fn documents_of_another_kind_or_of_other_parents_are_told() {
    let engine = Engine::default();
    let given = |profile: Value| json!({"cloudProfile": profile, "machineType": "small"});
    let mut seed = parent();
    seed["kind"] = json!("Seed");
    let mut group = parent();
    group["apiVersion"] = json!("garden.sapcloud.io/v1beta1");
    let mut version = parent();
    version["apiVersion"] = json!("core.gardener.cloud/v1");
    let told = [
        (group, "document-of-another-kind", "/given/cloudProfile/apiVersion"),
        (version, "version-not-served", "/given/cloudProfile/apiVersion"),
    ];
    assert_eq!(ask(&engine, "images/fit", &given(parent()))["problems"], json!([]));
    for (profile, code, path) in told {
        let answer = ask(&engine, "images/fit", &given(profile.clone()));
        let [(found, at, _)] = problems(&answer)[..] else { panic!("{answer}") };
        assert_eq!((found, at), (code, path));
        let strict = json!({"question": "images/fit", "given": given(profile), "fieldValidation": "Strict"});
        let strict = self::answer(&engine.ask(strict.to_string().as_bytes()));
        assert_eq!(strict["undecided"], "request", "{strict}");
    }
    // An answer about a document of another kind would be meaningless.
    for validation in ["Warn", "Strict"] {
        let request = json!({"question": "images/fit", "given": given(seed.clone()), "fieldValidation": validation});
        let refused = self::answer(&engine.ask(request.to_string().as_bytes()));
        assert_eq!(refused["undecided"], "request", "{refused}");
        assert!(
            problems(&refused)
                .iter()
                .any(|(code, path, _)| { (*code, *path) == ("document-of-another-kind", "/given/cloudProfile/kind") })
        );
    }
    let listed =
        json!({"cloudProfile": parent(), "oldCloudProfile": parent(), "shoots": [{"apiVersion": API, "kind": "Seed"}]});
    let request = json!({"question": "images/in-use", "given": listed, "now": "2026-01-31T00:00:00Z"});
    let answer = self::answer(&engine.ask(request.to_string().as_bytes()));
    assert!(
        problems(&answer)
            .iter()
            .any(|(code, path, _)| (*code, *path) == ("document-of-another-kind", "/given/shoots/0/kind")),
        "{answer}"
    );

    let mut elsewhere = child(&json!({}));
    elsewhere["spec"]["parent"]["name"] = json!("azure");
    let answer = ask(
        &engine,
        "images/fit",
        &json!({"cloudProfile": parent(), "namespacedCloudProfile": elsewhere, "machineType": "small"}),
    );
    let [(code, path, says)] = problems(&answer)[..] else { panic!("{answer}") };
    assert_eq!((code, path), ("profile-is-another", "/given/namespacedCloudProfile/spec/parent/name"));
    assert!(says.contains("`demo`") && says.contains("`azure`"), "{says}");

    let shoot = json!({"spec": {"cloudProfile": {"kind": "CloudProfile", "name": "aws"}, "kubernetes": {"version": "1.33.2"}, "provider": {"workers": []}}});
    let answer = ask(&engine, "images/maintain", &json!({"cloudProfile": parent(), "shoot": shoot}));
    let told = problems(&answer);
    assert!(
        told.iter()
            .any(|(code, path, _)| (*code, *path) == ("profile-is-another", "/given/shoot/spec/cloudProfile/name")),
        "{told:?}"
    );
}

#[test]
fn a_document_that_comes_as_it_is_stored_is_told_beside_its_parent_too() {
    let misspelt = child(&json!({"machineImages": [{"name": "linus", "versions": [
        {"version": "1.0.0", "expirationDate": "2026-09-01T00:00:00Z"}
    ]}]}));
    let request = |validation: &str| {
        json!({"documents": [parent(), misspelt], "fieldValidation": validation, "text": true}).to_string().into_bytes()
    };
    let warned = answer(&Engine::default().load(&request("Warn")));
    let [(code, _, says)] = problems(&warned).try_into().expect("one thing is wrong");
    assert!(code == "loaded-document-invalid" && says.contains("spec.machineImages[0]"), "{says}");
    assert_eq!(answer(&Engine::default().load(&request("Ignore")))["problems"], json!([]));
}

#[test]
fn nothing_of_another_type_counts_as_missing() {
    for (list, key, wrong) in [
        ("machineTypes", "usable", json!({})),
        ("machineTypes", "usable", json!([])),
        ("machineTypes", "architecture", json!([])),
        ("machineImages", "updateStrategy", json!({})),
    ] {
        let mut profile = parent();
        profile["spec"][list][0][key] = wrong;
        let loaded = load(&mut Engine::default(), &[profile]);
        let [(code, path, _)] = problems(&loaded).try_into().expect("one thing is wrong");
        assert_eq!((code, path), ("wrong-type", format!("/documents/0/spec/{list}/0/{key}").as_str()));
        assert_eq!(loaded["outcome"], "undecided");
    }
}

#[test]
fn labels_annotations_and_finalizers_are_spelt_as_kubernetes_wants_them() {
    let long = "a".repeat(64);
    for (part, value, flaws) in [
        ("labels", json!({"team": "a b"}), 1),
        ("labels", json!({"te am": "a"}), 1),
        ("labels", json!({"team": long, "other": ""}), 1),
        ("labels", json!({"garden.sapcloud.io/role": "x_1.y"}), 0),
        ("annotations", json!({"te am": "anything goes"}), 1),
        ("annotations", json!({"Example.COM/Team": "a b"}), 0),
        ("finalizers", json!(["gardener", "a b", "x/y/z"]), 2),
        ("finalizers", json!(["gardener.cloud/protection", "foregroundDeletion"]), 0),
    ] {
        let field = format!("metadata.{part}");
        for (member, mut profile) in [("cloudProfile", parent()), ("namespacedCloudProfile", child(&json!({})))] {
            profile["metadata"][part] = value.clone();
            let mut given = json!({member: profile});
            if member != "cloudProfile" {
                given["cloudProfile"] = parent();
            }
            let answer = ask(&Engine::default(), "images/validate-profile", &given);
            let errors = answer["answer"]["errors"].as_array().expect("a list").iter();
            let errors = errors.filter(|error| error["field"] == field.as_str() && error["type"] == "Invalid");
            assert_eq!(errors.count(), flaws, "{value}: {answer}");
        }
        let shoot = json!({
            "apiVersion": super::API, "kind": "Shoot",
            "metadata": {"name": "web", "namespace": "garden", part: value.clone()},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu",
                "kubernetes": {"version": "1.33.2"},
                "provider": {"type": "local", "workers": [{"name": "pool", "machine": {"type": "small"}}]}
            }
        });
        let mut engine = Engine::default();
        load(&mut engine, &[parent()]);
        let review = json!({
            "phase": "validating", "now": "2026-01-01T00:00:00Z", "text": true,
            "review": {
                "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
                "request": {
                    "uid": "1", "operation": "CREATE", "name": "web", "namespace": "garden",
                    "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"}, "object": shoot
                }
            }
        });
        let answer = answer(&engine.review(review.to_string().as_bytes()));
        let told = problems(&answer).into_iter().filter(|(code, path, _)| {
            *code == "shoot-not-stored" && path.starts_with(&format!("/review/request/object/metadata/{part}/"))
        });
        assert_eq!(told.count(), flaws, "{value}: {answer}");
    }
}

#[test]
fn a_bastion_whose_image_does_not_run_on_its_machine_is_told() {
    let mut profile = parent();
    for image in profile["spec"]["machineImages"].as_array_mut().expect("a list") {
        image["versions"][0]["classification"] = json!("supported");
    }
    let told = |profile: &Value| {
        let answer = ask(&Engine::default(), "images/bastion", &json!({"cloudProfile": profile}));
        problems(&answer).iter().any(|(code, ..)| *code == "bastion-boots-nothing")
    };
    for (machine, is_told) in [("small", false), ("arm", true)] {
        profile["spec"]["bastion"] =
            json!({"machineType": {"name": machine}, "machineImage": {"name": "linux", "version": "1.0.0"}});
        assert_eq!(told(&profile), is_told, "{machine}");
    }
}

#[test]
fn an_older_field_that_does_not_hold_is_told_in_a_profile_of_a_namespace_too() {
    let machine = |architecture: &str| {
        child(&json!({"machineTypes": [{
            "name": "own", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": architecture,
            "capabilities": {"architecture": ["amd64"]}
        }]}))
    };
    let told = |child: &Value| -> Vec<String> {
        let mut engine = Engine::default();
        load(&mut engine, &[parent()]);
        let review = json!({
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
            "request": {
                "uid": "1", "operation": "CREATE", "name": "team", "namespace": "garden",
                "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "NamespacedCloudProfile"},
                "object": child
            }
        });
        let request = json!({"review": review, "phase": "validating", "now": "2026-01-01T00:00:00Z", "text": true});
        let answer = answer(&engine.review(request.to_string().as_bytes()));
        problems(&answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    assert_eq!(told(&machine("amd64")), Vec::<String>::new());
    let at = "/review/request/object/spec/machineTypes/0/architecture";
    assert_eq!(told(&machine("arm64")), [format!("architecture-field-ignored {at}")]);
}

/// Returns what a review of a profile reports, each with its place.
fn reviewed(kind: &str, loaded: &[Value], new: &Value, old: Option<&Value>) -> Vec<String> {
    let mut engine = Engine::default();
    load(&mut engine, loaded);
    let operation = if old.is_some() { "UPDATE" } else { "CREATE" };
    let review = json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "1", "operation": operation, "name": new["metadata"]["name"], "namespace": new["metadata"]["namespace"],
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": kind}, "object": new, "oldObject": old
        }
    });
    let request = json!({"review": review, "phase": "applying", "now": "2026-01-01T00:00:00Z", "text": true});
    let answer = answer(&engine.review(request.to_string().as_bytes()));
    problems(&answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
}

#[test]
fn a_bastion_that_gets_no_machine_is_told_in_the_review_of_its_profile() {
    let mut profile = parent();
    for image in profile["spec"]["machineImages"].as_array_mut().expect("a list") {
        image["versions"][0]["classification"] = json!("supported");
    }
    let none = "no-bastion-machine /review/request/object/spec/bastion".to_owned();
    for (machine, is_told) in [("small", false), ("arm", true)] {
        profile["spec"]["bastion"] = json!({"machineType": {"name": machine}, "machineImage": {"name": "linux"}});
        let told = reviewed("CloudProfile", &[], &profile, None);
        assert_eq!(told.contains(&none), is_told, "{machine}: {told:?}");
    }
}

#[test]
fn a_list_is_no_document_and_an_object_of_a_kind_that_is_called_so_is_one() {
    let codes = |document: Value| {
        let answer = load(&mut Engine::default(), &[document]);
        let codes: Vec<String> =
            problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {path}")).collect();
        codes
    };
    let list = ["list-to-load /documents/0/kind"];
    for metadata in [json!({}), json!({"resourceVersion": "1"}), Value::Null] {
        for items in [json!([parent()]), json!([]), Value::Null] {
            let found = codes(json!({"apiVersion": "v1", "kind": "List", "metadata": metadata, "items": items}));
            assert_eq!(found, list, "{metadata} {items}");
        }
    }
    assert_eq!(codes(json!({"apiVersion": "v1", "kind": "List", "items": []})), list);
    let named = json!({"apiVersion": "example.com/v1", "kind": "AllowList", "metadata": {"name": "a"}, "items": ["x"]});
    assert!(codes(named).is_empty());
}
