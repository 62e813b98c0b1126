//! A question and a review give the same answer about what a change of a profile breaks.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

const GROUP: &str = "core.gardener.cloud";

/// Returns a document of a vector with its kind, which vectors may leave out.
fn of_kind(mut document: Value, kind: &str) -> Value {
    document["apiVersion"] = format!("{GROUP}/v1beta1").into();
    document["kind"] = kind.into();
    document
}

/// Returns the review of the profile that a question is given, with the other given documents loaded.
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

/// Returns the code and facts of problems with these codes, without their paths, which differ.
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
                // Without a profile there is nothing to review either.
                if asked["outcome"] == "undecided" {
                    continue;
                }
                let judged = review(given, edition, &request["now"]);
                let response = &judged["review"]["response"];
                // A review reports faults of the profile itself first, and for a NamespacedCloudProfile nothing else.
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

/// Returns an update that leaves a CloudProfile unchanged, while a Shoot uses it through a NamespacedCloudProfile, and
/// the time.
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
    // Pools that were already left behind are not reported.
    given["oldCloudProfile"] = given["cloudProfile"].clone();
    assert!(told(&review(&given, "design", &now), &["pools-will-fail"]).is_empty());
}

#[test]
fn a_version_that_ends_is_told_whatever_says_so() {
    let profile = |version: Value| {
        json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "p" },
            "spec": { "machineTypes": [{ "name": "m", "architecture": "amd64" }], "machineImages": [{ "name": "gl", "versions": [version] }] },
        })
    };
    let pool = json!({ "name": "w", "machine": { "type": "m", "image": { "name": "gl", "version": "1.0.0" } } });
    let shoot = json!({
        "metadata": { "name": "s", "namespace": "n" },
        "spec": { "cloudProfile": { "kind": "CloudProfile", "name": "p" }, "provider": { "workers": [pool] } },
    });
    let told = |change: Value| -> Vec<(Value, Value)> {
        let mut version = json!({ "version": "1.0.0", "architectures": ["amd64"] });
        let old = profile(version.clone());
        for (key, value) in change.as_object().expect("a change is an object") {
            version[key] = value.clone();
        }
        let given = json!({ "operation": "update", "oldCloudProfile": old, "cloudProfile": profile(version), "shoots": [shoot], "namespacedCloudProfiles": [] });
        let request = json!({ "question": "images/in-use", "now": "2026-01-01T00:00:00Z", "given": given });
        let answer: Value =
            serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("an answer is JSON");
        assert_eq!(answer["answer"]["allowed"], true, "{answer}");
        let problems = answer["problems"].as_array().expect("problems are a list");
        let hurts = problems.iter().filter(|problem| problem["code"] == "change-hurts-pools");
        hurts.map(|problem| (problem["path"].clone(), problem["facts"][0]["value"].clone())).collect()
    };
    let at = |key: &str| Value::from(format!("/given/cloudProfile/spec/machineImages/0/versions/0/{key}"));
    let says = |how: &str| Value::from(format!("the image version `gl:1.0.0` {how}"));
    let supported = json!({ "classification": "supported" });
    for (change, place, how) in [
        (json!({ "expirationDate": "2026-06-01T00:00:00Z" }), "expirationDate", "expires on 2026-06-01T00:00:00Z"),
        (
            json!({ "lifecycle": [supported, { "classification": "expired", "startTime": "2025-06-01T00:00:00Z" }] }),
            "lifecycle/1",
            "expired on 2025-06-01T00:00:00Z",
        ),
        (
            json!({ "lifecycle": [{ "classification": "preview", "startTime": "2026-06-01T00:00:00Z" }] }),
            "lifecycle",
            "is unavailable now",
        ),
        (json!({ "classification": "expired" }), "classification", "is expired now"),
    ] {
        assert_eq!(told(change), [(at(place), says(how))]);
    }
    assert_eq!(told(json!({ "classification": "deprecated" })), []);
}

#[test]
fn a_control_plane_whose_version_ends_is_told_where_no_pool_says_it() {
    let profile = |end: Value| {
        let versions = json!([{ "version": "1.33.2", "expirationDate": end }, { "version": "1.32.6" }]);
        json!({ "metadata": { "name": "p" }, "spec": { "kubernetes": { "versions": versions } } })
    };
    let shoot = |name: &str, workers: Value| {
        json!({
            "metadata": { "name": name, "namespace": "n" },
            "spec": {
                "cloudProfile": { "kind": "CloudProfile", "name": "p" }, "kubernetes": { "version": "1.33.2" },
                "provider": { "workers": workers },
            },
        })
    };
    let pool = |kubernetes: Value| json!({ "name": "w", "machine": { "type": "m" }, "kubernetes": kubernetes });
    let pinned = pool(json!({ "version": "1.32.6" }));
    let shoots = json!([
        shoot("alone", json!([])),
        shoot("pinned", json!([pinned])),
        shoot("both", json!([pinned, pool(json!({}))])),
        shoot("said", json!([pool(json!({ "version": "1.33.2" }))])),
    ]);
    let given = json!({
        "operation": "update", "oldCloudProfile": profile(Value::Null),
        "cloudProfile": profile(json!("2026-06-01T00:00:00Z")), "shoots": shoots, "namespacedCloudProfiles": [],
    });
    let request = json!({ "question": "images/in-use", "now": "2026-01-01T00:00:00Z", "text": true, "given": given });
    let answer: Value =
        serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("an answer is JSON");
    let says = |code: &str| {
        let problems = answer["problems"].as_array().expect("problems are a list").iter();
        let told = problems.filter(|problem| problem["code"] == code).map(|problem| problem["says"].to_string());
        told.collect::<Vec<_>>().concat()
    };
    let ends = "Kubernetes `1.33.2` expires on 2026-06-01T00:00:00Z";
    let planes = says("change-hurts-control-planes");
    assert!(
        planes.contains(&format!("{ends}; this affects 2 control planes, those of `n/alone`, `n/pinned` first")),
        "{planes}"
    );
    let pools = says("change-hurts-pools");
    assert!(pools.contains(&format!("{ends}; in use by 2 pools, `n/both/w`, `n/said/w` first")), "{pools}");
}

