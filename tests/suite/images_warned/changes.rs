//! Comparing two profiles: documents that are not two states of one profile, changes that would not be stored, and
//! Shoots that are passed over.

use serde_json::{Value, json};

use super::{ask, child, parent, problems};
use fitment::Engine;

/// Returns what a change of the profile does to these Shoots.
fn diff(change: &dyn Fn(&mut Value), shoots: &[Value]) -> Value {
    let (old, mut new) = (parent(), parent());
    change(&mut new);
    let given = json!({"oldCloudProfile": old, "cloudProfile": new, "shoots": shoots, "namespacedCloudProfiles": []});
    ask(&Engine::default(), "images/diff-profiles", &given)
}

fn codes(answer: &Value) -> Vec<(&str, &str)> {
    problems(answer).into_iter().map(|(code, path, _)| (code, path)).collect()
}

fn shoot(name: &str, profile: Value) -> Value {
    json!({
        "apiVersion": super::API, "kind": "Shoot", "metadata": {"name": name, "namespace": "garden"},
        "spec": {"cloudProfile": profile, "region": "eu", "kubernetes": {"version": "1.33.2"}}
    })
}

#[test]
fn two_profiles_are_not_taken_for_two_states_of_one() {
    let alike = diff(&|_| {}, &[]);
    assert_eq!((&alike["verdict"], codes(&alike)), (&json!("yes"), vec![]), "{alike}");
    for (part, key) in [("metadata", "name"), ("spec", "type")] {
        let answer = diff(&|new| new[part][key] = json!("another"), &[]);
        let told = problems(&answer);
        let path = format!("/given/cloudProfile/{part}/{key}");
        let is_told = |(code, at, says): &(&str, &str, &str)| {
            *code == "profiles-are-two" && *at == path && says.contains("`another`") && says.contains(key)
        };
        assert!(told.iter().any(is_told), "{part}.{key}: {told:?}");
    }
}

#[test]
fn what_is_in_use_is_looked_at_between_two_states_of_one_profile() {
    let (old, mut other) = (parent(), parent());
    other["metadata"]["name"] = json!("other");
    let in_use = |given: Value| ask(&Engine::default(), "images/in-use", &given);
    let between = |old: &Value| json!({"oldCloudProfile": old, "cloudProfile": parent(), "shoots": [], "namespacedCloudProfiles": []});
    assert_eq!(codes(&in_use(between(&old))), []);
    let two = ("profiles-are-two", "/given/cloudProfile/metadata/name");
    for before in [other, json!({"spec": old["spec"]})] {
        assert!(codes(&in_use(between(&before))).contains(&two), "{before}");
    }
    // Creating a profile takes nothing away. For an update, the old profile has to be given.
    let alone = |operation: Option<&str>| {
        let mut given = json!({"cloudProfile": old, "shoots": [], "namespacedCloudProfiles": []});
        if let Some(operation) = operation {
            given["operation"] = json!(operation);
        }
        in_use(given)["outcome"].clone()
    };
    assert_eq!([Some("create"), Some("update"), None].map(alone), ["decided", "undecided", "undecided"]);
}

type Change<'c> = &'c dyn Fn(&mut Value);

