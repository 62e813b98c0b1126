//! What a project reaches, compared with a plain second implementation of the rules and with matching each flavor by
//! itself.

use std::collections::BTreeSet;

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

fn ask(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn names(value: &Value) -> BTreeSet<String> {
    list(value).iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

const MARKS: [&str; 3] = ["CUSTOM_GENERAL", "CUSTOM_POOL_A", "CUSTOM_POOL_B"];
const CLASSES: [&str; 2] = ["gold", "silver"];

fn chance(numbers: &mut Numbers, of: usize) -> bool {
    numbers.below(of) == 0
}

fn nodes(numbers: &mut Numbers) -> Vec<Value> {
    let count = 2 + numbers.below(5);
    let node = |number: usize| {
        let traits: Vec<&str> = MARKS.into_iter().filter(|_| chance(numbers, 3)).collect();
        let class = CLASSES[numbers.below(2)];
        let state = if chance(numbers, 3) { "active" } else { "available" };
        json!({ "name": format!("n{number}"), "resource_class": class, "traits": traits, "provision_state": state,
            "power_state": "power off" })
    };
    (0..count).map(node).collect()
}

fn flavors(numbers: &mut Numbers) -> Vec<Value> {
    let count = 2 + numbers.below(4);
    let flavor = |number: usize| {
        let class = CLASSES[numbers.below(2)].to_uppercase();
        let mut specs = json!({ format!("resources:CUSTOM_{class}"): "1" });
        for mark in MARKS {
            if chance(numbers, 3) {
                specs[format!("trait:{mark}")] = json!(if chance(numbers, 3) { "forbidden" } else { "required" });
            }
        }
        let mut flavor = json!({ "name": format!("f{number}"), "id": number.to_string(), "extra_specs": specs });
        match numbers.below(16) {
            0 => {}
            1 => flavor["is_public"] = json!(false),
            2..10 => {
                flavor["is_public"] = json!(false);
                let projects: Vec<&str> = ["a", "b"].into_iter().filter(|_| chance(numbers, 2)).collect();
                flavor["projects"] = json!(projects);
            }
            _ => flavor["is_public"] = json!(true),
        }
        flavor
    };
    (0..count).map(flavor).collect()
}

/// Whether the project `a` sees a flavor. `None`: not known.
fn sees(flavor: &Value) -> Option<bool> {
    match (flavor["is_public"].as_bool(), flavor["projects"].as_array()) {
        (Some(true), _) => Some(true),
        (Some(false), Some(projects)) => Some(projects.contains(&json!("a"))),
        _ => None,
    }
}

fn asks(flavor: &Value, key: &str, value: &str) -> bool {
    flavor["extra_specs"][key] == value
}

fn class_of(flavor: &Value) -> String {
    let specs = flavor["extra_specs"].as_object().expect("an object");
    specs.keys().find_map(|key| key.strip_prefix("resources:CUSTOM_")).expect("a class").to_lowercase()
}

/// Returns the nodes that match a flavor by itself: if all were free, and as they are now.
fn landing(edition: &str, flavor: &Value, nodes: &[Value]) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut freed = nodes.to_vec();
    freed.iter_mut().for_each(|node| node["provision_state"] = json!("available"));
    let matched = |nodes: &[Value]| {
        let answer = ask("traits/match-nodes", edition, &json!({ "flavor": flavor, "nodes": nodes }));
        names(&answer["answer"]["candidates"])
    };
    (matched(&freed), matched(nodes))
}

/// Whether the project gets nothing that is kept for others, according to the plain rules.
fn separated(flavors: &[Value], landings: &[BTreeSet<String>], nodes: &[Value]) -> Option<bool> {
    let mut known = flavors.iter().all(|flavor| flavor["is_public"].is_boolean());
    // A private flavor that requires a trait which no node of its class has was meant to keep something apart, but it
    // is not known what.
    let has = |node: &Value, class: &str, mark: &str| {
        node["resource_class"] == class && names(&node["traits"]).contains(mark)
    };
    for flavor in flavors.iter().filter(|flavor| flavor["is_public"] != true) {
        let class = class_of(flavor);
        let required = MARKS.into_iter().filter(|mark| asks(flavor, &format!("trait:{mark}"), "required"));
        known &= required.into_iter().all(|mark| nodes.iter().any(|node| has(node, &class, mark)));
    }
    for (flavor, landing) in flavors.iter().zip(landings) {
        if sees(flavor) == Some(false) {
            continue;
        }
        let class = class_of(flavor);
        for node in nodes.iter().filter(|node| landing.contains(node["name"].as_str().unwrap_or_default())) {
            for mark in names(&node["traits"]) {
                let key = format!("trait:{mark}");
                let private: Vec<Option<bool>> = flavors
                    .iter()
                    .filter(|other| {
                        other["is_public"] == false && class_of(other) == class && asks(other, &key, "required")
                    })
                    .map(sees)
                    .collect();
                if private.is_empty() || private.contains(&Some(true)) {
                    continue;
                }
                if sees(flavor) == Some(true) && !private.contains(&None) {
                    return Some(false);
                }
                known = false;
            }
        }
    }
    known.then_some(true)
}

#[test]
fn a_project_reaches_what_its_flavors_match() {
    let mut numbers = Numbers(17);
    let mut told = [0; 3];
    for _ in 0..400 {
        let (nodes, flavors) = (nodes(&mut numbers), flavors(&mut numbers));
        let given = json!({ "project": "a", "flavors": flavors, "nodes": nodes });
        for edition in ["design", "upstream"] {
            let landings: Vec<(BTreeSet<String>, BTreeSet<String>)> =
                flavors.iter().map(|flavor| landing(edition, flavor, &nodes)).collect();
            let envelope = ask("traits/reach", edition, &given);
            let answer = &envelope["answer"];
            let shown: Vec<_> =
                flavors.iter().zip(&landings).filter(|(flavor, _)| sees(flavor) != Some(false)).collect();
            assert_eq!(list(&answer["flavors"]).len(), shown.len(), "{given}");
            assert_eq!(answer["hidden"], flavors.len() - shown.len(), "{given}");
            let (mut reached, mut free) = (BTreeSet::new(), BTreeSet::new());
            for (row, (flavor, (could, now))) in list(&answer["flavors"]).iter().zip(shown) {
                assert_eq!(row["flavor"], flavor["name"], "{given}");
                assert_eq!(&names(&row["nodes"]), could, "{edition} {row} {given}");
                assert_eq!((&row["count"], &row["free"]), (&json!(could.len()), &json!(now.len())), "{row} {given}");
                if sees(flavor) == Some(true) {
                    reached.extend(could.iter().cloned());
                    free.extend(now.iter().cloned());
                }
            }
            assert_eq!((&answer["nodes"], &answer["free"]), (&json!(reached.len()), &json!(free.len())), "{given}");
            let could: Vec<BTreeSet<String>> = landings.into_iter().map(|(could, _)| could).collect();
            let expected = separated(&flavors, &could, &nodes);
            assert_eq!(answer["separated"].as_bool(), expected, "{edition} {given}: {answer}");
            let verdict = match expected {
                Some(true) => "yes",
                Some(false) => "no",
                None => "none",
            };
            assert_eq!(envelope["verdict"], verdict);
            told[usize::from(expected == Some(true)) + 2 * usize::from(expected.is_none())] += 1;
        }
    }
    assert!(told.iter().all(|count| *count > 40), "broken, kept and unknown: {told:?}");
}

#[test]
fn what_is_listed_does_not_grow_with_the_names_of_the_nodes() {
    let long = "n".repeat(40_000);
    let nodes: Vec<Value> = (0..20)
        .map(|number| {
            json!({ "name": format!("{long}{number:02}"), "resource_class": "gold", "traits": [],
                "power_state": "power off" })
        })
        .collect();
    let flavor = |number: usize| {
        json!({ "name": format!("f{number}"), "is_public": true,
        "extra_specs": { "resources:CUSTOM_GOLD": "1" } })
    };
    let flavors: Vec<Value> = (0..200).map(flavor).collect();
    let given = json!({ "project": "a", "flavors": flavors, "nodes": nodes });
    let envelope = ask("traits/reach", "design", &given);
    let answer = &envelope["answer"];
    let rows = list(&answer["flavors"]);
    assert_eq!(rows.len(), 200);
    assert!(rows.iter().all(|row| row["count"] == 20), "all are counted");
    let told = |row: &Value| list(&row["nodes"]).len() as u64 + row["moreNodes"].as_u64().unwrap_or_default();
    assert!(rows.iter().all(|row| told(row) == 20), "those that are not listed are counted as more");
    assert!(answer.to_string().len() < 2 << 20, "{} bytes", answer.to_string().len());
}

#[test]
fn traits_of_nodes_that_no_flavor_given_requires_are_named() {
    let flavor = |name: &str, mark: Option<(&str, &str)>| {
        let mut specs = json!({ "resources:CUSTOM_GOLD": "1" });
        mark.into_iter().for_each(|(mark, value)| specs[format!("trait:{mark}")] = json!(value));
        json!({ "name": name, "id": name, "is_public": true, "extra_specs": specs })
    };
    let node = |name: &str, traits: &[&str]| json!({ "name": name, "resource_class": "gold", "traits": traits, "power_state": "power off" });
    let nodes = json!([node("a", &["CUSTOM_GENERAL", "HW_CPU_X86_VMX"]), node("b", &["CUSTOM_POOL_B"])]);
    let codes = ["reach-traits-not-required", "reach-pool-of-nobody"];
    let told = |flavors: &[Value], pools: &[&str]| {
        let given = json!({ "project": "a", "flavors": flavors, "nodes": nodes, "pools": pools });
        let answer = ask("traits/reach", "design", &given);
        let problems = list(&answer["problems"]).iter();
        let told: Vec<Value> =
            problems.filter(|problem| codes.iter().any(|code| problem["code"] == *code)).cloned().collect();
        told.iter().flat_map(|problem| list(&problem["facts"][0]["value"]).to_vec()).collect::<Vec<Value>>()
    };
    let (general, any) = (flavor("general", Some(("CUSTOM_GENERAL", "required"))), flavor("any", None));
    assert_eq!(told(&[general.clone(), any.clone()], &[]), ["CUSTOM_POOL_B"]);
    assert_eq!(told(std::slice::from_ref(&any), &[]), ["CUSTOM_GENERAL", "CUSTOM_POOL_B"]);
    assert_eq!(told(std::slice::from_ref(&any), &["CUSTOM_GENERAL"]), ["CUSTOM_GENERAL"], "only those mark pools");
    assert_eq!(told(&[general], &[]), Vec::<Value>::new(), "the project does not get the other node");
    let mut private = flavor("b", Some(("CUSTOM_POOL_B", "required")));
    (private["is_public"], private["projects"]) = (json!(false), json!(["b"]));
    assert_eq!(told(&[any, private], &[]), Vec::<Value>::new(), "private ones are in the list");
    assert_eq!(told(&[flavor("not-b", Some(("CUSTOM_POOL_B", "forbidden")))], &[]), ["CUSTOM_GENERAL"]);
}

#[test]
fn two_lists_of_who_may_use_one_flavor_are_refused_wherever_they_stand() {
    let specs = json!({ "resources:CUSTOM_GOLD": "1" });
    let shown = |projects: Value| {
        let mut flavor = json!({ "name": "b", "id": "b", "is_public": false, "extra_specs": specs });
        if !projects.is_null() {
            flavor["projects"] = projects;
        }
        flavor
    };
    let codes = |flavors: &[Value]| {
        let request =
            json!({ "question": "traits/reach", "given": { "project": "b", "flavors": flavors, "nodes": [] } });
        let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
        let problems = list(&answer["problems"]).iter().filter(|problem| problem["level"] == "error");
        problems.map(|problem| problem["code"].clone()).collect::<Vec<Value>>()
    };
    let [none, one, other] = [Value::Null, json!(["c"]), json!(["b"])].map(shown);
    assert_eq!(codes(&[none.clone(), one.clone(), other]), ["flavor-shown-twice"]);
    assert_eq!(codes(&[none.clone(), one.clone(), none, one]), Vec::<Value>::new());
}
