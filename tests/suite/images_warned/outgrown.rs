//! Running pools that a change of their profile leaves with less than they need.

use serde_json::{Value, json};

use super::{API, ask, parent, problems, said};
use fitment::Engine;

fn shoot(name: &str, worker: &Value, kubelet: &Value) -> Value {
    let mut pool = json!({
        "name": "w", "minimum": 1, "maximum": 2,
        "machine": {"type": "small", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}
    });
    for (key, value) in worker.as_object().expect("an object") {
        pool[key] = value.clone();
    }
    json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": name, "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu",
            "kubernetes": {"version": "1.33.2", "kubelet": kubelet}, "provider": {"type": "local", "workers": [pool]}
        }
    })
}

/// Returns what a change does to pools, according to both questions.
fn told([old, new]: [&Value; 2], shoots: &[Value]) -> Vec<String> {
    let given = json!({"oldCloudProfile": old, "cloudProfile": new, "shoots": shoots, "namespacedCloudProfiles": []});
    let in_use = told_in_use([old, new], shoots);
    assert_eq!(in_use, hurts("images/diff-profiles", &given));
    in_use
}

fn told_in_use([old, new]: [&Value; 2], shoots: &[Value]) -> Vec<String> {
    let given = json!({
        "operation": "update", "oldCloudProfile": old, "cloudProfile": new, "shoots": shoots,
        "namespacedCloudProfiles": []
    });
    hurts("images/in-use", &given)
}

/// Returns the places and sentences of the warnings about pools.
fn hurts(question: &str, given: &Value) -> Vec<String> {
    let answer = ask(&Engine::default(), question, given);
    assert_eq!(answer["outcome"], "decided", "{answer}");
    let codes = ["change-hurts-pools", "pools-left-open"];
    let hurts = problems(&answer).into_iter().filter(|(code, ..)| codes.contains(code));
    hurts.map(|(_, path, says)| format!("{} {}", path.replace("/given/cloudProfile/spec", ""), said(says))).collect()
}

#[test]
fn a_machine_type_of_which_kubelets_keep_everything_is_told() {
    let (before, mut after) = (parent(), parent());
    after["spec"]["machineTypes"][0]["memory"] = json!("2Gi");
    let reserved = json!({"kubeReserved": {"memory": "2Gi"}});
    let shoots = [
        shoot("own", &json!({"kubernetes": {"kubelet": reserved}}), &Value::Null),
        shoot("all", &json!({}), &reserved),
        shoot("fine", &json!({}), &Value::Null),
        shoot("less", &json!({}), &json!({"kubeReserved": {"memory": "1Gi"}})),
    ];
    let expected = "/machineTypes/0 `small` has no more than 2Gi of memory from now on, which kubelets keep; in use by 2 pools, `garden/all/w`, `garden/own/w` first";
    assert_eq!(told([&before, &after], &shoots), [expected]);
    // There was too little before as well.
    assert_eq!(told([&after, &after], &shoots), Vec::<String>::new());
    assert_eq!(told([&after, &before], &shoots), Vec::<String>::new());
}

#[test]
fn a_container_runtime_that_goes_is_told() {
    let with = |cri: Value| {
        let mut profile = parent();
        profile["spec"]["machineImages"][1]["versions"][0]["cri"] = cri;
        profile
    };
    let brings = with(json!([{"name": "containerd", "containerRuntimes": [{"type": "gvisor"}]}]));
    let lacks = with(json!([{"name": "containerd"}]));
    let cri = |runtimes: Value| json!({"cri": {"name": "containerd", "containerRuntimes": runtimes}});
    let shoots = [
        shoot("sandboxed", &cri(json!([{"type": "gvisor"}])), &Value::Null),
        shoot("plain", &cri(json!([])), &Value::Null),
        shoot("silent", &json!({}), &Value::Null),
    ];
    let expected = "/machineImages/1/versions/0/cri `linux:1.0.0` does not bring `gvisor` any more; in use by 1 pool, `garden/sandboxed/w` first";
    assert_eq!(told([&brings, &lacks], &shoots), [expected]);
    assert_eq!(told([&lacks, &brings], &shoots), Vec::<String>::new());
    // A pool that names no container runtime interface uses the default one.
    let another = with(json!([{"name": "cri-o"}]));
    let expected = "/machineImages/1/versions/0/cri `linux:1.0.0` does not bring `containerd` any more; in use by 3 pools, `garden/plain/w`, `garden/sandboxed/w`, `garden/silent/w` first";
    assert_eq!(told([&brings, &another], &shoots), [expected]);
}

