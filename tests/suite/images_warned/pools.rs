//! Problems that pools will run into, reported by questions that are about something else.

use serde_json::{Value, json};

use super::{API, answer, ask, child, image, load, parent, problems, said};
use fitment::Engine;

/// Returns a profile of a provider with regional artifacts, where one version has none for arm64 in one region.
fn regional() -> Value {
    let flavors = |version: &str, regions: [&str; 2]| {
        let of = |architecture: &str, regions: [&str; 2]| {
            let ami = |name: &str| json!({"name": name, "ami": format!("ami-{version}-{architecture}-{name}")});
            json!({"capabilities": {"architecture": [architecture]}, "regions": regions.map(ami)})
        };
        json!([of("amd64", ["eu", "us"]), of("arm64", regions)])
    };
    let both = json!([{"architecture": ["amd64"]}, {"architecture": ["arm64"]}]);
    let mut profile = parent();
    profile["spec"]["type"] = json!("aws");
    profile["spec"]["regions"] =
        json!([{"name": "eu", "zones": [{"name": "eu-1"}]}, {"name": "us", "zones": [{"name": "us-1"}]}]);
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("a list") {
        machine["usable"] = json!(true);
    }
    profile["spec"]["machineImages"] = json!([{"name": "linux", "updateStrategy": "major", "versions": [
        {"version": "1.0.0", "cri": [{"name": "containerd"}], "capabilityFlavors": both},
        {"version": "1.1.0", "cri": [{"name": "containerd"}], "capabilityFlavors": both}
    ]}]);
    profile["spec"]["providerConfig"] = json!({
        "apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [
            {"version": "1.0.0", "capabilityFlavors": flavors("1.0.0", ["eu", "us"])},
            {"version": "1.1.0", "capabilityFlavors": flavors("1.1.0", ["eu", "eu-2"])}
        ]}]
    });
    profile
}

fn shoot(region: &str, machine: &str, version: &str) -> Value {
    json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": region, "kubernetes": {"version": "1.33.2"},
            "maintenance": {"autoUpdate": {"machineImageVersion": true}},
            "provider": {"type": "aws", "workers": [{
                "name": "pool", "minimum": 1, "maximum": 2, "zones": [format!("{region}-1")],
                "cri": {"name": "containerd"},
                "machine": {"type": machine, "architecture": if machine == "arm" { "arm64" } else { "amd64" },
                    "image": {"name": "linux", "version": version}}
            }]}
        }
    })
}

