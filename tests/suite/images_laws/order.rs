//! What makes no difference: the order of anything unranked, a further value, a flavor that is not taken.

use std::collections::{BTreeMap, BTreeSet};

use fitment_tests::numbers::Numbers;
use serde_json::{Map, Value, json};

use super::world::{EDITIONS, ask, capabilities, definitions, profile, versions};

/// Shuffles everything except the definitions and their values. The values of other lists have no order.
fn shuffled(value: &Value, numbers: &mut Numbers) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members
                .iter()
                .map(|(key, value)| {
                    let kept = key == "machineCapabilities";
                    (key.clone(), if kept { value.clone() } else { shuffled(value, numbers) })
                })
                .collect();
            numbers.shuffle(&mut members);
            Value::Object(Map::from_iter(members))
        }
        Value::Array(elements) => {
            let mut elements: Vec<Value> = elements.iter().map(|element| shuffled(element, numbers)).collect();
            numbers.shuffle(&mut elements);
            Value::Array(elements)
        }
        scalar => scalar.clone(),
    }
}

/// Formats lists of texts as sets, so that they are compared regardless of order.
fn sets(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: BTreeSet<String> = elements.iter().map(sets).collect();
            format!("{elements:?}")
        }
        Value::Object(members) => {
            let members: BTreeMap<&String, String> = members.iter().map(|(key, value)| (key, sets(value))).collect();
            format!("{members:?}")
        }
        scalar => scalar.to_string(),
    }
}

/// Returns what a machine type gets, regardless of order: for each version whether it fits and how its flavors do, and
/// the capabilities of the flavor that is taken.
fn fits(profile: &Value, machine: &str, edition: &str) -> BTreeMap<String, (String, Option<String>)> {
    let answer = ask("images/fit", edition, &json!({ "cloudProfile": profile, "machineType": machine }));
    let entry = |list: &Value, key: &str, wanted: &Value| {
        let list = list.as_array().expect("a list");
        list.iter().find(|known| known[key] == *wanted).cloned().expect("what is answered is there")
    };
    let of_version = |(name, version): (&Value, &Value)| {
        let image = entry(&profile["spec"]["machineImages"], "name", name);
        let entry = entry(&image["versions"], "version", &version["version"]);
        let taken = version["bestFlavor"].as_u64().map(|place| sets(&entry["capabilityFlavors"][place as usize]));
        let shown = format!("{} {}", version["fits"], sets(&version["flavors"]));
        (format!("{name} {}", version["version"]), (shown, taken))
    };
    versions(&answer).into_iter().map(of_version).collect()
}

#[test]
fn order_without_rank_makes_no_difference() {
    let mut numbers = Numbers(1);
    let mut compared = 0;
    for _ in 0..1_500 {
        let profile = profile(&mut numbers);
        let other = shuffled(&profile, &mut numbers);
        for edition in EDITIONS {
            // If the document's order settles a tie, another flavor may be taken, but one is taken in any case. That is
            // so in the design edition, and if nothing is defined.
            let settled = edition == "design" || profile["spec"]["machineCapabilities"] == json!([]);
            for machine in ["m0", "m1", "m2", "m3"] {
                let [before, after] = [&profile, &other].map(|profile| {
                    let mut fits = fits(profile, machine, edition);
                    if settled {
                        fits.values_mut().for_each(|(_, taken)| *taken = taken.take().map(|_| String::new()));
                    }
                    fits
                });
                assert_eq!(before, after, "{edition} {machine}\n{profile}\n{other}");
                compared += 1;
            }
        }
    }
    println!("{compared} machine types keep their images in another order of everything");
}

/// Adds to one of a side's lists a value that it does not have.
fn with_a_further_value(capabilities: &Value, numbers: &mut Numbers) -> Option<Value> {
    let mut more = capabilities.clone();
    let members = more.as_object_mut()?;
    let count = members.len();
    let (_, list) = members.iter_mut().nth(numbers.below(count.max(1)))?;
    let list = list.as_array_mut()?;
    let value = json!(numbers.among(&["std", "acc", "rdma", "arm64", "amd64", "s390x", "gen1", "gen2", "gen3", "odd"]));
    let at = numbers.below(list.len() + 1);
    list.insert(at, value);
    Some(more)
}

#[test]
fn a_further_value_removes_no_fit() {
    let mut numbers = Numbers(2);
    let (mut compared, mut kept) = (0, 0);
    while compared < 60_000 {
        let (machine, flavor) = (capabilities(&mut numbers), capabilities(&mut numbers));
        let defined = definitions(&mut numbers);
        let Some(more) = with_a_further_value(&flavor, &mut numbers) else { continue };
        let fits = |a: &Value, b: &Value| {
            let given = json!({ "machineCapabilities": defined, "a": a, "b": b });
            ask("images/compatible", "design", &given)["verdict"] == "yes"
        };
        compared += 1;
        if fits(&machine, &flavor) {
            kept += 1;
            assert!(fits(&machine, &more), "{defined} {machine} {flavor} {more}");
            assert!(fits(&more, &machine), "{defined} {machine} {flavor} {more}");
        }
    }
    println!("{kept} of {compared} pairs fit, and still do with a value more on either side");
}

#[test]
fn a_flavor_that_is_not_taken_is_irrelevant() {
    let mut numbers = Numbers(3);
    let mut removed = 0;
    for _ in 0..30_000 {
        let machine = capabilities(&mut numbers);
        let flavors: Vec<Value> = (0..2 + numbers.below(3)).map(|_| capabilities(&mut numbers)).collect();
        let defined = definitions(&mut numbers);
        for edition in EDITIONS {
            let best = |flavors: &[Value]| {
                let given =
                    json!({ "machineCapabilities": defined, "capabilities": machine, "capabilityFlavors": flavors });
                ask("images/best-flavor", edition, &given)["answer"]["flavorIndex"].as_u64()
            };
            let Some(taken) = best(&flavors) else { continue };
            for other in (0..flavors.len()).filter(|other| *other as u64 != taken) {
                let mut rest = flavors.clone();
                rest.remove(other);
                let expected = taken - u64::from((other as u64) < taken);
                assert_eq!(best(&rest), Some(expected), "{edition} {defined} {machine} {flavors:?} without {other}");
                removed += 1;
            }
        }
    }
    println!("{removed} flavors were removed that were not taken");
}
