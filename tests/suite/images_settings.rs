//! The feature gates of Gardener, as loaded settings say them.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

const GATE: &str = "VersionClassificationLifecycle";

fn settings(gates: &Value) -> Value {
    json!({ "apiVersion": "fitment/v1", "kind": "Settings", "metadata": { "name": "images" },
        "spec": { "featureGates": gates } })
}

/// Returns a profile whose image has one version with a lifecycle.
fn profile() -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "demo" },
        "spec": {
            "type": "demo",
            "regions": [{ "name": "eu", "zones": [{ "name": "a" }] }],
            "kubernetes": { "versions": [{ "version": "1.34.2" }] },
            "machineCapabilities": [{ "name": "architecture", "values": ["amd64"] }],
            "machineImages": [{ "name": "linux", "versions": [{
                "version": "1.0.0", "lifecycle": [{ "classification": "supported" }],
            }] }],
            "machineTypes": [{ "name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi" }],
        },
    })
}

/// Returns a profile of a namespace that adds a version with a lifecycle.
fn child() -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": { "name": "team", "namespace": "garden" },
        "spec": {
            "parent": { "kind": "CloudProfile", "name": "demo" },
            "machineImages": [{ "name": "linux", "versions": [{
                "version": "1.1.0", "lifecycle": [{ "classification": "supported" }],
                "cri": [{ "name": "containerd" }],
            }] }],
        },
    })
}

fn answer(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn load(engine: &mut Engine, request: &Value) -> Vec<String> {
    let answer = answer(&engine.load(request.to_string().as_bytes()));
    assert_eq!(answer["outcome"], "decided", "{answer}");
    codes(&answer)
}

fn codes(answer: &Value) -> Vec<String> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    problems.map(|problem| problem["code"].as_str().unwrap_or_default().to_owned()).collect()
}

fn review(engine: &Engine, kind: &str, object: &Value) -> Value {
    let kind = json!({ "group": "core.gardener.cloud", "version": "v1beta1", "kind": kind });
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": object, "oldObject": null,
        "name": object["metadata"]["name"], "namespace": object["metadata"]["namespace"] });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let request = json!({ "review": review, "phase": "applying", "now": "2026-06-01T00:00:00Z" });
    answer(&engine.review(request.to_string().as_bytes()))
}

#[test]
fn reviews_and_questions_go_by_the_loaded_gates_unless_a_question_gives_its_own() {
    for (loaded, given, is_on) in [
        (None, None, false),
        (Some(true), None, true),
        (Some(false), None, false),
        (None, Some(true), true),
        (Some(true), Some(false), false),
        (Some(false), Some(true), true),
    ] {
        let mut engine = Engine::default();
        if let Some(on) = loaded {
            assert_eq!(load(&mut engine, &json!({ "documents": [settings(&json!({ GATE: on }))] })), [""; 0]);
        }
        let mut asked = json!({ "cloudProfile": profile(), "pipeline": true });
        if let Some(on) = given {
            asked["featureGates"] = json!({ GATE: on });
        }
        let mut asked = json!({ "question": "images/validate-profile", "now": "2026-06-01T00:00:00Z", "given": asked });
        asked["given"]["cloudProfile"]["spec"]["machineTypes"][0]["usable"] = json!(true);
        let validated = answer(&engine.ask(asked.to_string().as_bytes()));
        let is_refused = validated["answer"]["errors"].to_string().contains("lifecycle");
        assert_eq!(!is_refused, is_on, "{loaded:?} {given:?} {validated}");
        if given.is_none() {
            let reviewed = review(&engine, "CloudProfile", &profile());
            assert_eq!(reviewed["verdict"] == "yes", is_on, "{loaded:?} {reviewed}");
            let mut parent = profile();
            parent["spec"]["machineImages"][0]["versions"][0]["lifecycle"] = json!([]);
            load(&mut engine, &json!({ "documents": [parent], "defaulted": true }));
            let reviewed = review(&engine, "NamespacedCloudProfile", &child());
            let text = reviewed.to_string();
            assert_eq!(!text.contains(GATE), is_on, "{loaded:?} {text}");
        }
    }
}

