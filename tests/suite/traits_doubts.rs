//! The warnings about a flavor beside an answer are the same as the findings of the flavor check, word for word.

use fitment::Engine;
use serde_json::{Value, json};

fn ask(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "text": true, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Extra specs that an operator may have written, each with a value.
const SPECS: [(&str, &str); 14] = [
    ("resources:CUSTOM_GOLD", "1"),
    ("resources:CUSTOM_GLOD", "1"),
    ("resources:CUSTOM_SILVER", "x"),
    ("resources1:CUSTOM_SILVER", "1"),
    ("resources:VCPU", "0"),
    ("trait:CUSTOM_A", "required"),
    ("trait:CUSTOM_A", "Required"),
    ("trait:CUSTOM_B", "forbidden"),
    ("trait:CUSTOM_lower", "required"),
    ("trait:CUSTOM_CREATED", "required"),
    ("trait1:CUSTOM_A", "required"),
    ("triat:CUSTOM_A", "required"),
    ("traitless", "x"),
    ("group_policy", "ISOLATE"),
];

fn nodes() -> Value {
    let node = |name: &str, class: &str, traits: &[&str]| {
        json!({ "name": name, "resource_class": class, "traits": traits, "provision_state": "available",
            "power_state": "power off", "maintenance": false, "instance_uuid": null })
    };
    json!([node("n1", "gold", &["CUSTOM_A"]), node("n2", "silver", &[]), node("n3", "gold", &["CUSTOM_bad"])])
}

#[test]
fn the_warnings_beside_a_match_are_the_findings_of_the_check() {
    let (mut asked, mut told) = (0, 0);
    // Every pair of them, with and without the nodes' resource class.
    for (first, one) in SPECS.iter().enumerate() {
        for other in &SPECS[first..] {
            for class in [None, Some(SPECS[0])] {
                let specs: Vec<(&str, &str)> = [*one, *other].into_iter().chain(class).collect();
                let specs: serde_json::Map<String, Value> =
                    specs.into_iter().map(|(key, value)| (key.to_owned(), json!(value))).collect();
                let flavor = json!({ "name": "bm", "vcpus": 8, "extra_specs": specs });
                let given = json!({ "flavors": [flavor], "nodes": nodes(), "knownTraits": ["CUSTOM_CREATED"] });
                let linted = ask("traits/lint", "design", &given);
                let says = list(&linted["because"][0]["because"]);
                let findings = list(&linted["answer"]["findings"]).iter().zip(says);
                let expected: Vec<(String, String, &str)> = findings
                    .filter_map(|(finding, reason)| {
                        let inside = finding["path"].as_str()?.strip_prefix("/flavors/0")?;
                        let code = finding["code"].as_str()?.to_owned();
                        Some((code, format!("/given/flavor{inside}"), reason["says"].as_str()?))
                    })
                    .collect();
                let given = json!({ "flavor": flavor, "nodes": nodes(), "knownTraits": ["CUSTOM_CREATED"] });
                for edition in ["design", "upstream"] {
                    let matched = ask("traits/match-nodes", edition, &given);
                    let warned = list(&matched["problems"]);
                    assert_eq!(warned.len(), expected.len(), "{given}: {warned:?} {expected:?}");
                    for (problem, (code, path, says)) in warned.iter().zip(&expected) {
                        assert_eq!((&problem["code"], &problem["path"]), (&json!(code), &json!(path)), "{given}");
                        assert_eq!(problem["level"], "warning", "{problem}");
                        let sentence = problem["says"].as_str().unwrap_or_default();
                        assert!(sentence.starts_with(says), "`{sentence}` does not begin with `{says}`");
                    }
                }
                asked += 1;
                told += expected.len();
            }
        }
    }
    assert!(told > asked, "{told} findings in {asked} questions");
}

#[test]
fn no_more_warnings_are_told_than_somebody_reads_and_the_others_are_counted() {
    for (wrong, told, more) in [(19, 19, None), (20, 20, None), (21, 20, Some(1)), (300, 20, Some(280))] {
        let specs: serde_json::Map<String, Value> =
            (0..wrong).map(|number| (format!("trait:CUSTOM_T{number:03}"), json!("Required"))).collect();
        let given = json!({ "flavor": { "name": "bm", "extra_specs": specs }, "nodes": nodes() });
        let matched = ask("traits/match-nodes", "design", &given);
        let codes: Vec<&str> =
            list(&matched["problems"]).iter().filter_map(|problem| problem["code"].as_str()).collect();
        assert_eq!(codes.iter().filter(|code| **code == "lint-value-ignored").count(), told, "{wrong}");
        let last = list(&matched["problems"]).last().filter(|last| last["code"] == "lint-more-findings");
        let counted = last.and_then(|last| list(&last["facts"]).iter().find(|fact| fact["name"] == "more"));
        assert_eq!(counted.and_then(|fact| fact["value"].as_u64()), more, "{wrong}");
    }
}

#[test]
fn nodes_that_only_an_unwritten_power_state_keeps_from_being_free_are_named() {
    let node = |name: &str, more: Value| {
        let mut node = json!({ "name": name, "resource_class": "gold", "traits": [] });
        node.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        node
    };
    let nodes = json!([
        node("written", json!({ "power_state": "power off" })),
        node("unknown", json!({ "power_state": null })),
        node("used", json!({ "instance_uuid": "i" })),
        node("left-out", json!({})),
        node("another", json!({ "provision_state": "available" })),
    ]);
    let specs = json!({ "resources:CUSTOM_GOLD": "1" });
    let flavor = json!({ "name": "bm", "vcpus": 0, "memory_mb": 0, "root_gb": 0, "extra_specs": specs });
    let fleet = json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": nodes });
    for (question, given, path) in [
        ("traits/match-nodes", json!({ "nodes": nodes, "flavor": flavor }), "/given/nodes/4"),
        ("traits/match-nodes", json!({ "fleet": fleet, "flavor": flavor }), "/given/fleet/nodes/4"),
        ("traits/lint", json!({ "nodes": nodes, "flavors": [flavor] }), "/given/nodes/4"),
        ("traits/reach", json!({ "nodes": nodes, "flavors": [flavor], "project": "p" }), "/given/nodes/4"),
    ] {
        let answer = ask(question, "design", &given);
        let told = list(&answer["problems"]).iter().filter(|problem| problem["code"] == "nodes-without-power-state");
        let told: Vec<(&Value, &str)> =
            told.map(|problem| (&problem["path"], problem["says"].as_str().unwrap_or_default())).collect();
        let [(at, says)] = told.as_slice() else { panic!("{question}: {answer}") };
        assert_eq!(
            (*at, says.contains("2 nodes") && says.contains("`another`, `left-out`")),
            (&json!(path), true),
            "{says}"
        );
        if question == "traits/match-nodes" {
            assert_eq!(answer["answer"]["candidates"], json!(["written"]), "nothing is guessed");
        }
    }
}

#[test]
fn a_yes_that_rests_on_what_is_not_written_says_so() {
    let node = |name: &str, more: Value| {
        let mut node = json!({ "name": name, "resource_class": "gold", "traits": [], "power_state": "power off" });
        node.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        node
    };
    let said = json!({ "provision_state": null, "maintenance": false, "instance_uuid": null });
    let nodes = json!([
        node("said", said.clone()),
        node("free", json!({ "provision_state": "available", "maintenance": false })),
        node("few", json!({})),
        node("away", json!({ "maintenance": true })),
    ]);
    let flavor = |class: &str| json!({ "name": "bm", "vcpus": 0, "memory_mb": 0, "root_gb": 0, "is_public": true, "extra_specs": { format!("resources:{class}"): "1" } });
    let reach = |nodes: &Value| json!({ "nodes": nodes, "flavors": [flavor("CUSTOM_GOLD")], "project": "p" });
    let told = |question: &str, given: Value| {
        let answer = ask(question, "design", &given);
        let told = list(&answer["problems"]).iter().find(|problem| problem["code"] == "nodes-presumed-free");
        told.map(|problem| problem["says"].as_str().unwrap_or_default().to_owned())
    };
    for (question, given) in [
        ("traits/match-nodes", json!({ "nodes": nodes, "flavor": flavor("CUSTOM_GOLD") })),
        ("traits/reach", reach(&nodes)),
    ] {
        let says = told(question, given).unwrap_or_default();
        let expected = "2 nodes taken as free although nothing is said about `provision_state`, `maintenance`, `instance_uuid`: `few`, `free`";
        assert!(says.starts_with(expected), "{question}: {says}");
    }
    let said = json!([node("said", said), node("away", json!({ "maintenance": true }))]);
    assert_eq!(told("traits/match-nodes", json!({ "nodes": said, "flavor": flavor("CUSTOM_GOLD") })), None);
    assert_eq!(told("traits/reach", reach(&said)), None);
    let none = json!({ "nodes": nodes, "flavor": flavor("CUSTOM_SILVER") });
    assert_eq!(told("traits/match-nodes", none), None, "nothing rests on it where no node fits");
}

#[test]
fn a_word_that_is_no_power_state_frees_no_node_and_is_named() {
    let node = |name: &str, state: &str| {
        json!({ "name": name, "resource_class": "gold", "traits": [], "provision_state": "available",
            "power_state": state, "maintenance": false, "instance_uuid": null })
    };
    let specs = json!({ "resources:CUSTOM_GOLD": "1" });
    let flavor = json!({ "name": "bm", "vcpus": 0, "memory_mb": 0, "root_gb": 0, "extra_specs": specs });
    for (state, is_free) in [("power on", true), ("power off", true), ("rebooting", true), ("error", false)] {
        let given = json!({ "nodes": [node("n", state)], "flavor": flavor });
        let answer = ask("traits/match-nodes", "upstream", &given);
        assert_eq!((answer["verdict"] == "yes", &answer["problems"]), (is_free, &json!([])), "{answer}");
    }
    for state in ["unknown", "", "None", "poweroff", "Power Off"] {
        let mut nodes = json!([node("ok", "power on"), node("odd", state), node("used", state)]);
        nodes[2]["instance_uuid"] = json!("i");
        for (question, given) in [
            ("traits/match-nodes", json!({ "nodes": nodes, "flavor": flavor })),
            ("traits/lint", json!({ "nodes": nodes, "flavors": [flavor] })),
            ("traits/reach", json!({ "nodes": nodes, "flavors": [flavor], "project": "p" })),
        ] {
            let answer = ask(question, "design", &given);
            let told = list(&answer["problems"]).iter().filter(|problem| problem["code"] == "nodes-oddly-powered");
            let told: Vec<(&Value, &str)> =
                told.map(|problem| (&problem["path"], problem["says"].as_str().unwrap_or_default())).collect();
            let [(at, says)] = told.as_slice() else { panic!("{question}: {answer}") };
            assert_eq!(*at, "/given/nodes/1/power_state");
            assert!(
                says.contains(&format!("`{state}`")) && says.contains("`odd`") && !says.contains("`used`"),
                "{says}"
            );
            if question == "traits/match-nodes" {
                assert_eq!(answer["answer"]["candidates"], json!(["ok"]), "{answer}");
            }
        }
        let given = json!({ "nodes": [node("odd", state)], "allocation": { "resource_class": "gold" } });
        assert_eq!(ask("traits/allocate", "design", &given)["verdict"], "no", "{state}");
    }
}

#[test]
fn nodes_that_are_not_told_apart_by_their_traits_are_not_without_nothing() {
    let letters = ["CUSTOM_A", "CUSTOM_B", "CUSTOM_C", "CUSTOM_D", "CUSTOM_E"];
    let node = |number: usize| {
        let traits: Vec<&str> =
            letters.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 0).map(|(_, name)| *name).collect();
        json!({ "name": format!("n{number:02}"), "resource_class": "gold", "traits": traits, "power_state": "power off" })
    };
    let nodes: Vec<Value> = (1..24).map(node).collect();
    let mut specs = json!({ "resources:CUSTOM_GOLD": "1" });
    letters.iter().for_each(|name| specs[format!("trait:{name}")] = json!("required"));
    let answer = ask("traits/match-nodes", "design", &json!({ "nodes": nodes, "flavor": { "extra_specs": specs } }));
    let text = answer["text"].as_str().unwrap_or_default();
    assert!(!text.contains("without none"), "{text}");
    assert!(text.contains("3 nodes of the class without further traits that are required or with"), "{text}");
}

#[test]
fn what_nodes_of_one_name_have_is_not_told_of_another() {
    let node = |uuid: &str, class: &str, traits: &[&str]| {
        json!({
            "uuid": uuid, "name": "n1", "resource_class": class, "traits": traits,
            "provision_state": "available", "power_state": "power off", "maintenance": false, "instance_uuid": null
        })
    };
    let nodes = [node("1", "gold", &["CUSTOM_B"]), node("2", "silver", &["CUSTOM_A"])];
    let flavor = json!({ "name": "f", "extra_specs": {
        "resources:CUSTOM_GOLD": "1", "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0",
        "trait:CUSTOM_A": "required"
    } });
    let given = json!({ "nodes": nodes, "flavor": flavor });
    let answer = ask("traits/match-nodes", "design", &given);
    let told = answer["because"].to_string();
    assert!(told.contains("nodes-lack-traits") && !told.contains("/nodes/1/traits"), "{answer}");
}
