//! Shoots as a file in git has them, with versions left for others to complete: the answer is never a yes about what
//! they leave open.

use serde_json::{Value, json};

use super::{ask, child, parent, problems};
use fitment::Engine;

/// Returns a Shoot with these pools, each given by its `machine`.
fn shoot(kubernetes: &str, machines: &[Value]) -> Value {
    let pool =
        |(index, machine)| json!({"name": format!("pool-{index}"), "machine": machine, "cri": {"name": "containerd"}});
    let workers: Vec<Value> = machines.iter().enumerate().map(pool).collect();
    json!({
        "apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": kubernetes},
            "maintenance": {"autoUpdate": {"machineImageVersion": true}}, "provider": {"type": "local", "workers": workers}
        }
    })
}

fn open_pools() -> [Value; 4] {
    [
        json!({"type": "small"}),
        json!({"type": "small", "image": {"name": "linux"}}),
        json!({"type": "small", "image": {"name": "linux", "version": ""}}),
        json!({"type": "small", "image": {"name": "linux", "version": "1.0.0"}}),
    ]
}

fn codes(answer: &Value) -> Vec<&str> {
    problems(answer).into_iter().map(|(code, ..)| code).collect()
}

#[test]
fn pools_that_do_not_say_what_they_run_are_not_counted_as_judged() {
    let shoots = json!([shoot("1.33.2", &open_pools())]);
    let mut without = parent();
    without["spec"]["machineImages"].as_array_mut().expect("a list").pop();
    for question in ["images/in-use", "images/diff-profiles"] {
        let given = json!({"oldCloudProfile": parent(), "cloudProfile": parent(), "shoots": shoots, "namespacedCloudProfiles": []});
        let answer = ask(&Engine::default(), question, &given);
        assert_eq!(answer["verdict"], "yes", "{answer}");
        let told = problems(&answer);
        let [("pools-left-open", _, says)] = told[..] else { panic!("{question}: {told:?}") };
        for part in ["3 pools", "`garden/web/pool-0`", "`garden/web/pool-2`"] {
            assert!(says.contains(part) && !says.contains("pool-3"), "{says}");
        }
        // Pools that name a version are judged as usual.
        let given = json!({"oldCloudProfile": parent(), "cloudProfile": without, "shoots": shoots, "namespacedCloudProfiles": []});
        assert_eq!(ask(&Engine::default(), question, &given)["verdict"], "no");
    }
    let mut mine = shoot("1.33.2", &open_pools()[..1]);
    mine["spec"]["cloudProfile"] = json!({"kind": "NamespacedCloudProfile", "name": "team"});
    let team = child(&json!({}));
    let given = json!({"cloudProfile": parent(), "namespacedCloudProfile": team, "oldNamespacedCloudProfile": team, "shoots": [mine]});
    for question in ["images/in-use", "images/diff-profiles"] {
        assert_eq!(codes(&ask(&Engine::default(), question, &given)), ["pools-left-open"], "{question}");
    }
}

#[test]
fn a_pool_without_an_image_needs_its_machine_type_all_the_same() {
    let mut without = parent();
    without["spec"]["machineTypes"].as_array_mut().expect("a list").remove(0);
    let shoots = json!([shoot("1.33.2", &open_pools()[..1])]);
    let given =
        json!({"oldCloudProfile": parent(), "cloudProfile": without, "shoots": shoots, "namespacedCloudProfiles": []});
    let answer = ask(&Engine::default(), "images/in-use", &given);
    assert_eq!((&answer["verdict"], &answer["answer"]["violations"][0]["value"]), (&json!("no"), &json!("small")));
}

#[test]
fn a_pool_that_is_not_judged_is_not_said_to_have_been_refused() {
    let shoots = json!([shoot("1.33.2", &[Value::Null, json!({"type": "gone"})])]);
    let given =
        json!({"oldCloudProfile": parent(), "cloudProfile": parent(), "shoots": shoots, "namespacedCloudProfiles": []});
    let answer = ask(&Engine::default(), "images/diff-profiles", &given);
    let mut told = codes(&answer);
    told.retain(|code| *code != "key-without-value");
    assert_eq!((&answer["answer"]["alreadyRefused"], told), (&json!(0), vec!["pools-left-open"]), "{answer}");
}

#[test]
fn a_kubernetes_version_that_is_no_whole_one_may_be_the_one_that_goes() {
    let told = |kubernetes: &str| {
        let mut new = parent();
        new["spec"]["kubernetes"]["versions"].as_array_mut().expect("a list").pop();
        let shoots = json!([shoot(kubernetes, &[])]);
        let given =
            json!({"oldCloudProfile": parent(), "cloudProfile": new, "shoots": shoots, "namespacedCloudProfiles": []});
        let answer = ask(&Engine::default(), "images/in-use", &given);
        codes(&answer).contains(&"kubernetes-left-open")
    };
    assert!(["", "1", "1.32"].into_iter().all(told));
    assert!(!["1.3", "1.33", "1.33.2", "1.32.6"].into_iter().any(told));
}

#[test]
fn of_many_shoots_with_a_kubernetes_version_of_neither_profile_the_first_are_named_and_all_counted() {
    let mut shoots: Vec<Value> = (0..7).map(|_| shoot("1.40.1", &[])).collect();
    for (number, shoot) in shoots.iter_mut().enumerate() {
        shoot["metadata"]["name"] = format!("web-{number}").into();
    }
    let given =
        json!({"oldCloudProfile": parent(), "cloudProfile": parent(), "shoots": shoots, "namespacedCloudProfiles": []});
    let answer = ask(&Engine::default(), "images/in-use", &given);
    let told: Vec<&str> = problems(&answer).into_iter().map(|(.., says)| says).collect();
    let told: Vec<&&str> = told.iter().filter(|says| says.contains("1.40.1")).collect();
    let [says] = told[..] else { panic!("{answer}") };
    assert!(says.contains('7') && says.contains("`garden/web-4`") && !says.contains("web-5"), "{says}");
}

#[test]
fn maintenance_calls_no_pool_stuck_that_names_no_version_yet() {
    let given = json!({"cloudProfile": parent(), "shoot": shoot("1.33.2", &open_pools()[..3])});
    for question in ["images/maintain", "images/plan-maintenance"] {
        let answer = ask(&Engine::default(), question, &given);
        let workers = answer["answer"]["workers"].as_array().expect("a list");
        assert_eq!((workers.len(), &answer["answer"]["error"]), (3, &Value::Null), "{question}: {answer}");
        assert!(workers.iter().all(|worker| worker["failed"] == false), "{question}: {answer}");
        let told = problems(&answer);
        assert_eq!(
            told.iter().filter(|(code, ..)| *code == "pool-names-no-version").count(),
            3,
            "{question}: {told:?}"
        );
        let path = "/given/shoot/spec/provider/workers/0/machine/image";
        assert!(told.iter().any(|(_, at, says)| *at == path && says.contains("`pool-0`")), "{told:?}");
        assert!(!answer["text"].as_str().expect("a text").contains("stuck"), "{answer}");
    }
}
