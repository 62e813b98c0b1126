//! Shoots that are judged by another profile than their own, and documents that are not Shoots: never a plain yes.

use serde_json::{Value, json};

use super::{API, answer, ask, child, load, parent, problems, said};
use fitment::Engine;

fn told(shoot: &Value, namespaced: Option<&Value>) -> Vec<String> {
    let mut given = json!({"cloudProfile": parent(), "shoot": shoot, "operation": "create"});
    if let Some(namespaced) = namespaced {
        given["namespacedCloudProfile"] = namespaced.clone();
    }
    let answer = ask(&Engine::default(), "images/admit-shoot", &given);
    problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {path}")).collect()
}

fn shoot(profile: Value) -> Value {
    json!({
        "apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": profile, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "provider": {"type": "local", "workers": [{"name": "pool", "machine": {"type": "small"}}]}
        }
    })
}

#[test]
fn what_is_no_shoot_is_refused_or_admitted_with_a_word() {
    assert!(told(&parent(), None).contains(&"document-of-another-kind /given/shoot/kind".to_owned()));
    let without_spec =
        json!({"apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"}});
    for nothing in [json!({}), without_spec] {
        let told = told(&nothing, None);
        let at = "/given/shoot/spec";
        for expected in
            [format!("shoot-names-no-profile {at}/cloudProfile"), format!("shoot-without-pools {at}/provider/workers")]
        {
            assert!(told.contains(&expected), "{nothing}: {told:?}");
        }
    }
}

#[test]
fn what_no_definition_names_is_told_to_the_pools_that_it_lets_through() {
    let shoot = shoot(json!({"kind": "CloudProfile", "name": "demo"}));
    let told = |profile: &Value| -> Vec<String> {
        let given = json!({"cloudProfile": profile, "shoot": shoot, "operation": "create"});
        let answer = ask(&Engine::default(), "images/admit-shoot", &given);
        problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    let at = "/given/cloudProfile/spec";
    let mut misspelt = parent();
    misspelt["spec"]["machineTypes"][0]["capabilities"]["boots"] = json!(["bios"]);
    assert!(told(&misspelt).contains(&format!("capability-not-defined {at}/machineTypes/0/capabilities/boots")));
    // Nothing is said about what no pool uses.
    let mut elsewhere = parent();
    elsewhere["spec"]["machineTypes"][1]["capabilities"]["boots"] = json!(["bios"]);
    assert!(told(&elsewhere).iter().all(|told| !told.starts_with("capability-")), "{:?}", told(&elsewhere));
    let mut flavor = parent();
    flavor["spec"]["machineImages"][0]["versions"][0]["capabilityFlavors"][0]["architecture"] =
        json!(["amd64", "amd65"]);
    let of_flavor =
        format!("capability-value-not-defined {at}/machineImages/0/versions/0/capabilityFlavors/0/architecture/1");
    assert!(told(&flavor).contains(&of_flavor), "{:?}", told(&flavor));
}

#[test]
fn a_shoot_is_told_that_the_profile_is_not_its_own() {
    let (cluster, own) =
        (json!({"kind": "CloudProfile", "name": "demo"}), json!({"kind": "NamespacedCloudProfile", "name": "team"}));
    let team = child(&json!({}));
    let another = ["profile-is-another /given/shoot/spec/cloudProfile/name"];
    let without = ["shoot-names-no-profile /given/shoot/spec/cloudProfile"];
    let nameless = ["shoot-names-no-profile /given/shoot/spec/cloudProfile/name"];
    for (profile, namespaced, expected) in [
        (cluster.clone(), None, &[] as &[&str]),
        (own.clone(), Some(&team), &[]),
        (own, None, &another),
        (cluster, Some(&team), &another),
        (Value::Null, None, &without),
        (json!({"kind": "CloudProfile"}), None, &nameless),
    ] {
        let told = told(&shoot(profile.clone()), namespaced);
        let of_profile: Vec<&String> = told.iter().filter(|told| told.contains("profile")).collect();
        assert_eq!(of_profile, expected, "{profile}: {told:?}");
    }
}

#[test]
fn a_profile_of_another_namespace_is_none_of_the_shoots() {
    let own = shoot(json!({"kind": "NamespacedCloudProfile", "name": "team"}));
    let mut elsewhere = child(&json!({}));
    elsewhere["metadata"]["namespace"] = json!("garden-dev");
    let another = "profile-of-another-namespace /given/shoot/metadata/namespace".to_owned();
    assert!(told(&own, Some(&elsewhere)).contains(&another));
    let mut engine = Engine::default();
    load(&mut engine, &[parent(), child(&json!({})), elsewhere]);
    for (namespace, is_another) in [("garden", false), ("garden-dev", true)] {
        let given = json!({
            "namespacedCloudProfile": format!("{namespace}/team"), "shoot": own, "operation": "create"
        });
        let answer = ask(&engine, "images/admit-shoot", &given);
        let told = problems(&answer).iter().any(|(code, ..)| *code == "profile-of-another-namespace");
        assert_eq!(told, is_another, "{namespace}: {answer}");
    }
}

fn changed(pointer: &str, key: &str, value: Value) -> Value {
    let mut shoot = shoot(json!({"kind": "CloudProfile", "name": "demo"}));
    shoot.pointer_mut(pointer).expect("it is there")[key] = value;
    shoot["spec"]["provider"]["workers"][0]["minimum"] = json!(1);
    shoot["spec"]["provider"]["workers"][0]["maximum"] = json!(2);
    shoot
}

/// Returns the answer about a Shoot that is applied.
fn answered(new: &Value, old: Option<&Value>) -> Value {
    let mut profile = parent();
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("a list") {
        machine["usable"] = json!(true);
    }
    profile["spec"]["kubernetes"]["versions"] = json!([
        {"version": "1.33.2"}, {"version": "1.32.6", "expirationDate": "2025-12-01T00:00:00Z"},
        {"version": "1.34.0", "lifecycle": [{"classification": "supported", "startTime": "2026-06-01T00:00:00Z"}]}
    ]);
    let mut engine = Engine::default();
    load(&mut engine, &[profile]);
    let operation = if old.is_some() { "UPDATE" } else { "CREATE" };
    let request = json!({
        "uid": "1", "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"},
        "resource": {"group": "core.gardener.cloud", "version": "v1beta1", "resource": "shoots"},
        "name": "web", "namespace": "garden", "operation": operation, "object": new, "oldObject": old
    });
    let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request});
    let request = json!({"review": review, "phase": "applying", "now": "2026-01-01T00:00:00Z", "text": true});
    answer(&engine.review(request.to_string().as_bytes()))
}