#[test]
fn a_change_to_what_the_api_server_refuses_is_no_yes() {
    let refused: [(Change<'_>, &str); 3] = [
        (&|new| new["spec"]["regions"] = json!([]), "spec.regions"),
        (&|new| new["spec"]["machineTypes"][0]["capabilities"]["network"] = json!(["fast"]), "machineTypes[0]"),
        // `one` is not a version.
        (&|new| new["spec"]["machineImages"][1]["versions"][0]["version"] = json!("one"), "spec.machineImages"),
    ];
    for (change, field) in refused {
        let answer = diff(change, &[]);
        assert_eq!((&answer["verdict"], &answer["answer"]["ok"]), (&json!("no"), &json!(false)), "{answer}");
        let first = &answer["because"][0];
        let says = first["says"].as_str().expect("it is worded");
        assert!(
            first["code"] == "new-profile-invalid" && says.contains(field) && says.contains("fitment review"),
            "{says}"
        );
    }
    // What was refused before is reported, but is no reason for a no.
    let (mut old, mut new) = (parent(), parent());
    for side in [&mut old, &mut new] {
        side["spec"]["regions"] = json!([]);
    }
    let answer = ask(&Engine::default(), "images/diff-profiles", &json!({"oldCloudProfile": old, "cloudProfile": new}));
    assert_eq!(answer["verdict"], "yes");
    assert_eq!(codes(&answer), [("new-profile-invalid", "/given/cloudProfile/spec/regions")], "{answer}");
}

#[test]
fn a_child_that_has_no_place_beside_its_parent_is_no_yes() {
    let large = |architecture: &str| {
        let machine = json!({"name": "large", "cpu": "8", "gpu": "0", "memory": "32Gi", "capabilities": {"architecture": [architecture]}});
        child(&json!({"machineTypes": [machine]}))
    };
    let given = |new: Value| json!({"cloudProfile": parent(), "oldNamespacedCloudProfile": large("amd64"), "namespacedCloudProfile": new, "shoots": []});
    let engine = Engine::default();
    assert_eq!(ask(&engine, "images/diff-profiles", &given(large("arm64")))["because"][0]["code"], "pairs-vanish");
    let answer = ask(&engine, "images/diff-profiles", &given(large("amd")));
    assert_eq!(
        (&answer["verdict"], &answer["because"][0]["code"]),
        (&json!("no"), &json!("new-profile-invalid")),
        "{answer}"
    );
}

#[test]
fn shoots_that_cannot_be_placed_are_counted_and_named() {
    let shoots = [
        shoot("sound", json!({"kind": "CloudProfile", "name": "demo"})),
        shoot("misspelt", json!({"kind": "CloudProfil", "name": "demo"})),
        shoot("lost", json!({"kind": "NamespacedCloudprofile", "name": "team"})),
        shoot("nameless", Value::Null),
        shoot("empty", json!({"kind": "CloudProfile"})),
    ];
    let answer = diff(&|_| {}, &shoots);
    assert_eq!((&answer["answer"]["shoots"], &answer["answer"]["otherShoots"]), (&json!(1), &json!(4)));
    let mut told = problems(&answer);
    let counted = told.len();
    told.retain(|(code, ..)| *code != "key-without-value" && *code != "shoot-without-pools");
    assert!(counted - told.len() >= shoots.len(), "each of them is half a Shoot");
    let [(kind, _, kinds), (none, _, nameless)] = told[..] else { panic!("{told:?}") };
    assert_eq!((kind, none), ("profile-kind-unknown", "shoots-without-profile"));
    for part in ["2 Shoots", "`garden/misspelt`, `garden/lost`", "did you mean `CloudProfile`"] {
        assert!(kinds.contains(part), "{kinds}");
    }
    assert!(nameless.contains("2 Shoots") && nameless.contains("`garden/nameless`, `garden/empty`"), "{nameless}");
}

#[test]
fn shoots_that_cannot_be_placed_are_told_whoever_looks_for_users() {
    let team = json!({"kind": "NamespacedCloudProfile", "name": "team"});
    let shoots = [shoot("nameless", Value::Null), shoot("unplaced", team)];
    let complete = json!([{"apiVersion": super::API, "kind": "NamespacedCloudProfile"}]);
    let mut engine = Engine::default();
    engine.load(json!({"documents": shoots, "complete": complete, "defaulted": true}).to_string().as_bytes());
    let mut changed = parent();
    changed["spec"]["kubernetes"]["versions"].as_array_mut().expect("a list").pop();
    let (old, new) = (parent(), changed);
    for given in [
        json!({"operation": "update", "oldCloudProfile": old, "cloudProfile": new}),
        json!({"operation": "delete", "oldCloudProfile": old}),
    ] {
        let answer = ask(&engine, "images/in-use", &given);
        let mut told: Vec<&str> = problems(&answer).into_iter().map(|(code, ..)| code).collect();
        told.sort_unstable();
        assert_eq!(told, ["shoots-unplaced", "shoots-without-profile"], "{answer}");
    }
    for (operation, object, before) in [("UPDATE", &new, &old), ("DELETE", &Value::Null, &old)] {
        let review = json!({
            "phase": "validating", "now": "2026-01-01T00:00:00Z",
            "review": {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                "uid": "1", "operation": operation, "name": "demo", "object": object, "oldObject": before,
                "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile"}
            }}
        });
        let answer = super::answer(&engine.review(review.to_string().as_bytes()));
        let warnings = answer["review"]["response"]["warnings"].to_string();
        assert!(warnings.contains("they name none") && warnings.contains("`garden/team`"), "{operation}: {warnings}");
    }
}

#[test]
fn a_profile_of_a_namespace_is_told_of_no_shoots_of_others() {
    let told = |namespace: &str| {
        let mut nameless = shoot("nameless", Value::Null);
        nameless["metadata"]["namespace"] = json!(namespace);
        let mut engine = Engine::default();
        engine.load(json!({"documents": [parent(), nameless], "defaulted": true}).to_string().as_bytes());
        let mut new = child(&json!({}));
        new["spec"]["description"] = json!("changed");
        let given = json!({"operation": "update", "oldNamespacedCloudProfile": child(&json!({})), "namespacedCloudProfile": new});
        let answer = ask(&engine, "images/in-use", &given);
        assert_eq!(answer["outcome"], "decided", "{answer}");
        problems(&answer).iter().any(|(code, ..)| *code == "shoots-without-profile")
    };
    assert_eq!([told("garden"), told("elsewhere")], [true, false]);
}

#[test]
fn what_goes_is_told_whether_a_pool_has_it_or_not() {
    let answer = diff(
        &|new| {
            let spec = &mut new["spec"];
            spec["kubernetes"]["versions"].as_array_mut().expect("a list").pop();
            spec["regions"] =
                json!([{"name": "us", "zones": [{"name": "us-1", "unavailableMachineTypes": ["small"]}]}]);
        },
        &[],
    );
    assert_eq!(answer["verdict"], "yes", "{answer}");
    let told: Vec<&str> = problems(&answer).into_iter().map(|(_, _, says)| says).collect();
    for gone in ["the region `eu` goes", "the zone `eu-1` of the region `eu` goes", "Kubernetes `1.32.6` goes"] {
        assert!(told.iter().any(|says| says.starts_with(gone)), "{gone}: {told:?}");
    }
    assert!(problems(&answer).iter().all(|(code, ..)| *code == "change-takes-away"), "{told:?}");
}