#[test]
fn a_load_goes_by_the_gates_that_it_brings_or_that_are_loaded() {
    let on = || settings(&json!({ GATE: true }));
    let is_valid = |engine: &mut Engine, documents: &Value, rest: &Value| {
        let load = json!({ "documents": documents, "defaulted": true, "remove": rest });
        !self::load(engine, &load).contains(&"loaded-document-invalid".to_owned())
    };
    let (engine, none) = (Engine::default, json!([]));
    assert!(!is_valid(&mut engine(), &json!([profile()]), &none));
    assert!(is_valid(&mut engine(), &json!([on(), profile()]), &none));
    assert!(is_valid(&mut engine(), &json!([profile(), on()]), &none), "in whatever order they come");
    assert!(is_valid(&mut engine(), &json!([profile(), child(), on()]), &none), "children too");

    let mut placed = on();
    placed["metadata"]["namespace"] = json!("garden");
    assert!(is_valid(&mut engine(), &json!([placed, profile()]), &none), "our own documents have no namespace");
    let twice = json!({ "documents": [placed, settings(&json!({ GATE: false }))] }).to_string();
    let twice = answer(&engine().load(twice.as_bytes()));
    assert_eq!(twice["outcome"], "undecided", "{twice}");

    let mut later = engine();
    load(&mut later, &json!({ "documents": [placed] }));
    assert!(is_valid(&mut later, &json!([profile()]), &none));
    assert!(!is_valid(&mut later, &json!([profile(), settings(&json!({ GATE: false }))]), &none), "the new ones hold");
    load(&mut later, &json!({ "documents": [on()] }));
    let removed = json!([{ "apiVersion": "fitment/v1", "kind": "Settings", "name": "images" }]);
    assert!(!is_valid(&mut later, &json!([profile()]), &removed), "those that are removed no longer do");
}

#[test]
fn settings_that_would_count_for_nothing_are_told() {
    let with = |name: &str, spec: Value| json!({ "apiVersion": "fitment/v1", "kind": "Settings", "metadata": { "name": name }, "spec": spec });
    for (wrong, code, place, nearest) in [
        (
            with("images", json!({ "featureGates": { "VersionClassificationLifecycles": true } })),
            "unknown-key",
            "spec/featureGates/VersionClassificationLifecycles",
            GATE,
        ),
        (
            with("images", json!({ "featureGates": { GATE: "true" } })),
            "wrong-type",
            "spec/featureGates/VersionClassificationLifecycle",
            "",
        ),
        (with("images", json!({ "featureGate": { GATE: true } })), "unknown-key", "spec/featureGate", "featureGates"),
        (with("images", json!({ "watchFilter": "blue" })), "unknown-key", "spec/watchFilter", ""),
        (with("image", json!({ "featureGates": { GATE: true } })), "document-misspelt", "metadata/name", "images"),
        (with("traits", json!({ "featureGates": { GATE: true } })), "document-misspelt", "metadata/name", ""),
    ] {
        let request = json!({ "documents": [wrong], "fieldValidation": "Strict" });
        let refused = answer(&Engine::default().load(request.to_string().as_bytes()));
        assert_eq!(refused["outcome"], "undecided", "{refused}");
        let problem = &refused["problems"][0];
        assert_eq!(problem["code"], code, "{refused}");
        assert_eq!(problem["path"], format!("/documents/0/{place}"), "{refused}");
        let facts = problem["facts"].as_array().into_iter().flatten();
        let told =
            facts.filter(|fact| fact["name"] == "nearest").map(|fact| fact["value"].as_str().unwrap_or_default());
        assert_eq!(told.collect::<String>(), nearest, "{refused}");
    }
    // Gates that no rule looks at are Gardener's own.
    let others = json!({ "documents": [with("images", json!({ "featureGates": { "DefaultSeccompProfile": true } }))],
        "fieldValidation": "Strict" });
    assert_eq!(load(&mut Engine::default(), &others), [""; 0]);
}

#[test]
fn settings_of_a_misspelt_kind_are_told() {
    for (api_version, kind, place) in
        [("fitment/v1", "Setting", "/documents/0/kind"), ("v1", "Settings", "/documents/0/apiVersion")]
    {
        let document = json!({ "apiVersion": api_version, "kind": kind, "metadata": { "name": "images" } });
        let request = json!({ "documents": [document], "fieldValidation": "Strict" });
        let answer = answer(&Engine::default().load(request.to_string().as_bytes()));
        assert_eq!((&answer["outcome"], codes(&answer)), (&json!("undecided"), vec!["document-misspelt".to_owned()]));
        assert_eq!(answer["problems"][0]["path"], place, "{answer}");
    }
}

