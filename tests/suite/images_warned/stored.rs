//! Valid profiles that do not say what they seem to say, and some that no provider's extension reads.

use serde_json::{Value, json};

use super::{answer, ask, child, image, load, problems};
use fitment::Engine;

/// Returns the profile as it is stored, with the API server's defaults.
fn parent() -> Value {
    let mut parent = super::parent();
    let filled = ask(&Engine::default(), "images/default-profile", &json!({"cloudProfile": parent}));
    parent["spec"] = filled["answer"]["spec"].clone();
    parent
}

fn validate(profile: &Value, pipeline: bool) -> Value {
    ask(&Engine::default(), "images/validate-profile", &json!({"cloudProfile": profile, "pipeline": pipeline}))
}

fn review(engine: &Engine, object: &Value, phase: &str) -> Value {
    replace(engine, object, &Value::Null, phase)
}

fn replace(engine: &Engine, object: &Value, old: &Value, phase: &str) -> Value {
    let operation = if old.is_null() { "CREATE" } else { "UPDATE" };
    let request = json!({
        "uid": "1", "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": object["kind"]},
        "resource": {"group": "core.gardener.cloud", "version": "v1beta1", "resource": "any"},
        "name": object["metadata"]["name"], "namespace": object["metadata"]["namespace"],
        "operation": operation, "object": object, "oldObject": old
    });
    let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request});
    let request = json!({"review": review, "phase": phase, "now": "2026-01-01T00:00:00Z", "text": true});
    answer(&engine.review(request.to_string().as_bytes()))
}

/// Returns the path and sentence of the only problem with this code.
fn told<'a>(answer: &'a Value, code: &str) -> (&'a str, &'a str) {
    let found: Vec<_> = problems(answer).into_iter().filter(|(own, ..)| *own == code).collect();
    let [(_, path, says)] = found[..] else { panic!("{code}: {answer}") };
    (path, says)
}

#[test]
fn a_status_with_the_defaults_that_a_profile_in_git_leaves_out_is_up_to_date() {
    let told = |status: &Value| {
        let mut child = child(&json!({}));
        child["status"] = json!({"cloudProfileSpec": status});
        let documents = json!({"documents": [super::parent(), child]}).to_string();
        let answer = answer(&Engine::default().load(documents.as_bytes()));
        problems(&answer).iter().any(|(code, ..)| *code == "merged-profile-stale")
    };
    let mut filled = parent()["spec"].clone();
    assert_ne!(filled, super::parent()["spec"], "the defaults fill nothing in");
    assert!(!told(&filled));
    filled["machineImages"][0]["updateStrategy"] = json!("patch");
    assert!(told(&filled));
}

#[test]
fn a_capability_without_values_is_told_with_the_name() {
    let mut profile = parent();
    let spec = &mut profile["spec"];
    spec["machineCapabilities"].as_array_mut().expect("a list").push(json!({"name": "net", "values": ["fast"]}));
    spec["machineTypes"][0]["capabilities"]["net"] = json!([]);
    let valid = validate(&profile, false);
    let (path, says) = told(&valid, "capability-without-values");
    assert_eq!(path, "/given/cloudProfile/spec/machineTypes/0/capabilities/net");
    assert!(says.contains("`small`") && says.contains("`net`"), "{says}");
    let reviewed = review(&Engine::default(), &profile, "validating");
    assert_eq!(told(&reviewed, "capability-without-values").1.split(" (at").next(), says.split(" (at").next());
    // The lint does not repeat what a check reports, whatever else there is to report.
    let mut doubtful = profile.clone();
    doubtful["spec"]["machineTypes"][1]["memory"] = json!("8");
    let reviewed = review(&Engine::default(), &doubtful, "validating");
    told(&reviewed, "capability-without-values");
    told(&reviewed, "memory-too-small");

    let spec = &mut profile["spec"];
    spec["machineTypes"][0]["capabilities"].as_object_mut().expect("an object").remove("net");
    spec["machineImages"][1]["versions"][0]["capabilityFlavors"][0]["net"] = json!([]);
    let valid = validate(&profile, false);
    let (_, says) = told(&valid, "capability-without-values");
    assert!(says.contains("`linux:1.0.0`"), "{says}");
}

