//! A cure works, and no smaller one does.

use std::collections::BTreeSet;

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Map, Value, json};

use super::world::{EDITIONS, ask, ask_of, profile, versions};
use crate::images_oracle::rule::{Capabilities, compatible};
use crate::images_oracle::universe::Universe;

/// Returns the profile after a cure's patch.
fn cured(profile: &Value, cure: &Value) -> Value {
    let mut profile = profile.clone();
    let patch: json_patch::Patch = serde_json::from_value(cure["patch"].clone()).expect("a cure has a JSON Patch");
    json_patch::patch(&mut profile, &patch).expect("the patch applies");
    profile
}

/// Counts the errors of a profile.
fn errors(profile: &Value, edition: &str) -> usize {
    let answer = ask("images/validate-profile", edition, &json!({ "operation": "create", "cloudProfile": profile }));
    answer["answer"]["errors"].as_array().expect("errors are a list").len()
}

#[test]
fn a_cure_cures_and_makes_nothing_worse() {
    let mut numbers = Numbers(5);
    let (mut cures, mut kinds, mut incurable) = (0, [0; 3], 0);
    for _ in 0..3_000 {
        let profile = misspelt(profile(&mut numbers), &mut numbers);
        for edition in EDITIONS {
            let machine = numbers.below(4);
            let given = |profile: &Value| json!({ "cloudProfile": profile, "machineType": format!("m{machine}") });
            let answer = ask("images/fit", edition, &given(&profile));
            let before = errors(&profile, edition);
            for (place, (_, version)) in versions(&answer).into_iter().enumerate() {
                let Some(cure) = version.get("cure") else {
                    incurable += usize::from(version["fits"] == false);
                    continue;
                };
                assert_eq!(version["fits"], false, "{edition} {profile} {version}");
                assert_eq!(cure["document"], "CloudProfile/", "the profile has no name");
                let changed = cured(&profile, cure);
                let again = ask("images/fit", edition, &given(&changed));
                assert_eq!(versions(&again)[place].1["fits"], true, "{edition} {profile} {cure} {changed}");
                let after = errors(&changed, edition);
                assert!(after <= before, "{edition} {before} errors become {after}: {profile} {cure}");
                cures += 1;
                let replaces =
                    cure["edits"].as_array().is_some_and(|edits| edits.iter().any(|it| it.get("replaces").is_some()));
                kinds[if cure.get("addFlavor").is_some() { 2 } else { usize::from(!replaces) }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    println!(
        "{cures} cures flip the answer and add no error: {kinds:?} correct, add values, add a flavor; {incurable} have none"
    );
}

/// Returns the profile with some values misspelt.
fn misspelt(mut profile: Value, numbers: &mut Numbers) -> Value {
    fn slip(value: &mut Value, numbers: &mut Numbers) {
        match value {
            Value::Object(members) => members.values_mut().for_each(|inside| slip(inside, numbers)),
            Value::Array(list) => list.iter_mut().for_each(|inside| slip(inside, numbers)),
            Value::String(text) if numbers.below(8) == 0 => text.push('z'),
            _ => {}
        }
    }
    let spec = &mut profile["spec"];
    for machine in spec["machineTypes"].as_array_mut().expect("a list") {
        slip(&mut machine["capabilities"], numbers);
    }
    for image in spec["machineImages"].as_array_mut().expect("a list") {
        for version in image["versions"].as_array_mut().expect("a list") {
            slip(&mut version["capabilityFlavors"], numbers);
        }
    }
    profile
}

/// An edit of a list: the index of the capability, the index of the defined value that is added, whether the list is
/// the machine type's, and the undefined value that is replaced.
type Edit = (usize, usize, bool, Option<&'static str>);

fn list<'c>(of: &'c Capabilities, name: &str) -> Option<&'c Vec<&'static str>> {
    of.iter().find(|(known, _)| *known == name).map(|(_, list)| list)
}

/// Whether a list may get a further value. An artifact or a machine has only one architecture.
fn takes_one(of: &Capabilities, name: &str) -> bool {
    name != "architecture" || list(of, name).is_none_or(|list| list.len() != 1)
}

/// Returns all values that may be added to a flavor's lists, and to those of the machine type's lists that hold no
/// defined value or whose flavor takes no further one.
fn additions(machine: &Capabilities, flavor: &Capabilities, definitions: &Capabilities) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (capability, (name, defined)) in definitions.iter().enumerate() {
        let holds = list(machine, name).is_none_or(|list| list.iter().any(|value| defined.contains(value)));
        let of_machine =
            list(machine, name).is_some() && takes_one(machine, name) && (!holds || !takes_one(flavor, name));
        let of_flavor = list(flavor, name).is_some() && takes_one(flavor, name);
        for value in 0..defined.len() {
            edits.extend(of_flavor.then_some((capability, value, false, None)));
            edits.extend(of_machine.then_some((capability, value, true, None)));
        }
    }
    edits
}

/// Returns all undefined values on both sides that resemble a defined one, each with that value. `near` decides for
/// each pair of words.
fn corrections(machine: &Capabilities, flavor: &Capabilities, definitions: &Capabilities) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (capability, (name, defined)) in definitions.iter().enumerate() {
        for (of, is_machine) in [(flavor, false), (machine, true)] {
            for word in list(of, name).into_iter().flatten().filter(|word| !defined.contains(word)) {
                edits.extend(near(name, word, defined).map(|value| (capability, value, is_machine, Some(*word))));
            }
        }
    }
    edits
}

/// Returns the defined value for which an undefined one is taken. In these universes only `gen1`, `gen2` and `gen3`
/// differ in a single letter, apart from architectures, which are never taken for each other.
fn near(name: &str, word: &str, defined: &[&str]) -> Option<usize> {
    let alike = |value: &&str| name == "hyp" && word.starts_with("gen") && value.starts_with("gen");
    defined.iter().position(alike)
}

fn edited(of: &Capabilities, edits: &[Edit], machine: bool, definitions: &Capabilities) -> Capabilities {
    let mut of = of.clone();
    for (capability, value, _, replaced) in edits.iter().filter(|edit| edit.2 == machine) {
        let (name, defined) = &definitions[*capability];
        let list = of.iter_mut().find(|(known, _)| known == name).expect("only lists that are there are edited");
        match replaced.and_then(|word| list.1.iter().position(|known| *known == word)) {
            Some(place) => list.1[place] = defined[*value],
            None => list.1.push(defined[*value]),
        }
    }
    of
}

/// Returns the first choice of this many edits, in order, that makes the pair fit.
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

/// What a cure does: it edits the lists of a flavor and of the machine type, or adds a flavor.
#[derive(PartialEq, Eq, Debug)]
enum Does {
    Edit(usize, BTreeSet<Edit>),
    Add(Value),
}

/// Finds the smallest cure by trying all changes, kind by kind, smaller ones first.
fn smallest(machine: &Capabilities, flavors: &[&Capabilities], definitions: &Capabilities) -> Option<Does> {
    let fewest = |edits: fn(&Capabilities, &Capabilities, &Capabilities) -> Vec<Edit>| {
        (1..=2 * definitions.len()).find_map(|count| {
            flavors.iter().enumerate().find_map(|(place, flavor)| {
                let cures = |chosen: &[Edit]| {
                    let machine = edited(machine, chosen, true, definitions);
                    compatible(&machine, &edited(flavor, chosen, false, definitions), definitions)
                };
                let edits = edits(machine, flavor, definitions);
                let chosen = first_that_cures(count, &edits, &mut Vec::new(), &cures)?;
                Some(Does::Edit(place, BTreeSet::from_iter(chosen)))
            })
        })
    };
    fewest(corrections).or_else(|| fewest(additions)).or_else(|| {
        let first = |name: &str, defined: &[&'static str]| {
            let own = list(machine, name).map_or(defined, Vec::as_slice);
            defined.iter().find(|value| own.contains(value)).copied()
        };
        let all: Option<Vec<&str>> = definitions.iter().map(|(name, defined)| first(name, defined)).collect();
        let place = definitions.iter().position(|(name, _)| *name == "architecture")?;
        Some(Does::Add(json!({ "architecture": [all?[place]] })))
    })
}

fn object(capabilities: &Capabilities) -> Value {
    Value::Object(Map::from_iter(capabilities.iter().map(|(name, values)| ((*name).to_owned(), json!(values)))))
}

/// Compares all machine types of a universe with all versions of this many flavors.
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
        // The editions differ in which flavor is taken, not in what prevents a fit.
        let answer = ask_of(&engine, "images/fit", "upstream", &given);
        for (flavors, (_, version)) in lists.iter().zip(versions(&answer)) {
            let fits = flavors.iter().any(|flavor| compatible(machine, flavor, definitions));
            assert_eq!(version["fits"], fits, "{definitions:?} {machine:?} {flavors:?}");
            let expected = if fits { None } else { smallest(machine, flavors, definitions) };
            let shown = version.get("cure").map(|cure| {
                if let Some(flavor) = cure.get("addFlavor") {
                    return Does::Add(flavor.clone());
                }
                let edits = cure["edits"].as_array().expect("edits are a list").iter().map(|edit| {
                    let capability = definitions.iter().position(|(name, _)| edit["capability"] == *name);
                    let capability = capability.expect("what is added is defined");
                    let value = definitions[capability].1.iter().position(|value| edit["add"] == *value);
                    let named = universe.named[capability].iter().copied();
                    let replaced = edit.get("replaces").and_then(|word| named.clone().find(|known| word == known));
                    (capability, value.expect("what is added is defined"), edit["to"] == "machineType", replaced)
                });
                Does::Edit(cure["flavor"].as_u64().expect("a place") as usize, edits.collect::<BTreeSet<Edit>>())
            });
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
