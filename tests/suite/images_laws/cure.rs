//! A cure cures, and nothing smaller does.

use std::collections::BTreeSet;

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Map, Value, json};

use super::world::{EDITIONS, ask, ask_of, profile, versions};
use crate::images_oracle::rule::{Capabilities, compatible};
use crate::images_oracle::universe::Universe;

/// Adds a value to a list, which the older form of a profile may not have yet.
fn add(owner: &mut Value, key: &str, value: &Value) {
    let list = owner.as_object_mut().expect("an object").entry(key).or_insert_with(|| json!([]));
    list.as_array_mut().expect("a list").push(value.clone());
}

/// The profile with a cure for a version and a machine type.
fn cured(profile: &Value, [machine, image, version]: [usize; 3], cure: &Value) -> Value {
    let mut profile = profile.clone();
    let spec = &mut profile["spec"];
    let defines_nothing = spec["machineCapabilities"] == json!([]);
    for edit in cure["edits"].as_array().expect("edits are a list") {
        let (key, value) = (edit["capability"].as_str().expect("a name"), &edit["add"]);
        match (edit["to"].as_str(), defines_nothing) {
            // Without definitions the older fields are what is compared.
            (Some("machineType"), true) => spec["machineTypes"][machine][key] = value.clone(),
            (Some("machineType"), false) => add(&mut spec["machineTypes"][machine]["capabilities"], key, value),
            (_, true) => add(&mut spec["machineImages"][image]["versions"][version], "architectures", value),
            (_, false) => {
                let flavor = cure["flavor"].as_u64().expect("a place") as usize;
                add(&mut spec["machineImages"][image]["versions"][version]["capabilityFlavors"][flavor], key, value);
            }
        }
    }
    profile
}

#[test]
fn a_cure_cures() {
    let mut numbers = Numbers(5);
    let mut cures = 0;
    for _ in 0..1_500 {
        let profile = profile(&mut numbers);
        for edition in EDITIONS {
            let machine = numbers.below(4);
            let given = |profile: &Value| json!({ "cloudProfile": profile, "machineType": format!("m{machine}") });
            let answer = ask("images/fit", edition, &given(&profile));
            for (place, (_, version)) in versions(&answer).into_iter().enumerate() {
                assert_eq!(version["fits"] == true, version.get("cure").is_none(), "{edition} {profile} {version}");
                let Some(cure) = version.get("cure") else { continue };
                let changed = cured(&profile, [machine, place / 3, place % 3], cure);
                let again = ask("images/fit", edition, &given(&changed));
                assert_eq!(versions(&again)[place].1["fits"], true, "{edition} {profile} {cure} {changed}");
                cures += 1;
            }
        }
    }
    println!("{cures} cures flip the answer");
}

/// A value added to a list: of which capability, which of its values, and whether the list is the machine type's.
type Edit = (usize, usize, bool);

/// All edits that are allowed for a flavor: to its lists, and to those of the machine type that hold no defined value.
fn edits(machine: &Capabilities, flavor: &Capabilities, definitions: &Capabilities) -> Vec<Edit> {
    let list =
        |of: &Capabilities, name: &str| of.iter().find(|(known, _)| *known == name).map(|(_, list)| list.clone());
    let mut edits = Vec::new();
    for (capability, (name, defined)) in definitions.iter().enumerate() {
        let of_machine = list(machine, name).is_some_and(|list| !list.iter().any(|value| defined.contains(value)));
        for value in 0..defined.len() {
            edits.extend(list(flavor, name).is_some().then_some((capability, value, false)));
            edits.extend(of_machine.then_some((capability, value, true)));
        }
    }
    edits
}

fn edited(of: &Capabilities, edits: &[Edit], machine: bool, definitions: &Capabilities) -> Capabilities {
    let mut of = of.clone();
    for (capability, value, _) in edits.iter().filter(|edit| edit.2 == machine) {
        let (name, defined) = &definitions[*capability];
        let list = of.iter_mut().find(|(known, _)| known == name).expect("only lists that are there are edited");
        list.1.push(defined[*value]);
    }
    of
}