/// Returns what, according to a review's warnings, Gardener would refuse, each with its place.
fn reviewed(new: &Value, old: Option<&Value>) -> Vec<String> {
    let answer = answered(new, old);
    assert_eq!(answer["verdict"], "yes", "{answer}");
    let told = problems(&answer).into_iter().filter(|(code, ..)| code.starts_with("shoot-"));
    let sentence = |says: &str| {
        let what = says.strip_prefix("the Shoot would be refused by Gardener, which is not decided here: ");
        let what = what.expect("it says so");
        said(what).to_owned()
    };
    told.map(|(_, path, says)| {
        let at = path.strip_prefix("/review/request/object/spec/").expect("it is in the Shoot");
        format!("{at}: {}", sentence(says))
    })
    .collect()
}

#[test]
fn what_gardener_would_refuse_of_a_shoot_is_told_in_its_review() {
    let sound = changed("/spec", "region", json!("eu"));
    assert_eq!(reviewed(&sound, None), Vec::<String>::new());
    for (pointer, key, value, expected) in [
        (
            "/spec/kubernetes",
            "version",
            json!("1.32.6"),
            "kubernetes/version: the Kubernetes version `1.32.6` has expired",
        ),
        (
            "/spec/kubernetes",
            "version",
            json!("1.34.0"),
            "kubernetes/version: the Kubernetes version `1.34.0` is not available yet",
        ),
        (
            "/spec/kubernetes",
            "version",
            json!("1.31.0"),
            "kubernetes/version: the profile has no Kubernetes version `1.31.0`, only `1.33.2`, `1.32.6`, `1.34.0`",
        ),
        ("/spec", "region", json!("us"), "region: the profile has no region `us`"),
        ("/spec", "region", Value::Null, "region: it has no `spec.region`"),
        ("/spec/provider", "type", Value::Null, "provider/type: it has no `spec.provider.type`"),
        (
            "/spec/provider",
            "type",
            json!("aws"),
            "provider/type: it is for the provider `aws`, and its profile for `local`",
        ),
    ] {
        let flawed = changed(pointer, key, value.clone());
        assert_eq!(reviewed(&flawed, None), [expected], "a new one");
        let mut relabelled = flawed.clone();
        relabelled["metadata"]["labels"] = json!({"team": "ops"});
        assert_eq!(reviewed(&relabelled, Some(&flawed)), Vec::<String>::new(), "{expected}: as it was");
        let may_come = expected.contains("has expired") || expected.contains("not available yet");
        // Lowering the version is refused, and so is skipping a minor version.
        let before =
            value.as_str().and_then(|version| version.split('.').nth(1)?.parse::<u32>().ok()).unwrap_or_default();
        let before = json!(format!("1.{}.0", before.saturating_sub(1)));
        let old = if key == "version" { changed("/spec/kubernetes", key, before) } else { sound.clone() };
        let mut told = reviewed(&flawed, Some(&old));
        told.retain(|told| !told.contains("the region may not change"));
        assert_eq!(told, if may_come { vec![] } else { vec![expected.to_owned()] }, "one that exists");
    }
}

