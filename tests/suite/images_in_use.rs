//! What a change of a profile breaks is the same to who asks and to who is judged.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

const GROUP: &str = "core.gardener.cloud";

/// A document of a vector, which may leave out what it is.
fn of_kind(mut document: Value, kind: &str) -> Value {
    document["apiVersion"] = format!("{GROUP}/v1beta1").into();
    document["kind"] = kind.into();
    document
}

/// The review of what a question is given, with all else that it is given loaded.
fn review(given: &Value, edition: &str, now: &Value) -> Value {
    let mut engine = Engine::default();
    let lists = [("namespacedCloudProfiles", "NamespacedCloudProfile"), ("shoots", "Shoot")].into_iter();
    let of_kind = |(key, kind): (&str, &str)| {
        let list = given[key].as_array().cloned().unwrap_or_default();
        list.into_iter().map(|document| self::of_kind(document, kind)).collect::<Vec<_>>()
    };
    let mut documents: Vec<Value> = lists.flat_map(of_kind).collect();
    let (kind, new, old) = if given.get("namespacedCloudProfile").is_some() {
        documents.push(self::of_kind(given["cloudProfile"].clone(), "CloudProfile"));
        ("NamespacedCloudProfile", &given["namespacedCloudProfile"], &given["oldNamespacedCloudProfile"])
    } else {
        ("CloudProfile", &given["cloudProfile"], &given["oldCloudProfile"])
    };
    let loaded = engine.load(json!({ "documents": documents }).to_string().as_bytes());
    assert!(loaded.starts_with(r#"{"outcome":"decided""#), "{loaded}");
    let request = json!({
        "uid": "1", "kind": { "group": GROUP, "version": "v1beta1", "kind": kind }, "operation": "UPDATE",
        "name": new["metadata"]["name"], "namespace": new["metadata"]["namespace"], "object": new, "oldObject": old,
    });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let asked = json!({ "phase": "validating", "edition": edition, "now": now, "review": review });
    serde_json::from_str(&engine.review(asked.to_string().as_bytes())).expect("the engine writes JSON")
}

/// Code and facts of the problems with a code, without their paths, which differ.
fn told(answer: &Value, codes: &[&str]) -> Vec<(Value, Value)> {
    let problems = answer["problems"].as_array().expect("problems are a list").iter();
    let told = problems.filter(|problem| codes.iter().any(|code| problem["code"] == *code));
    told.map(|problem| (problem["code"].clone(), problem["facts"].clone())).collect()
}

#[test]
fn a_review_says_of_the_users_of_a_profile_what_the_question_says() {
    let engine = Engine::default();
    let (mut refused, mut allowed, mut warned) = (0, 0, 0);
    for (file, vectors) in files::vectors() {
        for vector in vectors.iter().filter(|vector| vector.question == "images/in-use") {
            for edition in ["design", "upstream"] {
                let request: Value = serde_json::from_str(&vector.request(edition)).expect("a vector is JSON");
                let given = &request["given"];
                if given["operation"] != "update" {
                    continue;
                }
                let asked: Value = serde_json::from_str(&engine.ask(vector.request(edition).as_bytes())).expect("JSON");
                let judged = review(given, edition, &request["now"]);
                let response = &judged["review"]["response"];
                // What is wrong with the profile itself is told first, and of a profile of a namespace alone.
                if response["status"]["code"] == 422 || response["status"]["message"].to_string().contains("not valid")
                {
                    continue;
                }
                let name = format!("{file} `{}` [{edition}]", vector.name);
                assert_eq!(response["allowed"], asked["answer"]["allowed"], "{name}: {judged}");
                let violations = asked["answer"]["violations"].as_array().expect("a list").iter();
                let fields: Vec<&Value> = violations.map(|violation| &violation["field"]).collect();
                let causes = response["status"]["details"]["causes"].as_array().cloned().unwrap_or_default();
                assert_eq!(causes.iter().map(|cause| &cause["field"]).collect::<Vec<_>>(), fields, "{name}");
                let codes = ["pool-will-be-refused", "change-hurts-pools"];
                assert_eq!(told(&judged, &codes), told(&asked, &codes), "{name}");
                let looked_at = |answer: &Value| answer["because"].to_string().contains("users-looked-at");
                assert!(looked_at(&judged) && looked_at(&asked), "{name} does not say who was asked");
                warned += usize::from(!told(&judged, &codes).is_empty());
                if fields.is_empty() { allowed += 1 } else { refused += 1 }
            }
        }
    }
    println!("{refused} updates are refused and {allowed} allowed alike, {warned} of them with warnings");
    assert!(refused > 20 && allowed > 20 && warned > 5, "{refused} {allowed} {warned}");
}

/// An update that changes nothing of a CloudProfile which a Shoot uses through a NamespacedCloudProfile, and its time.
fn unchanged_behind_a_namespace() -> (Value, Value) {
    let vectors = files::vectors();
    let vectors = vectors.iter().flat_map(|(_, vectors)| vectors);
    let through = "a Shoot behind a NamespacedCloudProfile is judged by the merged profile";
    let vector = vectors.into_iter().find(|vector| vector.name == through).expect("the vector is there");
    let request: Value = serde_json::from_str(&vector.request("design")).expect("a vector is JSON");
    let mut given = request["given"].clone();
    given["cloudProfile"] = given["oldCloudProfile"].clone();
    (given, request["now"].clone())
}

#[test]
fn pools_move_through_a_profile_of_a_namespace_too() {
    let (mut given, now) = unchanged_behind_a_namespace();
    let versions = &mut given["cloudProfile"]["spec"]["machineImages"][0]["versions"];
    let mut newer = versions[0].clone();
    newer["version"] = "1.1.0".into();
    versions.as_array_mut().expect("a list").push(newer);
    let judged = review(&given, "design", &now);
    let [(_, facts)] = &told(&judged, &["pools-will-move"])[..] else { panic!("{judged}") };
    assert!(facts.to_string().contains("gl:1.0.0") && facts.to_string().contains("gl:1.1.0"), "{facts}");
}

#[test]
fn pools_that_an_update_leaves_behind_are_told() {
    let (mut given, now) = unchanged_behind_a_namespace();
    given["cloudProfile"]["spec"]["machineImages"][0]["versions"][0]["expirationDate"] = "2020-01-01T00:00:00Z".into();
    let judged = review(&given, "design", &now);
    let [(_, facts)] = &told(&judged, &["pools-will-fail"])[..] else { panic!("{judged}") };
    assert!(facts.to_string().contains("gl:1.0.0"), "{facts}");
    // Those that were left behind before are no news.
    given["oldCloudProfile"] = given["cloudProfile"].clone();
    assert!(told(&review(&given, "design", &now), &["pools-will-fail"]).is_empty());
}
