//! The cited facts are sufficient: given nothing else, the engine comes to the same answer.

use std::collections::BTreeMap;

use fitment_tests::numbers::Numbers;
use fitment_tests::pointers::escaped;
use serde_json::{Map, Value, json};

use super::world::{EDITIONS, ask, capabilities, definitions, profile, versions};

/// The cited places with the values cited there, `None` for an absence.
type Cited = BTreeMap<String, Option<Value>>;

fn collect(reasons: &Value, cited: &mut Cited) {
    for reason in reasons.as_array().expect("reasons are a list") {
        for fact in reason["facts"].as_array().expect("facts are a list") {
            if let Some(path) = fact["path"].as_str() {
                cited.insert(path.to_owned(), fact.get("value").cloned());
            }
        }
        collect(&reason["because"], cited);
    }
}

/// Returns what is left of a value if only the cited parts are kept. Flavors that are not cited become `null`, so that
/// the others keep their index.
fn remains(value: &Value, path: &str, cited: &Cited) -> Option<Value> {
    if let Some(shown) = cited.get(path) {
        return shown.clone();
    }
    let inside = format!("{path}/");
    let touched = cited.range(inside.clone()..).next().is_some_and(|(next, _)| next.starts_with(&inside));
    match value {
        _ if !touched => None,
        Value::Object(members) => {
            let kept = members.iter().filter_map(|(key, value)| {
                Some((key.clone(), remains(value, &format!("{inside}{}", escaped(key)), cited)?))
            });
            Some(Value::Object(Map::from_iter(kept)))
        }
        Value::Array(elements) => {
            let kept = elements.iter().enumerate();
            let may_be_null = path.ends_with("/capabilityFlavors");
            let kept = kept.filter_map(|(index, value)| {
                let place = may_be_null.then_some(Value::Null);
                remains(value, &format!("{inside}{index}"), cited).or(place)
            });
            Some(kept.collect())
        }
        _ => None,
    }
}

/// Returns the verdict, the index in the answer, and the reason.
fn essence(answer: &Value) -> (Value, Value, Value) {
    let shown = &answer["answer"];
    let version = shown.get("images").map(|_| versions(answer)[0].1["bestFlavor"].clone());
    (answer["verdict"].clone(), version.unwrap_or_else(|| shown["flavorIndex"].clone()), shown["reason"].clone())
}

fn holds(question: &str, edition: &str, given: &Value) {
    let answer = ask(question, edition, given);
    let mut cited = Cited::new();
    collect(&answer["because"], &mut cited);
    for (path, value) in &cited {
        // The cited value has to be there. An empty list counts as absent where it makes no difference.
        let there = given.pointer(path).filter(|there| value.is_some() || **there != json!([]));
        assert_eq!(there, value.as_ref(), "{question} {edition} cites `{path}` of {given}");
    }
    let alone = remains(given, "", &cited).unwrap_or_else(|| json!({}));
    let again = ask(question, edition, &alone);
    assert_eq!(essence(&again), essence(&answer), "{question} {edition}\n{given}\n{alone}\n{answer}");
}

#[test]
fn cited_facts_decide_alone() {
    let mut numbers = Numbers(4);
    for _ in 0..20_000 {
        let (machine, defined) = (capabilities(&mut numbers), definitions(&mut numbers));
        let flavors: Vec<Value> = (0..numbers.below(4)).map(|_| capabilities(&mut numbers)).collect();
        let several = json!({ "machineCapabilities": defined, "capabilities": machine, "capabilityFlavors": flavors });
        let pair = json!({ "machineCapabilities": defined, "a": machine, "b": capabilities(&mut numbers) });
        for edition in EDITIONS {
            holds("images/compatible", edition, &pair);
            holds("images/supported", edition, &several);
            holds("images/best-flavor", edition, &several);
        }
    }
    let mut fits = 0;
    for _ in 0..1_500 {
        let profile = profile(&mut numbers);
        for edition in EDITIONS {
            for (image, version) in [("i0", 0), ("i0", 2), ("i1", 1)] {
                let machine = format!("m{}", numbers.below(4));
                let mut given = json!({
                    "cloudProfile": profile,
                    "machineType": machine,
                    "image": image,
                    "version": format!("1.{version}.0"),
                });
                let regions = profile["spec"]["regions"].as_array().expect("regions are a list");
                if numbers.below(2) == 0 && !regions.is_empty() {
                    let region = numbers.among(regions);
                    let zones = region["zones"].as_array().expect("zones are a list").iter();
                    let zones: Vec<&Value> =
                        zones.map(|zone| &zone["name"]).filter(|_| numbers.below(3) == 0).collect();
                    given["region"] = region["name"].clone();
                    given["zones"] = json!(zones);
                }
                holds("images/fit", edition, &given);
                fits += 1;
            }
        }
    }
    println!("120000 answers about capabilities and {fits} about versions follow from their facts alone");
}