#[test]
fn pairs_that_stay_and_boot_another_artifact_are_told() {
    let boot = |values: [&str; 2]| json!([{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "boot", "values": values}]);
    let both =
        || [json!({"architecture": ["amd64"], "boot": ["uefi"]}), json!({"architecture": ["amd64"], "boot": ["bios"]})];
    let states = |change: &dyn Fn(&mut Value)| {
        let mut old = parent();
        old["spec"]["machineCapabilities"] = boot(["uefi", "bios"]);
        old["spec"]["machineImages"][1]["versions"][0]["capabilityFlavors"] = json!(both());
        old["spec"]["providerConfig"] = Value::Null;
        let mut new = old.clone();
        change(&mut new);
        [old, new]
    };
    let told = |change: &dyn Fn(&mut Value)| -> Option<String> {
        let [old, new] = states(change);
        let given = json!({"oldCloudProfile": old, "cloudProfile": new, "shoots": [], "namespacedCloudProfiles": []});
        let answer = ask(&Engine::default(), "images/diff-profiles", &given);
        assert_eq!(answer["verdict"], "yes", "{answer}");
        let code = "pairs-get-another-flavor";
        let finding = answer["answer"]["findings"].as_array().expect("a list").iter().find(|it| it["code"] == code);
        assert!(finding.is_none_or(|finding| finding["level"] == "warning"), "{answer}");
        let why = answer["because"].as_array().expect("a list").iter().find(|it| it["code"] == code);
        assert_eq!((finding.is_some(), answer.to_string().contains("profiles-alike")), (why.is_some(), why.is_none()));
        // The review of the update says the same.
        let review = json!({"review": {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
            "uid": "1", "operation": "UPDATE", "name": "demo",
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile"}, "object": new, "oldObject": old}},
            "phase": "validating", "now": "2026-01-01T00:00:00Z"});
        let reviewed = super::answer(&Engine::default().review(review.to_string().as_bytes()));
        assert_eq!(problems(&reviewed).iter().any(|(it, ..)| *it == code), why.is_some(), "{reviewed}");
        why.map(|why| why["says"].as_str().expect("it is worded").to_owned())
    };
    let flavors = |new: &mut Value, list: &[Value]| {
        new["spec"]["machineImages"][1]["versions"][0]["capabilityFlavors"] = json!(list)
    };
    let one = "1 pair of machine type and image version that fit before and afterwards get another flavor";
    for (name, change) in [
        (
            "order of values",
            &(|new: &mut Value| new["spec"]["machineCapabilities"] = boot(["bios", "uefi"])) as &dyn Fn(&mut Value),
        ),
        ("preferred flavor", &|new| flavors(new, &both()[1..])),
    ] {
        let says = told(change).unwrap_or_default();
        assert!(says.starts_with(one) && says.contains("small with linux:1.0.0"), "{name}: {says}");
    }
    // Reordered flavors, a flavor that is not taken, and a more verbose flavor do not make another artifact.
    for (name, change) in [
        ("nothing", &(|_: &mut Value| {}) as &dyn Fn(&mut Value)),
        ("order of flavors", &|new| {
            let [first, second] = both();
            flavors(new, &[second, first])
        }),
        ("the other flavor", &|new| flavors(new, &both()[..1])),
        ("more values", &|new| flavors(new, &[json!({"architecture": ["amd64"], "boot": ["uefi", "bios"]})])),
    ] {
        assert_eq!(told(change), None, "{name}");
    }
}

#[test]
fn nobody_is_told_that_a_zone_lacks_what_there_never_was() {
    let zones = |lacking: &str| {
        let answer = diff(
            &|new| {
                new["spec"]["regions"][0]["zones"][0]["unavailableMachineTypes"] = json!([lacking]);
            },
            &[],
        );
        problems(&answer).into_iter().filter(|(.., says)| says.contains("is not available in the zone")).count()
    };
    assert_eq!((zones("small"), zones("smal")), (1, 0));
}

#[test]
fn a_kubernetes_version_that_comes_expired_is_told_where_it_stands() {
    let (old, mut new) = (parent(), parent());
    let versions = new["spec"]["kubernetes"]["versions"].as_array_mut().expect("a list");
    versions.push(json!({"version": "1.31.4", "expirationDate": "2025-06-01T00:00:00Z"}));
    let given = json!({"oldCloudProfile": old, "cloudProfile": new});
    let answer = ask(&Engine::default(), "images/validate-profile", &given);
    let told = ("version-comes-expired", "/given/cloudProfile/spec/kubernetes/versions/2/version");
    assert!(codes(&answer).contains(&told), "{answer}");
}