/// The first choice of so many edits, in their order, that makes the pair fit.
fn first_that_cures(
    count: usize,
    edits: &[Edit],
    chosen: &mut Vec<Edit>,
    cures: &impl Fn(&[Edit]) -> bool,
) -> Option<Vec<Edit>> {
    if count == 0 {
        return cures(chosen).then(|| chosen.clone());
    }
    for (place, edit) in edits.iter().enumerate() {
        chosen.push(*edit);
        let found = first_that_cures(count - 1, &edits[place + 1..], chosen, cures);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The smallest cure by trying all changes, the smaller ones first.
fn smallest(
    machine: &Capabilities,
    flavors: &[&Capabilities],
    definitions: &Capabilities,
) -> Option<(usize, Vec<Edit>)> {
    (1..=2 * definitions.len()).find_map(|count| {
        flavors.iter().enumerate().find_map(|(place, flavor)| {
            let cures = |chosen: &[Edit]| {
                let machine = edited(machine, chosen, true, definitions);
                compatible(&machine, &edited(flavor, chosen, false, definitions), definitions)
            };
            let edits = edits(machine, flavor, definitions);
            first_that_cures(count, &edits, &mut Vec::new(), &cures).map(|chosen| (place, chosen))
        })
    })
}

fn object(capabilities: &Capabilities) -> Value {
    Value::Object(Map::from_iter(capabilities.iter().map(|(name, values)| ((*name).to_owned(), json!(values)))))
}

/// All machine types of a universe against all versions of so many flavors.
fn exhaust(universe: &Universe, count: usize) -> usize {
    let definitions = &universe.definitions;
    let sides: Vec<Capabilities> = (0..universe.sides()).map(|side| universe.side(side)).collect();
    let lists: Vec<Vec<&Capabilities>> = match count {
        1 => sides.iter().map(|side| vec![side]).collect(),
        _ => sides.iter().flat_map(|one| sides.iter().map(move |other| vec![one, other])).collect(),
    };
    let defined = definitions.iter().map(|(name, values)| json!({ "name": name, "values": values }));
    let machines = sides.iter().enumerate();
    let machines = machines.map(|(place, side)| json!({ "name": format!("m{place}"), "capabilities": object(side) }));
    let versions_of = lists.iter().enumerate().map(|(place, flavors)| {
        let flavors: Vec<Value> = flavors.iter().map(|flavor| object(flavor)).collect();
        json!({ "version": format!("1.{place}.0"), "capabilityFlavors": flavors })
    });
    let spec = json!({
        "machineCapabilities": defined.collect::<Vec<_>>(),
        "machineTypes": machines.collect::<Vec<_>>(),
        "machineImages": [{ "name": "i", "versions": versions_of.collect::<Vec<_>>() }],
    });
    let profile = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "p" }, "spec": spec,
    });
    let mut engine = Engine::default();
    engine.load(json!({ "documents": [profile] }).to_string().as_bytes());
    let mut refused = 0;
    for (place, machine) in sides.iter().enumerate() {
        let given = json!({ "cloudProfile": "p", "machineType": format!("m{place}") });
        // The editions differ in which flavor is taken, not in what keeps one apart.
        let answer = ask_of(&engine, "images/fit", "upstream", &given);
        for (flavors, (_, version)) in lists.iter().zip(versions(&answer)) {
            let fits = flavors.iter().any(|flavor| compatible(machine, flavor, definitions));
            assert_eq!(version["fits"], fits, "{definitions:?} {machine:?} {flavors:?}");
            let expected = if fits { None } else { smallest(machine, flavors, definitions) };
            let shown = version.get("cure").map(|cure| {
                let edits = cure["edits"].as_array().expect("edits are a list").iter().map(|edit| {
                    let capability = definitions.iter().position(|(name, _)| edit["capability"] == *name);
                    let capability = capability.expect("what is added is defined");
                    let value = definitions[capability].1.iter().position(|value| edit["add"] == *value);
                    (capability, value.expect("what is added is defined"), edit["to"] == "machineType")
                });
                (cure["flavor"].as_u64().expect("a place") as usize, edits.collect::<BTreeSet<Edit>>())
            });
            let expected = expected.map(|(flavor, edits)| (flavor, BTreeSet::from_iter(edits)));
            assert_eq!(shown, expected, "{definitions:?} {machine:?} {flavors:?}");
            refused += usize::from(!fits);
        }
    }
    refused
}

#[test]
fn no_smaller_change_cures() {
    for (capabilities, values, flavors) in [(1, 3, 2), (2, 3, 1), (2, 2, 2), (3, 2, 1)] {
        let universes = Universe::all(capabilities, values);
        let refused: usize = universes.iter().map(|universe| exhaust(universe, flavors)).sum();
        println!(
            "{} universes of {capabilities} capabilities × {values} values, {flavors} flavors: {refused} pairs get the \
             smallest cure, or none where there is none",
            universes.len()
        );
    }
}