#[test]
fn memory_without_its_unit_is_told_with_what_was_meant() {
    for (written, meant) in [("8", "8Gi"), ("8m", "8Gi"), ("8192", "8192Mi"), ("1.5", "1.5Gi")] {
        let mut profile = parent();
        profile["spec"]["machineTypes"][1]["memory"] = json!(written);
        let valid = validate(&profile, false);
        assert_eq!(valid["verdict"], "yes", "{valid}");
        let (path, says) = told(&valid, "memory-too-small");
        assert_eq!(path, "/given/cloudProfile/spec/machineTypes/1/memory");
        assert!(says.contains("`arm`") && says.contains(&format!("did you mean `{meant}`?")), "{says}");
    }
    for nothing in [json!("0"), json!(0), json!("0Gi")] {
        let mut profile = parent();
        profile["spec"]["machineTypes"][1]["memory"] = nothing.clone();
        let valid = validate(&profile, false);
        let (_, says) = told(&valid, "memory-too-small");
        assert!(says.ends_with("write the amount with its unit, such as `8Gi`"), "{nothing}: {says}");
    }
    for sound in ["8Gi", "512Mi", "8G"] {
        let mut profile = parent();
        profile["spec"]["machineTypes"][1]["memory"] = json!(sound);
        assert_eq!(validate(&profile, false)["problems"], json!([]), "{sound}");
    }
    let machine =
        json!({"name": "own", "cpu": "8", "gpu": "0", "memory": "8", "capabilities": {"architecture": ["amd64"]}});
    let mut engine = Engine::default();
    load(&mut engine, &[parent()]);
    let reviewed = review(&engine, &child(&json!({"machineTypes": [machine]})), "validating");
    assert!(told(&reviewed, "memory-too-small").1.contains("`own`"));
}

#[test]
fn versions_that_are_over_are_told_wherever_a_profile_is_made_or_validated() {
    let mut profile = parent();
    let versions = profile["spec"]["machineImages"][1]["versions"].as_array_mut().expect("a list");
    versions.push(
        json!({"version": "0.9.0", "classification": "expired", "capabilityFlavors": [{"architecture": ["amd64"]}]}),
    );
    // As written, the profile is refused; with the API server's changes it is not.
    let (written, prepared) = (validate(&profile, false), validate(&profile, true));
    assert_eq!([&written["verdict"], &prepared["verdict"]], ["no", "yes"]);
    for answer in [&written, &prepared, &review(&Engine::default(), &profile, "applying")] {
        let (_, says) = told(answer, "versions-not-kept");
        assert!(says.contains("`linux:0.9.0` (1 in all)"), "{says}");
    }
    assert_eq!(validate(&parent(), true)["problems"], json!([]));

    // An override that has expired is not stored, and the version keeps the parent's date.
    let ended = child(&image(&json!({"version": "1.0.0", "expirationDate": "2025-06-01T00:00:00Z"})));
    let mut engine = Engine::default();
    load(&mut engine, &[parent()]);
    let reviewed = review(&engine, &ended, "applying");
    assert_eq!(reviewed["verdict"], "yes", "{reviewed}");
    assert!(told(&reviewed, "versions-not-kept").1.contains("`linux:1.0.0`"));
}

#[test]
fn an_image_that_is_only_begun_is_not_dropped_in_silence() {
    let mut engine = Engine::default();
    load(&mut engine, &[parent()]);
    let reviewed = |images: Value| review(&engine, &child(&json!({"machineImages": images})), "applying");
    let half = reviewed(json!([{"name": "own"}, {"name": "linux", "versions": []}]));
    assert_eq!(half["verdict"], "yes", "{half}");
    let (path, says) = told(&half, "images-not-kept");
    assert_eq!(path, "/review/request/object/spec");
    assert!(says.contains("`own`, `linux` (2 in all)"), "{says}");
    for sound in [json!([{"name": "linux", "updateStrategy": "minor"}]), json!([])] {
        assert_eq!(reviewed(sound.clone())["problems"], json!([]), "{sound}");
    }
    // Losing all versions is reported along with the versions.
    let over = reviewed(
        json!([{"name": "linux", "versions": [{"version": "1.0.0", "expirationDate": "2025-06-01T00:00:00Z"}]}]),
    );
    assert_eq!(problems(&over).iter().map(|(code, ..)| *code).collect::<Vec<_>>(), ["versions-not-kept"]);
}

#[test]
fn a_value_that_the_extension_cannot_decode_refuses_the_profile() {
    let mut profile = parent();
    let image =
        &mut profile["spec"]["providerConfig"]["machineImages"][1]["versions"][0]["capabilityFlavors"][0]["image"];
    *image = json!(12345);
    let field = "spec.providerConfig.machineImages[1].versions[0].capabilityFlavors[0].image";
    let valid = validate(&profile, false);
    assert_eq!((&valid["verdict"], &valid["answer"]["errors"][0]["field"]), (&json!("no"), &json!(field)), "{valid}");
    assert_eq!(review(&Engine::default(), &profile, "validating")["verdict"], "no");
    // An unknown key is another matter.
    let mut stranger = parent();
    stranger["spec"]["providerConfig"]["machineImages"][1]["versions"][0]["capabilityFlavors"][0]["ami"] = json!("x");
    assert_eq!(validate(&stranger, false)["verdict"], "yes");
}