#[test]
fn a_pool_with_the_beginning_of_a_version_is_not_judged_and_told() {
    let begun = json!({"machine": {"type": "small", "image": {"name": "linux", "version": "1.0"}}});
    let unknown = json!({"machine": {"type": "small", "image": {"name": "linux", "version": "7.0"}}});
    let shoots = [shoot("begun", &begun, &Value::Null), shoot("unknown", &unknown, &Value::Null)];
    let mut without = parent();
    without["spec"]["machineImages"].as_array_mut().expect("a list").pop();
    // The version that is removed may be the one that was meant.
    for after in [parent(), without] {
        let given = json!({"operation": "update", "oldCloudProfile": parent(), "cloudProfile": after, "shoots": shoots,
            "namespacedCloudProfiles": []});
        let answer = ask(&Engine::default(), "images/in-use", &given);
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "pools-left-open");
        let told: Vec<&str> = told.map(|(_, _, says)| said(says)).collect();
        assert_eq!(told.len(), 1, "{answer}");
        assert!(
            told[0].starts_with("not judged: 1 pool without an image or a whole version of it, `garden/begun/w` first"),
            "{told:?}"
        );
    }
}

#[test]
fn a_pool_with_a_name_that_neither_profile_has_is_told_by_both_questions() {
    let misspelt = json!({"machine": {"type": "small", "image": {"name": "linx", "version": "1.0.0"}}});
    let shoots = [shoot("misspelt", &misspelt, &Value::Null), shoot("fine", &json!({}), &Value::Null)];
    let mut without = parent();
    without["spec"]["machineTypes"].as_array_mut().expect("a list").pop();
    for question in ["images/in-use", "images/diff-profiles"] {
        let mut given = json!({"oldCloudProfile": parent(), "cloudProfile": without, "shoots": shoots,
            "namespacedCloudProfiles": []});
        if question == "images/in-use" {
            given["operation"] = json!("update");
        }
        let answer = ask(&Engine::default(), question, &given);
        let told = problems(&answer).into_iter().filter(|(code, ..)| *code == "pools-of-neither-profile");
        let told: Vec<&str> = told.map(|(_, _, says)| said(says)).collect();
        let [says] = told[..] else { panic!("{question}: {answer}") };
        assert_eq!(answer["answer"].get("alreadyRefused").unwrap_or(&json!(0)), &json!(0), "{question}: {answer}");
        assert!(says.contains("1 pool") && says.contains("`garden/misspelt/w`"), "{question}: {says}");
    }
}

#[test]
fn another_artifact_is_told_at_what_changes_it() {
    let profile = |of_machine: &str, artifact: &str| {
        let mut profile = parent();
        let flavors = |of: fn(&str) -> Value| json!([of("gen2"), of("gen1")]);
        let spec = &mut profile["spec"];
        spec["machineCapabilities"] = json!([
            {"name": "architecture", "values": ["amd64"]}, {"name": "hyp", "values": ["gen2", "gen1"]}
        ]);
        spec["machineTypes"] = json!([spec["machineTypes"][0]]);
        spec["machineTypes"][0]["capabilities"]["hyp"] = json!([of_machine]);
        spec["machineImages"][1]["versions"][0]["capabilityFlavors"] =
            flavors(|hyp| json!({"architecture": ["amd64"], "hyp": [hyp]}));
        spec["providerConfig"]["machineImages"][1]["versions"][0]["capabilityFlavors"] =
            flavors(|hyp| json!({"capabilities": {"architecture": ["amd64"], "hyp": [hyp]}, "image": hyp}));
        let mapped = &mut spec["providerConfig"]["machineImages"][1]["versions"][0]["capabilityFlavors"][0];
        mapped["image"] = json!(artifact);
        profile
    };
    let before = profile("gen2", "two");
    let pools = [shoot("a", &json!({}), &Value::Null)];
    // A comparison tells of pairs that boot another artifact because of their machine type.
    let of_machine = told_in_use([&before, &profile("gen1", "two")], &pools);
    assert_eq!(
        of_machine.iter().filter(|told| told.contains("artifact")).collect::<Vec<_>>(),
        [
            "/machineTypes/0 the artifact `two` of `linux:1.0.0` in `eu` for the machine type `small` becomes `gen1`; in use by 1 pool, `garden/a/w` first"
        ]
    );
    let of_config = told([&before, &profile("gen2", "new")], &pools);
    assert_eq!(
        of_config,
        [
            "/providerConfig the artifact `two` of `linux:1.0.0` in `eu` becomes `new`; in use by 1 pool, `garden/a/w` first"
        ]
    );
}