#[test]
fn pools_that_would_boot_nothing_in_their_region_are_told() {
    let mut engine = Engine::default();
    load(&mut engine, &[regional()]);
    let told = |answer: &Value| -> Vec<String> {
        problems(answer).iter().map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    let review = |shoot: &Value| {
        let review = json!({"review": {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
            "uid": "1", "operation": "CREATE", "name": "web", "namespace": "garden",
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"}, "object": shoot}},
            "phase": "validating", "now": "2026-01-01T00:00:00Z"});
        answer(&engine.review(review.to_string().as_bytes()))
    };
    let version = "spec/provider/workers/0/machine/image/version";
    for (region, machine, version_now, missing) in [
        ("eu", "arm", "1.1.0", false),
        ("us", "small", "1.1.0", false),
        ("us", "arm", "1.0.0", false),
        ("us", "arm", "1.1.0", true),
    ] {
        let shoot = shoot(region, machine, version_now);
        let expected =
            |place: &str| if missing { vec![format!("artifacts-missing {place}/{version}")] } else { Vec::new() };
        let reviewed = review(&shoot);
        assert_eq!(reviewed["verdict"], "yes", "{reviewed}");
        assert_eq!(told(&reviewed), expected("/review/request/object"), "{region} {machine} {version_now}");
        assert_eq!(
            reviewed["review"]["response"]["warnings"].as_array().map_or(0, Vec::len),
            usize::from(missing),
            "{reviewed}"
        );
        let given = json!({"cloudProfile": "demo", "shoot": shoot, "operation": "create"});
        assert_eq!(told(&ask(&engine, "images/admit-shoot", &given)), expected("/given/shoot"));
    }
    // A pool keeps a version that its profile no longer has, and no new machine could boot it.
    let mut kept = shoot("us", "small", "0.9.0");
    kept["spec"]["provider"]["workers"][0]["maximum"] = json!(3);
    let given = json!({"cloudProfile": "demo", "shoot": kept, "oldShoot": shoot("us", "small", "0.9.0"), "operation": "update"});
    assert_eq!(
        told(&ask(&engine, "images/admit-shoot", &given)),
        [format!("artifacts-missing /given/shoot/{version}")]
    );
    // Maintenance would move the pool to a version that has no artifact there.
    let old = json!({"cloudProfile": "demo", "shoot": shoot("us", "arm", "1.0.0")});
    for question in ["images/maintain", "images/plan-maintenance"] {
        assert_eq!(
            told(&ask(&engine, question, &old)),
            [format!("artifacts-missing /given/shoot/{version}")],
            "{question}"
        );
    }
}

#[test]
fn what_an_override_takes_out_of_use_hurts_pools_as_the_parent_would() {
    let team = |spec: &Value| child(spec);
    let mut mine = shoot("eu", "arm", "1.0.0");
    mine["spec"]["cloudProfile"] = json!({"kind": "NamespacedCloudProfile", "name": "team"});
    let hurts = |old: Value, new: Value| -> Vec<String> {
        let given = json!({"cloudProfile": regional(), "namespacedCloudProfile": team(&new), "oldNamespacedCloudProfile": team(&old), "shoots": [mine]});
        let answer = ask(&Engine::default(), "images/in-use", &given);
        assert_eq!(answer["answer"]["allowed"], true, "{answer}");
        problems(&answer).iter().map(|(_, path, says)| format!("{path} {says}")).collect()
    };
    let arm = json!({"machineTypes": [{"name": "arm", "usable": false, "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["arm64"]}}]});
    let ends = image(&json!({"version": "1.0.0", "expirationDate": "2026-09-01T00:00:00Z"}));
    let kubernetes =
        json!({"kubernetes": {"versions": [{"version": "1.33.2", "expirationDate": "2026-09-01T00:00:00Z"}]}});
    assert_eq!(hurts(json!({}), json!({})), Vec::<String>::new());
    assert_eq!(hurts(arm.clone(), arm.clone()), Vec::<String>::new());
    for (spec, path, says) in [
        (arm, "/given/namespacedCloudProfile/spec/machineTypes/0/usable", "`arm`"),
        (
            ends.clone(),
            "/given/namespacedCloudProfile/spec/machineImages/0/versions/0/expirationDate",
            "`linux:1.0.0` expires",
        ),
        (kubernetes, "/given/namespacedCloudProfile/spec/kubernetes/versions/0/expirationDate", "`1.33.2` expires"),
    ] {
        let told = hurts(json!({}), spec.clone());
        assert!(matches!(&told[..], [one] if one.starts_with(path) && one.contains(says)), "{spec}: {told:?}");
        assert_eq!(hurts(spec, json!({})), Vec::<String>::new(), "the parent is more generous");
    }
    let mut ending = regional();
    ending["spec"]["machineImages"][0]["versions"][0]["expirationDate"] = json!("2026-05-01T00:00:00Z");
    let given = json!({"cloudProfile": ending, "namespacedCloudProfile": team(&json!({})), "oldNamespacedCloudProfile": team(&ends), "shoots": [mine]});
    let answer = ask(&Engine::default(), "images/in-use", &given);
    let told = problems(&answer);
    let place = "/given/oldNamespacedCloudProfile/spec/machineImages/0/versions/0";
    assert!(told.iter().any(|(_, path, says)| *path == place && says.contains("2026-05-01")), "{told:?}");
}

#[test]
fn a_shoot_whose_profile_is_of_no_kind_is_told_when_the_profile_goes() {
    let mut lost = shoot("eu", "arm", "1.0.0");
    lost["spec"]["cloudProfile"]["kind"] = json!("cloudProfile");
    let deletion = |shoots: &[Value]| {
        let given = json!({"operation": "delete", "oldCloudProfile": regional(), "namespacedCloudProfiles": [], "shoots": shoots});
        ask(&Engine::default(), "images/in-use", &given)
    };
    let answer = deletion(&[lost.clone()]);
    assert_eq!(answer["answer"]["allowed"], true);
    let [(code, _, says)] = problems(&answer)[..] else { panic!("{answer}") };
    assert!(
        code == "profile-kind-unknown"
            && says.contains("`cloudProfile`")
            && says.contains("did you mean `CloudProfile`"),
        "{says}"
    );
    lost["spec"]["cloudProfile"]["name"] = json!("other");
    assert_eq!(deletion(&[lost])["problems"], json!([]));
}

#[test]
fn pools_that_no_api_server_would_store_are_told() {
    let told = |change: &dyn Fn(&mut Value)| -> Vec<String> {
        let mut shoot = shoot("eu", "small", "1.0.0");
        change(&mut shoot["spec"]["provider"]["workers"]);
        let given = json!({"cloudProfile": regional(), "shoot": shoot, "operation": "create"});
        let answer = ask(&Engine::default(), "images/admit-shoot", &given);
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code != "key-without-value");
        told.map(|(code, path, _)| format!("{code} {path}")).collect()
    };
    let nothing = Vec::<String>::new();
    let workers = "pool-not-stored /given/shoot/spec/provider/workers";
    assert_eq!(told(&|_| {}), nothing);
    assert_eq!(told(&|workers| workers[0]["minimum"] = json!(3)), [format!("{workers}/0/minimum")]);
    for sound in [json!(1), json!("10%")] {
        assert_eq!(told(&|workers| workers[0]["maxSurge"] = sound.clone()), nothing, "{sound}");
    }
    for key in ["maxSurge", "maxUnavailable"] {
        for flawed in [json!(1.5), json!("1"), json!("%"), json!(-1), json!("ten%")] {
            assert_eq!(told(&|workers| workers[0][key] = flawed.clone()), [format!("{workers}/0/{key}")], "{flawed}");
        }
    }
    let twice = |workers: &mut Value| {
        let copy = workers[0].clone();
        workers.as_array_mut().expect("a list").push(copy);
    };
    assert_eq!(told(&twice), [format!("{workers}/1/name")]);
    for (key, flawed, at) in [
        ("name", json!(""), &["name"][..]),
        ("name", Value::Null, &["name"]),
        ("minimum", json!(-1), &["minimum"]),
        ("maximum", json!(-1), &["maximum", "minimum"]),
        ("volume", json!({"size": "50G"}), &["volume/size"]),
        ("volume", json!({"size": "1.5Gi"}), &["volume/size"]),
        ("volume", json!({"size": "Gi"}), &["volume/size"]),
        ("volume", json!({"size": "50Gi"}), &[]),
        ("volume", json!({}), &["volume/size"]),
        ("kubernetes", json!({"kubelet": {"maxPods": -5}}), &["kubernetes/kubelet/maxPods"]),
        ("kubernetes", json!({"kubelet": {"maxPods": 0}}), &[]),
    ] {
        let expected: Vec<String> = at.iter().map(|at| format!("{workers}/0/{at}")).collect();
        assert_eq!(told(&|workers| workers[0][key] = flawed.clone()), expected, "{key}: {flawed}");
    }
    // A member that a complete Shoot leaves out counts as absent.
    let none = "shoot-not-stored /given/shoot/spec/provider/workers".to_owned();
    assert_eq!(told(&|workers| workers[0]["maximum"] = Value::Null), [none, format!("{workers}/0/maximum")]);
    // A pool that is null is skipped, and those after it are read as usual.
    let after_none = |workers: &mut Value| {
        workers[0]["maxSurge"] = json!("one");
        workers.as_array_mut().expect("a list").insert(0, Value::Null);
    };
    assert_eq!(told(&after_none).len(), 1);
}

#[test]
fn maintenance_says_that_nobody_said_whether_images_are_updated() {
    let mut silent = shoot("eu", "small", "1.0.0");
    silent["spec"].as_object_mut().expect("an object").remove("maintenance");
    for question in ["images/maintain", "images/plan-maintenance"] {
        let codes = |shoot: &Value| {
            let answer = ask(&Engine::default(), question, &json!({"cloudProfile": regional(), "shoot": shoot}));
            problems(&answer).iter().map(|(code, ..)| (*code).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(codes(&silent), ["auto-update-not-said"], "{question}");
        assert_eq!(codes(&shoot("eu", "small", "1.0.0")), Vec::<String>::new(), "{question}");
    }
}

#[test]
fn a_worker_that_is_taken_keeps_what_was_given() {
    let worker = json!({
        "name": "gpu", "minimum": 2, "maximum": 4, "updateStrategy": "AutoInPlaceUpdate", "machine": {"type": "small"},
        "cri": {"name": "containerd", "containerRuntimes": []}, "volume": {"type": "fast", "size": "50Gi", "encrypted": true},
        "kubernetes": {"version": "1.33.2", "kubelet": {"maxPods": 110}}
    });
    let mut profile = regional();
    for version in profile["spec"]["machineImages"][0]["versions"].as_array_mut().expect("a list") {
        version["inPlaceUpdates"] = json!({"supported": true});
    }
    let answer = ask(
        &Engine::default(),
        "images/pick",
        &json!({"cloudProfile": profile, "machineType": "small", "worker": worker}),
    );
    let taken = &answer["answer"]["worker"];
    for key in ["name", "minimum", "maximum", "updateStrategy", "cri", "volume", "kubernetes"] {
        assert_eq!(taken[key], worker[key], "{key}: {answer}");
    }
}

#[test]
fn a_pool_that_no_api_server_would_store_is_refused_once() {
    let mut engine = Engine::default();
    load(&mut engine, &[regional()]);
    let mut above = shoot("eu", "small", "1.0.0");
    above["spec"]["provider"]["workers"][0]["minimum"] = json!(5);
    let mut open = shoot("eu", "small", "1.0.0");
    open["spec"]["provider"]["workers"][0].as_object_mut().expect("a pool").remove("maximum");
    let mut misspelt = shoot("eu", "small", "1.0.0");
    misspelt["spec"]["provider"]["workers"][0]["updateStrategy"] = json!("AutoRollingUpdates");
    let mut nameless = shoot("eu", "small", "1.0.0");
    nameless["spec"]["provider"]["workers"][0].as_object_mut().expect("a pool").remove("name");
    let flawed = [
        (misspelt, "updateStrategy", "NotSupported", "no update strategy of pools is called `AutoRollingUpdates`"),
        (above, "minimum", "Invalid", "its minimum 5 is above its maximum 2"),
        (open, "maximum", "Required", "its minimum is 1, and it has no maximum"),
        (nameless, "name", "Required", "it has no name"),
    ];
    let phases = ["validating", "applying"];
    for ((flawed, field, error, what), phase) in flawed.iter().flat_map(|flawed| phases.map(|phase| (flawed, phase))) {
        let request = json!({
            "uid": "1", "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot"},
            "resource": {"group": "core.gardener.cloud", "version": "v1beta1", "resource": "shoots"},
            "name": "web", "namespace": "garden", "operation": "CREATE", "object": flawed
        });
        let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request});
        let request = json!({"review": review, "phase": phase, "now": "2026-01-01T00:00:00Z", "text": true});
        let answer = answer(&engine.review(request.to_string().as_bytes()));
        assert_eq!(answer["verdict"], "no", "{answer}");
        let causes = &answer["review"]["response"]["status"]["details"]["causes"];
        assert_eq!(causes[0]["field"], format!("spec.provider.workers[0].{field}"), "{answer}");
        assert_eq!(causes[0]["reason"], format!("FieldValue{error}"), "{answer}");
        let text = answer["text"].as_str().expect("it is worded");
        assert_eq!(text.matches(what).count(), 1, "{text}");
    }
}

#[test]
fn maintenance_is_told_of_pools_of_another_architecture_than_their_machines() {
    let mut other = shoot("eu", "small", "1.0.0");
    other["spec"]["provider"]["workers"][0]["machine"]["architecture"] = json!("arm64");
    for question in ["images/maintain", "images/plan-maintenance"] {
        let answer = ask(&Engine::default(), question, &json!({"cloudProfile": regional(), "shoot": other}));
        let path = "/given/shoot/spec/provider/workers/0/machine/architecture";
        let told = problems(&answer);
        let is_told = |(code, at, says): &(&str, &str, &str)| {
            *code == "worker-is-another" && *at == path && says.contains("`arm64`") && says.contains("`amd64`")
        };
        assert!(told.iter().any(is_told), "{question}: {told:?}");
    }
}

#[test]
fn zones_of_a_worker_without_a_region_are_told() {
    let worker = json!({"name": "pool", "machine": {"type": "small"}, "zones": ["eu-1"]});
    let codes = |given: Value| {
        let answer = ask(&Engine::default(), "images/pick", &given);
        problems(&answer).iter().map(|(code, ..)| (*code).to_owned()).collect::<Vec<_>>()
    };
    let mut given = json!({"cloudProfile": regional(), "machineType": "small", "worker": worker});
    assert_eq!(codes(given.clone()), ["worker-zones-unread"]);
    given["region"] = json!("eu");
    assert_eq!(codes(given), Vec::<String>::new());
}

#[test]
fn where_a_machine_type_is_not_to_be_had_is_told_with_what_is_offered() {
    let mut profile = regional();
    profile["spec"]["regions"][0]["zones"][0]["unavailableMachineTypes"] = json!(["small"]);
    for question in ["images/pick", "images/fit"] {
        let given = json!({"cloudProfile": profile, "machineType": "small", "region": "eu", "zones": ["eu-1"]});
        let answer = ask(&Engine::default(), question, &given);
        let first = &answer["because"][0]["because"][0];
        assert_eq!(first["code"], "machine-type-unavailable", "{question}: {answer}");
        assert!(first["says"].as_str().is_some_and(|says| says.contains("zones asked for: `eu-1`")), "{first}");
    }
}

#[test]
fn a_flavor_that_the_region_does_not_have_is_not_named_in_silence() {
    let mut profile = regional();
    profile["spec"]["machineCapabilities"] =
        json!([{"name": "architecture", "values": ["amd64"]}, {"name": "network", "values": ["fast", "slow"]}]);
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("a list") {
        machine["capabilities"] = json!({"architecture": ["amd64"]});
    }
    profile["spec"]["machineImages"] = json!([{"name": "linux", "versions": [
        {"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"], "network": ["fast"]}, {"architecture": ["amd64"], "network": ["slow"]}]}
    ]}]);
    profile["spec"]["providerConfig"]["machineImages"] = json!([{"name": "linux", "versions": [
        {"version": "1.0.0", "capabilityFlavors": [
            {"capabilities": {"architecture": ["amd64"], "network": ["fast"]}, "regions": [{"name": "eu", "ami": "ami-1"}]},
            {"capabilities": {"architecture": ["amd64"], "network": ["slow"]}, "regions": [{"name": "eu", "ami": "ami-2"}, {"name": "us", "ami": "ami-3"}]}
        ]}
    ]}]);
    for question in ["images/fit", "images/pick"] {
        let told = |region: &str| {
            let answer = ask(
                &Engine::default(),
                question,
                &json!({"cloudProfile": profile, "machineType": "small", "region": region}),
            );
            problems(&answer).into_iter().map(|(code, _, says)| format!("{code}: {}", said(says))).collect::<Vec<_>>()
        };
        assert_eq!(told("eu"), [""; 0]);
        assert_eq!(
            told("us"),
            [
                "flavor-not-in-region: in the region `us` `small` boots something else than the flavor named for 1 version: \
                `linux 1.0.0 (flavor 2 instead of flavor 1)` first"
            ]
        );
    }
}

#[test]
fn a_shoot_of_a_kubernetes_version_that_the_profile_lacks_is_told_by_maintenance() {
    let shoot = shoot("eu", "small", "1.0.0");
    let mut another = shoot.clone();
    another["spec"]["kubernetes"] = json!({"version": "1.33.9"});
    for question in ["images/maintain", "images/plan-maintenance"] {
        let told = |shoot: &Value| {
            let answer = ask(&Engine::default(), question, &json!({"cloudProfile": parent(), "shoot": shoot}));
            let told = problems(&answer).into_iter().filter(|it| it.0 == "kubernetes-version-unknown");
            told.map(|(_, path, _)| path.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(told(&shoot), [""; 0], "{question}");
        assert_eq!(told(&another), ["/given/shoot/spec/kubernetes/version"], "{question}");
    }
}

#[test]
fn a_move_for_the_worse_is_not_told_of_what_gets_better_as_if_it_got_worse() {
    let mut profile = regional();
    let spec = &mut profile["spec"];
    spec["machineCapabilities"] = json!([
        {"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "boot", "values": ["uefi", "bios"]},
        {"name": "network", "values": ["fast", "slow"]}
    ]);
    spec["providerConfig"] = Value::Null;
    let versions = &mut spec["machineImages"][0]["versions"];
    versions[0]["expirationDate"] = json!("2025-06-01T00:00:00Z");
    versions[0]["capabilityFlavors"] = json!([{"architecture": ["amd64"], "boot": ["uefi"], "network": ["slow"]}]);
    versions[1]["capabilityFlavors"] = json!([{"architecture": ["amd64"], "boot": ["bios"], "network": ["fast"]}]);
    for question in ["images/maintain", "images/plan-maintenance"] {
        let given = json!({"cloudProfile": profile, "shoot": shoot("eu", "small", "1.0.0")});
        let answer = ask(&Engine::default(), question, &given);
        let told = problems(&answer);
        let (.., says) = told.iter().find(|(code, ..)| *code == "pool-gets-less").unwrap_or_else(|| panic!("{answer}"));
        let expected =
            "less preferred values: boot: uefi becomes bios; and more preferred ones: network: slow becomes fast";
        assert!(says.contains(expected), "{question}: {says}");
    }
}