#[test]
fn what_a_file_leaves_out_is_judged_as_what_it_comes_to() {
    let sound = changed("/spec", "region", json!("eu"));
    let mut old = changed("/spec/kubernetes", "version", json!("1.31.0"));
    old["spec"]["region"] = json!("eu");
    let skipped = "kubernetes/version: the Kubernetes version may not skip a minor one, from `1.31.0` to `1.33.2`";
    for kubernetes in [Some(json!({})), Some(Value::Null), None] {
        let mut new = sound.clone();
        match kubernetes {
            Some(kubernetes) => new["spec"]["kubernetes"] = kubernetes,
            None => drop(new["spec"].as_object_mut().expect("an object").remove("kubernetes")),
        }
        assert_eq!(reviewed(&new, Some(&old)), [skipped], "{new}");
    }
}

#[test]
fn a_provider_that_changes_and_a_namespace_that_is_none_are_told() {
    let sound = changed("/spec", "region", json!("eu"));
    let mut aws = sound.clone();
    aws["spec"]["provider"]["type"] = json!("aws");
    assert_eq!(reviewed(&sound, Some(&aws)), ["provider/type: the provider may not change from `aws`"]);
    let mut astray = sound;
    astray["metadata"]["namespace"] = json!("GARDEN_X");
    let answer = answered(&astray, None);
    let told = problems(&answer);
    let path = "/review/request/object/metadata/namespace";
    assert!(told.iter().any(|it| it.0 == "shoot-not-stored" && it.1 == path), "{told:?}");
}

#[test]
fn a_shoot_without_a_region_is_not_held_against_what_zones_lack_in_silence() {
    let mut profile = parent();
    profile["spec"]["regions"][0]["zones"][0]["unavailableMachineTypes"] = json!(["small"]);
    let mut shoot = json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "provider": {"type": "local", "workers": [{
                "name": "w", "minimum": 1, "maximum": 1, "maxSurge": 1,
                "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}
            }]}
        }
    });
    let admit = |shoot: &Value| {
        let given = json!({"cloudProfile": profile, "shoot": shoot, "operation": "create"});
        ask(&Engine::default(), "images/admit-shoot", &given)
    };
    assert_eq!(admit(&shoot)["verdict"], "no");
    shoot["spec"].as_object_mut().expect("an object").remove("region");
    let answer = admit(&shoot);
    let told = problems(&answer);
    assert!(told.iter().any(|it| it.0 == "shoot-not-stored" && it.1 == "/given/shoot/spec/region"), "{told:?}");
}

#[test]
fn a_control_plane_that_goes_back_is_refused_whether_a_pool_goes_with_it_or_not() {
    let mut old = changed("/spec", "region", json!("eu"));
    old["spec"]["kubernetes"]["version"] = json!("1.34.0");
    let pinned = json!({"version": "1.33.2"});
    for pools in [json!([]), json!([{"name": "w", "maximum": 1, "machine": {"type": "small"}, "kubernetes": pinned}])] {
        old["spec"]["provider"]["workers"] = pools;
        let mut new = old.clone();
        new["spec"]["kubernetes"]["version"] = json!("1.33.2");
        let answer = answered(&new, Some(&old));
        let cause = &answer["review"]["response"]["status"]["details"]["causes"][0];
        assert_eq!(
            (&answer["verdict"], &cause["field"]),
            (&json!("no"), &json!("spec.kubernetes.version")),
            "{answer}"
        );
        assert_eq!(reviewed(&old, Some(&new)), Vec::<String>::new(), "it goes up");
    }
}

#[test]
fn an_architecture_without_a_name_is_none() {
    let mut shoot = shoot(json!({"kind": "CloudProfile", "name": "demo"}));
    shoot["spec"]["provider"]["workers"][0]["machine"]["image"] = json!({"name": "linux", "version": "1.0.0"});
    let mut is_refused = |architecture: Value| {
        shoot["spec"]["provider"]["workers"][0]["machine"]["architecture"] = architecture;
        let given = json!({"cloudProfile": parent(), "shoot": shoot, "operation": "create"});
        let answer = ask(&Engine::default(), "images/admit-shoot", &given);
        let mut errors = answer["answer"]["errors"].as_array().expect("errors are a list").iter();
        errors.any(|error| error["field"] == "spec.provider.workers[0].machine.architecture")
    };
    assert!(is_refused(json!("")) && !is_refused(Value::Null));
}

