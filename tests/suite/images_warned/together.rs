//! Pools of a Shoot that Gardener refuses in combination, or because of what they were before.

use serde_json::{Value, json};

use super::{API, ask, parent, problems};
use fitment::Engine;

fn pool(name: &str, more: &Value) -> Value {
    let mut pool = json!({
        "name": name, "minimum": 1, "maximum": 2, "maxSurge": 1, "cri": {"name": "containerd"}, "zones": ["eu-1"],
        "machine": {"type": "small", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}
    });
    for (key, value) in more.as_object().expect("an object") {
        pool[key] = value.clone();
    }
    pool
}

fn shoot(pools: &[Value]) -> Value {
    json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "provider": {"type": "local", "workers": pools}
        }
    })
}

/// Returns what is reported about a Shoot, each with its place in the pools.
fn told(shoot: &Value, old: Option<&Value>) -> Vec<String> {
    let mut profile = parent();
    profile["spec"]["machineTypes"][0]["usable"] = json!(true);
    profile["spec"]["regions"][0]["zones"] = json!([
        {"name": "eu-1"}, {"name": "eu-2"},
        {"name": "eu-3", "unavailableMachineTypes": ["small"], "unavailableVolumeTypes": ["fast"]}
    ]);
    profile["spec"]["volumeTypes"] = json!([{"name": "fast", "class": "standard", "usable": true}]);
    profile["spec"]["kubernetes"]["versions"] =
        json!([{"version": "1.33.2"}, {"version": "1.31.4"}, {"version": "1.32.6"}]);
    let version = &mut profile["spec"]["machineImages"][1]["versions"][0];
    version["inPlaceUpdates"] = json!({"supported": true, "minVersionForUpdate": "1.0.0"});
    version["cri"] = json!([{"name": "containerd", "containerRuntimes": [{"type": "gvisor"}]}]);
    let operation = if old.is_some() { "update" } else { "create" };
    let given = json!({"cloudProfile": profile, "operation": operation, "shoot": shoot, "oldShoot": old});
    let answer = ask(&Engine::default(), "images/admit-shoot", &given);
    assert_eq!(answer["verdict"], "yes", "{answer}");
    let at = |path: &str| path.strip_prefix("/given/shoot/spec/").expect("it is in the Shoot").to_owned();
    problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {}", at(path))).collect()
}

const WORKERS: &str = "provider/workers";

#[test]
fn a_shoot_neither_gets_its_first_pools_nor_loses_all() {
    let (some, none) = (shoot(&[pool("a", &json!({}))]), shoot(&[]));
    let switched = format!("shoot-not-stored {WORKERS}");
    assert!(told(&some, Some(&none)).contains(&switched));
    assert!(told(&none, Some(&some)).contains(&switched));
    assert_eq!(told(&some, Some(&some)), Vec::<String>::new());
    assert!(!told(&none, None).contains(&switched));
}

#[test]
fn components_of_the_system_need_machines_in_each_zone() {
    let nothing = Vec::<String>::new();
    let both = json!({"zones": ["eu-1", "eu-2"], "maximum": 1});
    let of_others = json!({"systemComponents": {"allow": false}});
    let enough = json!({"zones": ["eu-2", "eu-1"], "maximum": 2});
    let few = vec![format!("pool-not-stored {WORKERS}/0/maximum")];
    let no_pool = vec![format!("shoot-not-stored {WORKERS}")];
    for (pools, expected) in [
        (vec![json!({})], &nothing),
        (vec![json!({"minimum": 0, "maximum": 0})], &no_pool),
        (vec![of_others.clone()], &no_pool),
        (vec![json!({"systemComponents": {}})], &no_pool),
        (vec![of_others, json!({})], &nothing),
        (vec![json!({"systemComponents": {"allow": true}})], &nothing),
        (vec![both.clone()], &few),
        (vec![both.clone(), enough], &nothing),
        (vec![both, json!({})], &few),
    ] {
        let pools: Vec<Value> = pools.iter().zip(["a", "b"]).map(|(more, name)| pool(name, more)).collect();
        assert_eq!(&told(&shoot(&pools), None), expected, "{pools:?}");
    }
}

#[test]
fn machines_that_are_updated_in_place_keep_what_would_make_them_anew() {
    let in_place = |more: Value| {
        let mut pool =
            pool("a", &json!({"updateStrategy": "AutoInPlaceUpdate", "dataVolumes": [{"name": "d", "size": "1Gi"}]}));
        for (key, value) in more.as_object().expect("an object") {
            pool[key] = value.clone();
        }
        shoot(&[pool])
    };
    let kubernetes = |version: &str| in_place(json!({"kubernetes": {"version": version}}));
    let nothing = Vec::<String>::new();
    let told_at = |key: &str| vec![format!("pool-not-stored {WORKERS}/0/{key}")];
    let old = in_place(json!({}));
    assert_eq!(told(&in_place(json!({"maximum": 3})), Some(&old)), nothing);
    assert_eq!(told(&in_place(json!({"dataVolumes": []})), Some(&old)), told_at("dataVolumes"));
    assert_eq!(told(&in_place(json!({"providerConfig": {"a": 1}})), Some(&old)), told_at("providerConfig"));
    assert_eq!(told(&kubernetes("1.33.2"), Some(&kubernetes("1.31.4"))), told_at("kubernetes/version"));
    assert_eq!(told(&kubernetes("1.33.2"), Some(&kubernetes("1.32.6"))), nothing);
}

