//! The check of flavors and nodes finds each fault planted in a large fleet, and nothing in a clean one.

use std::time::Instant;

use fitment::Engine;
use serde_json::{Value, json};

const NODES: usize = 10_000;
const FLAVORS: usize = 200;
const CLASSES: usize = 20;

/// Returns a fleet with a general and a dedicated pool in each class.
fn nodes() -> Vec<Value> {
    let node = |number: usize| {
        let class = number % CLASSES;
        let pool = if (number / CLASSES).is_multiple_of(5) {
            format!("CUSTOM_PROJECT_{class}")
        } else {
            "CUSTOM_GENERAL".to_owned()
        };
        let rack = format!("CUSTOM_RACK_R{}", number / 40);
        json!({ "name": format!("n{number:05}"), "resource_class": format!("class-{class}"),
            "traits": [pool, rack, "CUSTOM_HARDWARE_FAST"], "provision_state": "available", "power_state": "power off" })
    };
    (0..NODES).map(node).collect()
}

fn flavors() -> Vec<Value> {
    let flavor = |number: usize| {
        let class = number % CLASSES;
        let private = (number / CLASSES).is_multiple_of(2) && class.is_multiple_of(5);
        let pool = if private { format!("CUSTOM_PROJECT_{class}") } else { "CUSTOM_GENERAL".to_owned() };
        let mut specs = json!({ "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0" });
        specs[format!("resources:CUSTOM_CLASS_{class}")] = json!("1");
        specs[format!("trait:{pool}")] = json!("required");
        json!({ "name": format!("f{number}"), "vcpus": 4, "memory_mb": 1024, "root_gb": 10, "is_public": !private,
            "extra_specs": specs })
    };
    (0..FLAVORS).map(flavor).collect()
}

fn findings(nodes: &[Value], flavors: &[Value], pools: &[&str]) -> Vec<Value> {
    let mut engine = Engine::default();
    let fleet = json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": nodes });
    let loaded = engine.load(json!({ "documents": [fleet] }).to_string().as_bytes());
    assert!(loaded.contains(r#""outcome":"decided""#), "{loaded}");
    let given = json!({ "flavors": flavors, "fleet": "f", "pools": pools });
    let before = Instant::now();
    let answer = engine.ask(json!({ "question": "traits/lint", "given": given }).to_string().as_bytes());
    eprintln!("{NODES} nodes, {} flavors: {:?}", flavors.len(), before.elapsed());
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    answer["answer"]["findings"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

#[test]
fn the_clean_fleet_has_no_finding() {
    let found = findings(&nodes(), &flavors(), &[]);
    assert!(found.is_empty(), "{found:?}");
}

/// Makes a flavor ask for its default sizes, by removing the extra specs that set them to zero.
fn forget_sizes(flavor: &mut Value) {
    let specs = flavor["extra_specs"].as_object_mut().expect("it is an object");
    specs.retain(|key, _| key.contains("CUSTOM_"));
}

/// A fault that is planted in the nodes or the flavors.
type Fault = fn(&mut Vec<Value>, &mut Vec<Value>);

#[test]
fn each_planted_fault_is_found() {
    let faults: [(&str, &str, Fault); 12] = [
        ("lint-node-in-two-pools", "n00000", |nodes, _| {
            nodes[0]["traits"] =
                json!(["CUSTOM_PROJECT_0", "CUSTOM_GENERAL", "CUSTOM_RACK_R0", "CUSTOM_HARDWARE_FAST"]);
        }),
        ("lint-public-takes-pool", "f0", |_, flavors| {
            let mut more = flavors[0].clone();
            more["name"] = json!("more");
            flavors.push(more);
            flavors[0]["is_public"] = json!(true);
        }),
        ("lint-class-of-nobody", "f7", |_, flavors| {
            let specs = flavors[7]["extra_specs"].as_object_mut().expect("it is an object");
            specs.remove("resources:CUSTOM_CLASS_7");
            specs.insert("resources:CUSTOM_CLAS_7".to_owned(), json!("1"));
        }),
        ("lint-fits-nobody", "f8", |_, flavors| {
            flavors[8]["extra_specs"]["trait:CUSTOM_PROJECT_9"] = json!("required")
        }),
        ("lint-trait-like-neighbours", "n00009", |nodes, _| nodes[9]["traits"][2] = json!("CUSTOM_HARDWRAE_FAST")),
        ("lint-class-doubled", "CUSTOM_CLASS_3", |nodes, _| nodes[3]["resource_class"] = json!("CUSTOM_CLASS_3")),
        ("lint-pool-leaks", "f20", |_, flavors| {
            let specs = flavors[20]["extra_specs"].as_object_mut().expect("it is an object");
            specs.remove("trait:CUSTOM_GENERAL");
            specs.remove("trait:CUSTOM_PROJECT_0");
        }),
        ("lint-node-in-no-pool", "n00020", |nodes, _| nodes[20]["traits"] = json!(["CUSTOM_HARDWARE_FAST"])),
        ("lint-value-ignored", "trait:CUSTOM_GENERAL", |_, flavors| {
            flavors[1]["extra_specs"]["trait:CUSTOM_GENERAL"] = json!("Required");
        }),
        ("lint-not-zeroed", "f2", |_, flavors| forget_sizes(&mut flavors[2])),
        ("lint-trait-unknown", "trait:CUSTOM_GENREAL", |_, flavors| {
            flavors[3]["extra_specs"]["trait:CUSTOM_GENREAL"] = json!("forbidden");
        }),
        ("lint-too-many-traits", "n00011", |nodes, _| {
            nodes[11]["traits"].as_array_mut().expect("a list").extend((0..50).map(|t| json!(format!("CUSTOM_T{t}"))));
        }),
    ];
    for (code, subject, plant) in faults {
        let (mut nodes, mut flavors) = (nodes(), flavors());
        plant(&mut nodes, &mut flavors);
        let found = findings(&nodes, &flavors, &[]);
        let is_it = |finding: &&Value| finding["code"] == code;
        let one = found.iter().find(is_it).unwrap_or_else(|| panic!("{code}: {found:?}"));
        assert_eq!(one["subject"], subject, "{code}: {one}");
    }
    let found = findings(&nodes(), &flavors(), &["CUSTOM_PROJECT_0", "CUSTOM_PROJECT_77"]);
    assert_eq!(found[0]["code"], "lint-pool-unknown", "{found:?}");
    assert_eq!(found[0]["subject"], "CUSTOM_PROJECT_77");
}

#[test]
fn an_edit_mends_all_that_a_finding_names() {
    let (nodes, mut flavors) = (nodes(), flavors());
    forget_sizes(&mut flavors[2]);
    let found = findings(&nodes, &flavors, &[]);
    let edit = &found[0]["edit"];
    for edit in [edit].into_iter().chain(edit["also"].as_array().into_iter().flatten()) {
        flavors[2]["extra_specs"][edit["key"].as_str().expect("a key")] = edit["value"].clone();
    }
    assert_eq!(findings(&nodes, &flavors, &[]), Vec::<Value>::new());
}