#[test]
fn zones_of_a_region_that_is_not_there_are_refused_for_the_region() {
    let worker = json!({
        "name": "w", "minimum": 1, "maximum": 1, "maxSurge": 1, "zones": ["eu-1"], "cri": {"name": "containerd"},
        "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}
    });
    let refused = |region: &str, zones: Value| {
        let mut profile = parent();
        profile["spec"]["regions"][0]["zones"] = zones;
        let shoot = json!({
            "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": region, "kubernetes": {"version": "1.33.2"},
                "provider": {"type": "local", "workers": [worker]}
            }
        });
        let given = json!({"cloudProfile": profile, "shoot": shoot, "operation": "create"});
        let answer = ask(&Engine::default(), "images/admit-shoot", &given);
        let errors = answer["answer"]["errors"].as_array().expect("a list");
        let of_zone =
            errors.iter().find(|error| error["field"].as_str().is_some_and(|field| field.ends_with("zones[0]")));
        of_zone.unwrap_or_else(|| panic!("{answer}"))["detail"].as_str().unwrap_or_default().to_owned()
    };
    let there = json!([{"name": "eu-1"}]);
    assert_eq!(refused("us", there), r#"Invalid value: "us": the profile has no such region"#);
    assert_eq!(refused("eu", json!([])), r#"Invalid value: "eu": the region does not support zones"#);
}

#[test]
fn a_shoot_without_pools_has_nothing_that_is_about_them() {
    let pooled = changed("/spec", "region", json!("eu"));
    let mut none = pooled.clone();
    none["spec"]["provider"]["workers"] = json!([]);
    let mut left_out = none.clone();
    left_out["spec"]["provider"].as_object_mut().expect("an object").remove("workers");
    let without = ["shoot-without-pools provider/workers"];
    assert_eq!(warned(&none, None), without);
    assert_eq!(warned(&left_out, None), without);
    assert_eq!(warned(&none, Some(&left_out)), Vec::<String>::new(), "as it was");
    let switched = "shoot-not-stored provider/workers";
    assert_eq!(warned(&none, Some(&pooled)), [without[0], switched]);
    assert_eq!(warned(&pooled, Some(&none)), [switched]);

    let mut kubelets = none.clone();
    kubelets["spec"]["kubernetes"]["kubelet"] = json!({"maxPods": 110});
    kubelets["spec"]["maintenance"] = json!({"autoUpdate": {"machineImageVersion": false, "kubernetesVersion": false}});
    kubelets["spec"]["addons"] = Value::Null;
    let told = ["shoot-not-stored kubernetes/kubelet", "shoot-not-stored maintenance/autoUpdate/machineImageVersion"];
    assert_eq!(warned(&kubelets, None)[1..], told);
    assert_eq!(warned(&kubelets, Some(&none)), told);
    let mut with_pools = kubelets.clone();
    with_pools["spec"]["provider"]["workers"] = pooled["spec"]["provider"]["workers"].clone();
    assert_eq!(warned(&with_pools, None), Vec::<String>::new());
    // A Shoot that is being deleted can no longer change, and is not judged.
    kubelets["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    assert_eq!(warned(&kubelets, Some(&pooled)), Vec::<String>::new());
}

/// Returns a review's warnings, each with its place below the Shoot's `spec`.
fn warned(new: &Value, old: Option<&Value>) -> Vec<String> {
    let answer = answered(new, old);
    let told = problems(&answer).into_iter();
    told.map(|(code, path, _)| format!("{code} {}", path.trim_start_matches("/review/request/object/spec/"))).collect()
}

#[test]
fn of_an_image_that_the_profile_does_not_have_it_is_said_which_was_meant() {
    let mut shoot = shoot(json!({"kind": "CloudProfile", "name": "demo"}));
    let mut said = |name: &str| {
        shoot["spec"]["provider"]["workers"][0]["machine"]["image"] = json!({"name": name, "version": "1.0.0"});
        let given = json!({"cloudProfile": parent(), "shoot": shoot});
        ask(&Engine::default(), "images/default-image", &given)["answer"]["errors"].to_string()
    };
    assert!(said("linxu").contains("the profile has no image `linxu`; did you mean `linux`?"), "{}", said("linxu"));
    assert!(said("plan9").contains("the profile has no image `plan9`\""), "{}", said("plan9"));
    // Comparing names takes a while, and there may be thousands of pools.
    let pools = (0..60).map(|_| shoot["spec"]["provider"]["workers"][0].clone()).collect::<Vec<_>>();
    shoot["spec"]["provider"]["workers"] = json!(pools);
    shoot["spec"]["provider"]["workers"][59]["machine"]["image"]["name"] = json!("linxu");
    let answer = ask(&Engine::default(), "images/default-image", &json!({"cloudProfile": parent(), "shoot": shoot}));
    let errors = answer["answer"]["errors"].to_string();
    assert!(errors.contains("workers[59]") && !errors.contains("did you mean"), "{answer}");
}
