//! The cost of matching traits, as ratios in one run: the compiled fleet next to a loop over sets of strings, natively
//! and in the host's sandbox.

mod stopwatch;

use std::collections::HashSet;
use std::hint::black_box;

use fitment::{Engine, LoadedFleet};
use fitment_host::{Host, Limits};
use serde_json::{Value, json};
use stopwatch::race;

const NODES: usize = 100_000;
const TRAITS: usize = 50;
/// How many nodes share a set of traits, like a rack of the same hardware.
const RACK: usize = 50;
/// The number of trait names to choose from.
const NAMES: usize = 400;

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

fn name(number: usize) -> String {
    format!("CUSTOM_TRAIT_{number:03}")
}

/// A fleet with three classes. Each node has fifty traits, and one node in seven is in use.
fn fleet() -> Value {
    let mut dice = Dice(7);
    let mut sets = serde_json::Map::new();
    for rack in 0..NODES / RACK {
        let mut chosen = HashSet::new();
        while chosen.len() < TRAITS {
            // Some traits are common and some are rare.
            chosen.insert(dice.roll(NAMES).min(dice.roll(NAMES)));
        }
        let mut names: Vec<String> = chosen.into_iter().map(name).collect();
        names.sort();
        sets.insert(format!("rack-{rack:04}"), json!(names));
    }
    let node = |number: usize| {
        let class = ["gold", "silver", "bronze"][number % 3];
        let state = if number.is_multiple_of(7) { "active" } else { "available" };
        json!({
            "name": format!("node-{number:06}"),
            "resource_class": class,
            "traitSet": format!("rack-{:04}", number / RACK),
            "provision_state": state,
            "power_state": "power off",
        })
    };
    let nodes: Vec<Value> = (0..NODES).map(node).collect();
    json!({
        "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "bench" }, "traitSets": sets, "nodes": nodes,
    })
}

/// The same fleet, as sets of strings.
struct Strings {
    nodes: Vec<(String, bool, HashSet<String>)>,
}

impl Strings {
    fn read(fleet: &Value) -> Self {
        let node = |node: &Value| {
            let class = format!("CUSTOM_{}", node["resource_class"].as_str().unwrap_or_default().to_uppercase());
            let set = node["traitSet"].as_str().unwrap_or_default();
            let traits = fleet["traitSets"][set].as_array().into_iter().flatten();
            let traits = traits.filter_map(|name| name.as_str().map(str::to_owned)).collect();
            (class, node["provision_state"] == "available", traits)
        };
        Self { nodes: fleet["nodes"].as_array().into_iter().flatten().map(node).collect() }
    }

    fn fitting(&self, required: &[String], forbidden: &[String]) -> Vec<usize> {
        let fits = |(class, free, traits): &(String, bool, HashSet<String>)| {
            class == "CUSTOM_GOLD"
                && *free
                && required.iter().all(|name| traits.contains(name))
                && !forbidden.iter().any(|name| traits.contains(name))
        };
        self.nodes.iter().enumerate().filter(|(_, node)| fits(node)).map(|(place, _)| place).collect()
    }
}

fn main() {
    let document = fleet();
    let strings = Strings::read(&document);
    let required: Vec<String> = [3, 40, 90].map(name).to_vec();
    let forbidden: Vec<String> = vec![name(12)];
    let mut specs = json!({
        "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0", "resources:CUSTOM_GOLD": "1",
    });
    for (names, word) in [(&required, "required"), (&forbidden, "forbidden")] {
        names.iter().for_each(|name| specs[format!("trait:{name}")] = word.into());
    }
    let given = json!({ "fleet": "bench", "flavor": { "name": "bm.gold", "extra_specs": specs } });
    let request = json!({ "question": "traits/match-nodes", "given": given }).to_string().into_bytes();
    let load = json!({ "documents": [&document] }).to_string();
    println!("{NODES} nodes × {TRAITS} traits; the fleet is {:.1} MiB of JSON", load.len() as f64 / 1_048_576.0);

    let compiled = LoadedFleet::read(document.to_string().as_bytes()).expect("the fleet can be read");
    let mut engine = Engine::default();
    let loaded = engine.load(load.as_bytes());
    assert!(loaded.contains(r#""name":"bench""#), "{loaded}");
    // Wrong answers must not count as fast.
    let answer: Value = serde_json::from_str(&engine.ask(&request)).expect("the engine writes JSON");
    let expected = strings.fitting(&required, &forbidden);
    let names: Vec<String> = expected.iter().map(|number| format!("node-{number:06}")).collect();
    assert_eq!(by_bits(&compiled, &required, &forbidden), names);
    assert_eq!(answer["answer"]["summary"]["fitting"], expected.len(), "{answer}");
    println!("{} nodes fit; the answer has {} bytes", expected.len(), answer.to_string().len());

    let host = Host::new(Limits::default()).expect("the host starts");
    let mut session = host.embedded().expect("the engine is there").session().expect("an instance starts");
    session.load(load.as_bytes()).expect("the host loads the fleet");
    let lanes = race(&mut [
        ("the compiled fleet, candidates only, native", &mut || {
            black_box(by_bits(&compiled, &required, &forbidden));
        }),
        ("sets of strings, candidates only, native", &mut || {
            black_box(strings.fitting(&required, &forbidden));
        }),
        ("traits/match-nodes, the whole answer, native", &mut || {
            black_box(engine.ask(&request));
        }),
        ("traits/match-nodes, the whole answer, in the host", &mut || {
            black_box(session.ask(&request).expect("the host answers"));
        }),
    ]);
    stopwatch::table("one flavor held against the fleet", lanes);
}

/// The candidates, from the bits alone.
fn by_bits<'f>(fleet: &'f LoadedFleet, required: &[String], forbidden: &[String]) -> Vec<&'f str> {
    let [required, forbidden] = [required, forbidden].map(|names| names.iter().map(String::as_str));
    fleet.fitting("CUSTOM_GOLD", required, forbidden).expect("the fleet knows these traits")
}