#[test]
fn what_no_api_server_would_store_is_told_at_its_place() {
    let mut profile = parent();
    profile["spec"]["machineTypes"][1]["capabilities"]["architecture"] = json!(["mips"]);
    let loaded = load(&mut Engine::default(), &[parent_named("other"), profile]);
    let (path, says) = told(&loaded, "loaded-document-invalid");
    assert_eq!(path, "/documents/1/spec/machineTypes/1/capabilities/architecture/0", "{says}");
}

fn parent_named(name: &str) -> Value {
    let mut profile = parent();
    profile["metadata"]["name"] = json!(name);
    profile
}

#[test]
fn a_date_that_is_in_force_stays_although_it_has_passed() {
    let version = json!({"version": "1.0.0", "expirationDate": "2025-06-01T00:00:00Z"});
    let mut stored = child(&image(&version));
    let mut engine = Engine::default();
    load(&mut engine, &[parent()]);
    let merged =
        ask(&engine, "images/merge-profile", &json!({"namespacedCloudProfile": stored, "cloudProfile": parent()}));
    stored["status"] = json!({"cloudProfileSpec": merged["answer"]["status"]});
    let mut changed = child(&image(&version));
    changed["spec"]["limits"] = json!({"maxNodesTotal": 3});
    assert_eq!(replace(&engine, &changed, &stored, "applying")["verdict"], "yes");
    stored["status"] = json!({});
    assert_eq!(replace(&engine, &changed, &stored, "applying")["verdict"], "no");
}

#[test]
fn what_stands_behind_a_dropped_version_is_told_where_it_was_sent() {
    let mut profile = parent();
    let versions = profile["spec"]["machineImages"][1]["versions"].as_array_mut().expect("a list");
    let own = versions.first().expect("a version").clone();
    let over = |version: &str| json!({"version": version, "classification": "expired"});
    versions.splice(0..0, [over("0.8.0"), over("0.9.0")]);
    versions.push(over("1.0.1"));
    let mut wrong = own.clone();
    wrong["version"] = json!("1.1.0");
    wrong["classification"] = json!("suported");
    versions.push(wrong);
    let refused = review(&Engine::default(), &profile, "applying");
    let causes = refused["review"]["response"]["status"]["details"]["causes"].as_array().expect("it is refused");
    let number = causes.iter().position(|cause| cause["reason"] == "FieldValueNotSupported").expect("it is a cause");
    // The API server counts what it keeps.
    assert_eq!(causes[number]["field"], "spec.machineImages[1].versions[1].classification");
    let sent = "/review/request/object/spec/machineImages/1/versions/4/classification";
    assert_eq!(
        refused["asSent"].as_array().and_then(|sent| sent.first()),
        Some(&json!({"cause": number, "path": sent}))
    );

    let versions = profile["spec"]["machineImages"][1]["versions"].as_array_mut().expect("a list");
    versions.pop();
    versions[2]["capabilityFlavors"][0]["net"] = json!([]);
    let spec = &mut profile["spec"];
    spec["machineCapabilities"].as_array_mut().expect("a list").push(json!({"name": "net", "values": ["fast"]}));
    spec["machineTypes"][0]["capabilities"].as_object_mut().expect("an object").remove("net");
    let stored = review(&Engine::default(), &profile, "applying");
    assert!(stored["asSent"].is_null(), "{stored}");
    let (path, says) = told(&stored, "capability-without-values");
    assert!(path.starts_with("/review/request/object/spec/machineImages/1/versions/2/capabilityFlavors/0"), "{path}");
    let warnings = stored["review"]["response"]["warnings"].as_array().expect("it is warned of");
    assert!(warnings.contains(&json!(says)), "{says}: {stored}");
}

#[test]
fn an_override_that_was_stored_may_lose_its_date_without_a_doubt() {
    let mut parent = parent();
    parent["spec"]["machineImages"][1]["versions"][0]["expirationDate"] = json!("2030-01-01T00:00:00Z");
    let mut engine = Engine::default();
    load(&mut engine, &[parent]);
    let dated = child(&image(&json!({"version": "1.0.0", "expirationDate": "2031-01-01T00:00:00Z"})));
    let undated = child(&image(&json!({"version": "1.0.0"})));
    let allowed = replace(&engine, &undated, &dated, "validating");
    let codes: Vec<&str> = problems(&allowed).iter().map(|(code, ..)| *code).collect();
    assert_eq!((&allowed["verdict"], codes), (&json!("yes"), vec!["users-not-known"]), "{allowed}");
    assert_eq!(replace(&engine, &undated, &Value::Null, "validating")["verdict"], "no");

    // A status shows that a profile is stored already.
    let mut loaded = |child: &Value| {
        let documents = json!({"documents": [child], "text": true}).to_string();
        let answer = answer(&engine.load(documents.as_bytes()));
        problems(&answer).iter().any(|(code, ..)| *code == "loaded-document-invalid")
    };
    let mut stored = undated.clone();
    stored["status"] = json!({});
    assert_eq!([loaded(&undated), loaded(&stored)], [true, false]);
}