#[test]
fn documents_of_our_own_with_the_group_in_a_domain_are_told() {
    for kind in ["Settings", "Fleet", "DriverRegistry"] {
        let document = json!({ "apiVersion": "fitment.io/v1", "kind": kind, "metadata": { "name": "images" } });
        let loaded = load_of(&document);
        let reviewed = review_of("fitment.io", kind, &document);
        for (answer, place) in [(loaded, "/documents/0"), (reviewed, "/review/request/object")] {
            let [problem] = answer["problems"].as_array().map_or(&[][..], Vec::as_slice) else { panic!("{answer}") };
            let told = [&problem["code"], &problem["path"]];
            assert_eq!(told, [&json!("document-misspelt"), &json!(format!("{place}/apiVersion"))], "{answer}");
            let says = "nothing reads a document with the apiVersion `fitment.io/v1`";
            assert!(problem["says"].as_str().is_some_and(|text| text.starts_with(says)), "{answer}");
            assert!(
                problem["says"].as_str().is_some_and(|text| text.ends_with("did you mean `fitment/v1`?")),
                "{answer}"
            );
        }
    }
    // Others may have kinds of these names.
    let other = json!({ "apiVersion": "fleet.cattle.io/v1", "kind": "Settings", "metadata": { "name": "images" } });
    assert_eq!(codes(&load_of(&other)), [""; 0]);
}

fn load_of(document: &Value) -> Value {
    let request = json!({ "documents": [document], "fieldValidation": "Strict", "text": true });
    answer(&Engine::default().load(request.to_string().as_bytes()))
}

fn review_of(group: &str, kind: &str, object: &Value) -> Value {
    let kind = json!({ "group": group, "version": "v1", "kind": kind });
    let request = json!({ "uid": "1", "kind": kind, "operation": "CREATE", "object": object });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let request = json!({ "review": review, "phase": "applying", "fieldValidation": "Strict", "text": true });
    answer(&Engine::default().review(request.to_string().as_bytes()))
}

#[test]
fn a_question_that_gives_gates_is_not_told_to_load_them() {
    let mut engine = Engine::default();
    load(&mut engine, &json!({ "documents": [settings(&json!({ GATE: true }))] }));
    let given = json!({ "cloudProfile": profile(), "featureGates": { "CloudProfileCapabilities": true } });
    let request = json!({ "question": "images/validate-profile", "now": "2026-01-01T00:00:00Z", "given": given });
    let answer = answer(&engine.ask(request.to_string().as_bytes()));
    assert_eq!(answer["verdict"], "no", "{answer}");
    assert!(!answer.to_string().contains("`Settings` named `images`"), "{answer}");
}

#[test]
fn with_settings_that_cannot_be_read_nothing_is_decided() {
    let mut engine = Engine::default();
    load(&mut engine, &json!({ "documents": [settings(&json!({ GATE: "on" }))], "fieldValidation": "Ignore" }));
    let reviewed = review(&engine, "CloudProfile", &profile());
    assert_eq!((&reviewed["outcome"], &reviewed["undecided"]), (&json!("undecided"), &json!("facts")), "{reviewed}");
    let at = format!("Settings/images#/spec/featureGates/{GATE}");
    assert_eq!(reviewed["problems"][0]["path"], at, "{reviewed}");
}

#[test]
fn a_gate_that_nothing_states_is_not_said_to_be_off() {
    for (gates, hint) in [(None, true), (Some(json!({})), true), (Some(json!({ GATE: false })), false)] {
        let mut engine = Engine::default();
        if let Some(gates) = &gates {
            load(&mut engine, &json!({ "documents": [settings(gates)] }));
        }
        let reviewed = review(&engine, "CloudProfile", &profile());
        assert_eq!(reviewed["verdict"], "no", "{reviewed}");
        assert_eq!(reviewed.to_string().contains("`Settings` named `images`"), hint, "{gates:?} {reviewed}");
    }
}

#[test]
fn the_example_is_what_a_gate_loads_without_a_word() {
    let read = |file: &str| fitment_files::yaml::to_json(&files::read(file)).expect("it is YAML").remove(0);
    let [settings, profile] = ["settings", "cloudprofile"].map(|name| {
        let text = read(&format!("examples/lifecycle/{name}.yaml"));
        serde_json::from_str::<Value>(&text.to_string()).expect("JSON")
    });
    let mut engine = Engine::default();
    let documents = json!({ "documents": [profile, settings], "defaulted": true, "fieldValidation": "Strict" });
    assert_eq!(load(&mut engine, &documents), [""; 0]);
    let reviewed = review(&engine, "CloudProfile", &profile);
    assert_eq!((&reviewed["verdict"], codes(&reviewed)), (&json!("yes"), Vec::new()), "{reviewed}");
}
