//! Profiles for testing laws, as JSON, and functions to ask the engine about them.

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Map, Value, json};

pub const EDITIONS: [&str; 2] = ["design", "upstream"];

/// The names of capabilities and their values. Profiles also use those that they do not define.
const NAMES: [&str; 3] = ["net", "architecture", "hyp"];
const VALUES: [[&str; 4]; 3] =
    [["std", "acc", "rdma", "odd"], ["arm64", "amd64", "s390x", "vax"], ["gen2", "gen3", "gen1", "gen0"]];

/// Returns capabilities with a random choice of absent, empty, defined and undefined values.
pub fn capabilities(numbers: &mut Numbers) -> Value {
    let mut places: Vec<usize> = (0..NAMES.len()).collect();
    numbers.shuffle(&mut places);
    let mut own = Map::new();
    for place in places {
        if numbers.below(4) > 0 {
            let values = VALUES[place].iter().filter(|_| numbers.below(5) < 2);
            let values: Vec<&&str> = values.collect();
            own.insert(NAMES[place].to_owned(), json!(values));
        }
    }
    Value::Object(own)
}

/// Returns one to three definitions of up to three values.
pub fn definitions(numbers: &mut Numbers) -> Value {
    let mut places: Vec<usize> = (0..NAMES.len()).collect();
    numbers.shuffle(&mut places);
    let defined = places.into_iter().take(1 + numbers.below(3)).map(|place| {
        let mut values = VALUES[place][..3].to_vec();
        numbers.shuffle(&mut values);
        values.truncate(1 + numbers.below(3));
        json!({ "name": NAMES[place], "values": values })
    });
    defined.collect()
}

/// Returns a profile of a few machine types and images. One in eight defines no capabilities.
pub fn profile(numbers: &mut Numbers) -> Value {
    let defined = if numbers.below(8) == 0 { json!([]) } else { definitions(numbers) };
    let architecture = |numbers: &mut Numbers| *numbers.among(&["amd64", "arm64", "", "vax"]);
    let machines: Vec<Value> = (0..4)
        .map(|machine| {
            let mut entry = json!({ "name": format!("m{machine}"), "capabilities": capabilities(numbers) });
            if numbers.below(2) == 0 {
                entry["architecture"] = json!(architecture(numbers));
            }
            entry
        })
        .collect();
    let images: Vec<Value> = (0..2)
        .map(|image| {
            let versions: Vec<Value> = (0..3)
                .map(|version| {
                    let flavors: Vec<Value> = (0..numbers.below(4)).map(|_| capabilities(numbers)).collect();
                    let architectures: Vec<&str> = (0..numbers.below(3)).map(|_| architecture(numbers)).collect();
                    json!({
                        "version": format!("1.{version}.0"),
                        "architectures": architectures,
                        "capabilityFlavors": flavors,
                    })
                })
                .collect();
            json!({ "name": format!("i{image}"), "versions": versions })
        })
        .collect();
    json!({ "spec": {
        "machineCapabilities": defined,
        "machineTypes": machines,
        "machineImages": images,
        "regions": regions(numbers),
    } })
}

/// Returns up to two regions with up to two zones, each without some machine types.
fn regions(numbers: &mut Numbers) -> Value {
    let zone = |name: &str, numbers: &mut Numbers| {
        let lacking: Vec<String> = (0..numbers.below(4)).map(|_| format!("m{}", numbers.below(4))).collect();
        json!({ "name": name, "unavailableMachineTypes": lacking })
    };
    let region = |name: &str, numbers: &mut Numbers| {
        let zones: Vec<Value> = ["a", "b"].iter().take(numbers.below(3)).map(|name| zone(name, numbers)).collect();
        json!({ "name": name, "zones": zones })
    };
    ["r0", "r1"].iter().take(numbers.below(3)).map(|name| region(name, numbers)).collect()
}

/// Asks a fresh engine and returns the whole answer.
pub fn ask(question: &str, edition: &str, given: &Value) -> Value {
    ask_of(&Engine::default(), question, edition, given)
}

/// Asks an engine that may have documents and returns the whole answer.
pub fn ask_of(engine: &Engine, question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "given": given });
    let answer: Value =
        serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{request}\n{answer}");
    answer
}

/// Returns the fits of all versions, each with the name of its image.
pub fn versions(answer: &Value) -> Vec<(&Value, &Value)> {
    let images = answer["answer"]["images"].as_array().expect("images are a list");
    let versions = |image: &'_ Value| image["versions"].as_array().expect("versions are a list").len();
    images
        .iter()
        .flat_map(|image| (0..versions(image)).map(move |at| (&image["name"], &image["versions"][at])))
        .collect()
}