#[test]
fn a_pool_that_gets_a_zone_without_its_types_is_told_of() {
    let nothing = Vec::<String>::new();
    let fast = json!({"type": "fast", "size": "50Gi"});
    let with = |zones: &Value, more: &Value| {
        let mut pool = pool("a", &json!({"zones": zones, "maximum": 3}));
        if !more.is_null() {
            pool["volume"] = more.clone();
        }
        shoot(&[pool])
    };
    let (one, more) = (json!(["eu-1"]), json!(["eu-1", "eu-3"]));
    let lacks = format!("new-zone-lacks {WORKERS}/0/zones/1");
    let none = Value::Null;
    assert_eq!(told(&with(&more, &none), Some(&with(&one, &none))), [lacks.as_str()]);
    assert_eq!(told(&with(&more, &fast), Some(&with(&one, &fast))), [lacks.as_str(), lacks.as_str()]);
    assert_eq!(told(&with(&json!(["eu-1", "eu-2"]), &fast), Some(&with(&one, &fast))), nothing);
    assert_eq!(told(&with(&more, &none), Some(&with(&json!(["eu-3"]), &none))), nothing, "it was there before");
    assert_eq!(told(&with(&one, &none), Some(&with(&more, &none))), nothing);
}

#[test]
fn kubelets_of_the_whole_shoot_that_keep_a_machine_are_told_of() {
    let with = |cpu: &str| {
        let mut shoot = shoot(&[pool("a", &json!({}))]);
        shoot["spec"]["kubernetes"]["kubelet"] = json!({"kubeReserved": {"cpu": cpu}});
        shoot
    };
    let told_at = format!("kubelet-reserves-all {WORKERS}/0/machine/type");
    assert_eq!(told(&with("2"), None), [told_at.as_str()], "the machine has two");
    assert_eq!(told(&with("1900m"), None), Vec::<String>::new());
}

#[test]
fn what_never_changes_or_is_not_to_be_had_is_told_of_a_shoot() {
    let sound = shoot(&[pool("a", &json!({}))]);
    let with = |key: &str, value: Value| {
        let mut changed = sound.clone();
        changed["spec"][key] = value;
        changed
    };
    let moved = with("region", json!("us"));
    let mut region_of_old = moved.clone();
    region_of_old["spec"]["provider"]["workers"] = sound["spec"]["provider"]["workers"].clone();
    assert_eq!(told(&sound, Some(&region_of_old)), ["shoot-not-stored region"]);
    assert_eq!(
        told(&with("accessRestrictions", json!([{"name": "eu-access-only"}])), None),
        ["shoot-not-stored accessRestrictions/0/name"]
    );
    let older = with("kubernetes", json!({"version": "1.31.4"}));
    assert_eq!(told(&sound, Some(&older)), ["shoot-not-stored kubernetes/version"]);
    let mut older_field = with("cloudProfileName", json!("demo"));
    assert_eq!(told(&older_field, None), Vec::<String>::new());
    older_field["spec"]["kubernetes"]["version"] = json!("1.34.1");
    assert!(told(&older_field, None).contains(&"shoot-not-stored cloudProfileName".to_owned()));
    let long = shoot(&[pool("a-name-of-sixteen", &json!({}))]);
    assert_eq!(told(&long, None), ["pool-not-stored provider/workers/0/name"]);
}

#[test]
fn what_no_pool_says_is_told_of_each() {
    for (key, value, at) in [
        ("updateStrategy", json!(""), "updateStrategy"),
        ("maxUnavailable", json!("101%"), "maxUnavailable"),
        ("maxSurge", json!(0), "maxUnavailable"),
        ("maxSurge", json!(1_099_511_627_776_u64), "maxSurge"),
        (
            "cri",
            json!({"name": "containerd", "containerRuntimes": [{"type": "gvisor"}, {"type": "gvisor"}]}),
            "cri/containerRuntimes/1/type",
        ),
        (
            "kubernetes",
            json!({"kubelet": {"kubeReserved": {"memory": "-1Gi"}}}),
            "kubernetes/kubelet/kubeReserved/memory",
        ),
    ] {
        let mut more = json!({});
        more[key] = value;
        let told = told(&shoot(&[pool("a", &more)]), None);
        assert!(told.iter().any(|told| told.ends_with(&format!(" {WORKERS}/0/{at}"))), "{key}: {told:?}");
    }
    let in_place = shoot(&[pool("a", &json!({"updateStrategy": "AutoInPlaceUpdate"}))]);
    let gated = vec![format!("pool-not-stored {WORKERS}/0/updateStrategy")];
    assert_eq!(told(&in_place, None), gated);
    assert_eq!(told(&in_place, Some(&in_place)), Vec::<String>::new());
    let by_hand = |surge: Value| pool("a", &json!({"updateStrategy": "ManualInPlaceUpdate", "maxSurge": surge}));
    let surges = [gated.clone(), vec![format!("pool-not-stored {WORKERS}/0/maxSurge")]].concat();
    assert_eq!(told(&shoot(&[by_hand(json!(1))]), None), surges);
    assert_eq!(told(&shoot(&[by_hand(json!("0%"))]), None), gated);
    let mut of_all = shoot(&[pool("a", &json!({}))]);
    of_all["spec"]["kubernetes"]["kubelet"] = json!({"maxPods": -5});
    assert_eq!(told(&of_all, None), ["shoot-not-stored kubernetes/kubelet/maxPods"]);
}
