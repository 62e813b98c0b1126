//! Workers that questions are asked with, and pools that are admitted, although no API server would store them.

use serde_json::{Value, json};

use super::{API, ask, parent, problems};
use fitment::Engine;

/// Returns what a question about a machine type reports about its worker.
fn told(question: &str, worker: &Value, control_plane: &str) -> Vec<String> {
    let mut profile = parent();
    profile["spec"]["limits"] = json!({"maxNodesTotal": 10});
    profile["spec"]["machineImages"][0]["versions"][0]["kubeletVersionConstraint"] = json!(">= 1.30");
    let given = json!({
        "cloudProfile": profile, "machineType": "small", "region": "eu", "worker": worker, "kubernetesVersion": control_plane
    });
    let answer = ask(&Engine::default(), question, &given);
    problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {path}")).collect()
}

#[test]
fn what_no_pool_may_have_is_told_with_the_pool_that_is_ready() {
    let at = "/given/worker";
    let sound =
        json!({"name": "w", "minimum": 1, "maximum": 10, "zones": ["eu-1"], "kubernetes": {"version": "1.32.6"}});
    let reserved = |memory: &str| json!({"kubelet": {"kubeReserved": {"cpu": "500m", "memory": memory}}});
    for (key, value, expected) in [
        ("zones", json!(["eu-1", "eu-1"]), format!("pool-not-stored {at}/zones/1")),
        ("minimum", json!(11), format!("too-many-nodes {at}/minimum")),
        ("maximum", json!(11), format!("too-many-nodes {at}/maximum")),
        ("maximum", json!(0), format!("pool-not-stored {at}/minimum")),
        ("maximum", json!(-1), format!("pool-not-stored {at}/maximum")),
        ("kubernetes", reserved("8Gi"), format!("kubelet-reserves-all {at}/kubernetes/kubelet")),
        ("kubernetes", json!({"version": "1.34.0"}), format!("above-control-plane {at}/kubernetes/version")),
        ("volume", json!({"size": "50"}), format!("pool-not-stored {at}/volume/size")),
    ] {
        for question in ["images/pick", "images/fit"] {
            assert_eq!(told(question, &sound, "1.33.2"), Vec::<String>::new(), "{question}");
            let mut worker = sound.clone();
            worker[key] = value.clone();
            let told = told(question, &worker, "1.33.2");
            assert!(told.contains(&expected), "{question} {key} {value}: {told:?}");
        }
    }
    let mut enough = sound;
    enough["kubernetes"] = reserved("7Gi");
    assert_eq!(told("images/pick", &enough, "1.33.2"), Vec::<String>::new());
}

#[test]
fn lists_tell_of_machine_types_that_the_worker_cannot_have() {
    let mut profile = parent();
    let large = json!({"name": "large", "cpu": "20", "gpu": "0", "memory": "80Gi", "capabilities": {"architecture": ["amd64"]}});
    profile["spec"]["machineTypes"].as_array_mut().expect("a list").push(large);
    profile["spec"]["machineTypes"][1]["storage"] = json!({"class": "standard", "type": "big", "minSize": "200Gi"});
    profile["spec"]["volumeTypes"] = json!([{"name": "big", "class": "standard", "usable": true, "minSize": "100Gi"}]);
    let told = |worker: &Value| -> Vec<String> {
        let given = json!({"cloudProfile": profile, "region": "eu", "worker": worker});
        let answer = ask(&Engine::default(), "images/machine-types", &given);
        let sentence = |says: &str| says.split(" (at ").next().unwrap_or_default().to_owned();
        problems(&answer).into_iter().map(|(.., says)| sentence(says)).collect()
    };
    let reserving =
        json!({"name": "w", "machine": {"type": "large"}, "kubernetes": {"kubelet": {"kubeReserved": {"cpu": "5"}}}});
    let kept = "the kubelet of the pool `w` reserves `5` of CPU, but machines of type `small` and 1 more have only `2`";
    assert_eq!(told(&reserving), [kept]);
    let small = json!({"name": "w", "volume": {"type": "big", "size": "50Gi"}});
    let refused =
        |why: &str| format!("found `50Gi` in the worker, and admission would refuse it: size must be at least {why}");
    assert_eq!(
        told(&small),
        [refused("100Gi for the machine type `small` and 1 more"), refused("200Gi for the machine type `arm`")]
    );
}

#[test]
fn the_control_planes_version_is_looked_at_though_the_worker_has_its_own() {
    let worker = json!({"name": "w", "kubernetes": {"version": "1.32.6"}});
    let unknown = "kubernetes-version-unknown /given/kubernetesVersion".to_owned();
    assert!(told("images/pick", &worker, "1.99.0").contains(&unknown));
    assert_eq!(told("images/pick", &worker, "1,33"), ["kubernetes-version-unreadable /given/kubernetesVersion"]);
}

/// Returns the review of a Shoot, and what it reports.
fn admitted(pool: &Value, old: &Value, static_rules: bool) -> (Value, Vec<String>) {
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["usable"] = json!(true);
    profile["spec"]["kubernetes"]["versions"] =
        json!([{"version": "1.33.2"}, {"version": "1.32.6"}, {"version": "1.34.0"}]);
    let image = &mut profile["spec"]["machineImages"][1]["versions"][0];
    image["inPlaceUpdates"] = json!({"supported": true, "minVersionForUpdate": "1.0.0"});
    image["cri"] = json!([{"name": "containerd"}]);
    let shoot = |pool: &Value| {
        let mut worker = json!({
            "name": "w", "minimum": 1, "maximum": 1, "maxSurge": 1, "cri": {"name": "containerd"},
            "machine": {"type": "small", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}
        });
        for (key, value) in pool.as_object().expect("an object") {
            worker[key] = value.clone();
        }
        json!({
            "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
                "provider": {"type": "local", "workers": [worker]}
            }
        })
    };
    let given = json!({
        "cloudProfile": profile, "operation": "update", "shoot": shoot(pool), "oldShoot": shoot(old),
        "staticRules": static_rules
    });
    let answer = ask(&Engine::default(), "images/admit-shoot", &given);
    let told = problems(&answer).into_iter().filter(|(.., says)| !says.contains("InPlaceNodeUpdates"));
    let told = told.map(|(code, path, _)| format!("{code} {path}")).collect();
    (answer["verdict"].clone(), told)
}

#[test]
fn what_the_rules_that_need_no_profile_refuse_is_told_where_they_are_not_applied() {
    let kubernetes = |version: &str| json!({"kubernetes": {"version": version}});
    let rolling = |strategy: &str| json!({"updateStrategy": strategy});
    let at = "/given/shoot/spec/provider/workers/0";
    for (pool, old, expected) in [
        (kubernetes("1.34.0"), json!({}), format!("above-control-plane {at}/kubernetes/version")),
        (kubernetes("1.32.6"), kubernetes("1.33.2"), format!("version-goes-down {at}/kubernetes/version")),
        (rolling("AutoInPlaceUpdate"), rolling("AutoRollingUpdate"), format!("in-place-changed {at}/updateStrategy")),
    ] {
        let (verdict, told) = admitted(&pool, &old, false);
        assert_eq!((verdict, told), (json!("yes"), vec![expected]), "{pool}");
        assert_eq!(admitted(&pool, &old, true), (json!("no"), vec![]), "{pool}");
    }
    let (verdict, told) = admitted(&kubernetes("1.33.2"), &kubernetes("1.32.6"), false);
    assert_eq!((verdict, told), (json!("yes"), vec![]));
}