#[test]
fn pools_that_no_change_of_their_shoot_is_admitted_with_are_told() {
    let profile = |limit: Value, constraint: Value| {
        let version = json!({ "version": "1.0.0", "architectures": ["amd64"], "kubeletVersionConstraint": constraint });
        json!({ "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "p" }, "spec": {
            "limits": { "maxNodesTotal": limit }, "machineTypes": [{ "name": "m", "architecture": "amd64" }],
            "machineImages": [{ "name": "gl", "versions": [version] }],
        } })
    };
    let child = |name: &str, limits: Value| {
        json!({ "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": { "name": name, "namespace": "n" },
            "spec": { "parent": { "kind": "CloudProfile", "name": "p" }, "limits": limits } })
    };
    let shoot = |name: &str, profile: Value, maximum: u32| {
        let pool = json!({ "name": "w", "minimum": 1, "maximum": maximum,
            "machine": { "type": "m", "image": { "name": "gl", "version": "1.0.0" } } });
        json!({ "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": { "name": name, "namespace": "n" },
            "spec": { "cloudProfile": profile, "kubernetes": { "version": "1.33.2" }, "provider": { "workers": [pool] } } })
    };
    let own = |name: &str| json!({ "kind": "NamespacedCloudProfile", "name": name });
    let whole = json!({ "kind": "CloudProfile", "name": "p" });
    let (children, shoots) = (
        json!([child("wide", json!({ "maxNodesTotal": 50 })), child("plain", Value::Null)]),
        json!([
            shoot("small", whole.clone(), 5),
            shoot("large", whole.clone(), 10),
            shoot("huge", whole, 30),
            shoot("wide", own("wide"), 10),
            shoot("plain", own("plain"), 10),
        ]),
    );
    let told = |question: &str, after: Value| {
        let mut given = json!({ "oldCloudProfile": profile(json!(20), Value::Null), "cloudProfile": after,
            "shoots": shoots, "namespacedCloudProfiles": children });
        if question == "images/in-use" {
            given["operation"] = json!("update");
        }
        let request = json!({ "question": question, "now": "2026-01-01T00:00:00Z", "text": true, "given": given });
        let answer: Value =
            serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("an answer is JSON");
        let problems = answer["problems"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
        let hurts = problems.filter(|problem| problem["code"] == "change-hurts-pools");
        let says = hurts.map(|problem| problem["says"].as_str().unwrap_or_default().to_owned());
        says.collect::<Vec<_>>()
    };
    for question in ["images/in-use", "images/diff-profiles"] {
        let limited = told(question, profile(json!(5), Value::Null));
        let [limited] = &limited[..] else { panic!("{question}: {limited:?}") };
        let pools = "no change is admitted of a Shoot with a pool of more than 5 nodes; in use by 2 pools, `n/large/w`, `n/plain/w` first";
        assert!(limited.starts_with(pools), "{question}: {limited}");
        let constrained = told(question, profile(json!(20), json!("< 1.33")));
        let [constrained] = &constrained[..] else { panic!("{question}: {constrained:?}") };
        let pools = "`gl:1.0.0` runs kubelets `< 1.33` alone from now on; in use by 5 pools, ";
        assert!(constrained.starts_with(pools), "{question}: {constrained}");
        assert!(told(question, profile(json!(25), json!(">= 1.30"))).is_empty(), "{question}");
    }
}

#[test]
fn a_region_that_goes_is_told_to_pools_without_zones() {
    let profile = |regions: &[&str]| {
        let regions: Vec<Value> = regions.iter().map(|name| json!({ "name": name })).collect();
        json!({ "metadata": { "name": "p" }, "spec": { "machineTypes": [{ "name": "m" }], "regions": regions } })
    };
    let shoot = json!({
        "metadata": { "name": "s", "namespace": "n" },
        "spec": {
            "region": "b", "cloudProfile": { "kind": "CloudProfile", "name": "p" },
            "provider": { "workers": [{ "name": "w", "machine": { "type": "m", "image": { "name": "i", "version": "1.0.0" } } }] },
        },
    });
    let given = json!({
        "operation": "update", "oldCloudProfile": profile(&["a", "b"]), "cloudProfile": profile(&["a"]),
        "shoots": [shoot], "namespacedCloudProfiles": [],
    });
    let request = json!({ "question": "images/in-use", "now": "2026-01-01T00:00:00Z", "given": given });
    let answer: Value =
        serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("an answer is JSON");
    let problems = answer["problems"].as_array().expect("problems are a list");
    let hurts = problems.iter().filter(|problem| problem["code"] == "change-hurts-pools");
    let told: Vec<&Value> = hurts.map(|problem| &problem["facts"][0]["value"]).collect();
    assert_eq!(told, ["the region `b` goes"], "{answer}");
}
