//! A minimized profile answers like the one it was made from.

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::world;
use crate::images_oracle::choice::{self, ask, world as choices};

/// Returns the document after a patch.
pub fn patched(document: &Value, patch: &Value) -> Value {
    let mut document = document.clone();
    let patch: json_patch::Patch = serde_json::from_value(patch.clone()).expect("an answer has a JSON Patch");
    json_patch::patch(&mut document, &patch).expect("the patch applies");
    document
}

fn list<'v>(value: &'v mut Value, key: &str) -> &'v mut [Value] {
    value.get_mut(key).and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default()
}

/// Spells out the default of some capabilities: all defined values in some order, now and then one twice.
fn say_the_usual(capabilities: &mut Value, definitions: &[Value], numbers: &mut Numbers) {
    for definition in definitions {
        let name = definition["name"].as_str().expect("a definition has a name");
        let mut values = definition["values"].as_array().expect("values are a list").clone();
        if numbers.below(2) == 0 && name != "architecture" && capabilities.is_object() {
            numbers.shuffle(&mut values);
            if numbers.below(4) == 0 {
                values.extend(values.last().cloned());
            }
            capabilities[name] = Value::Array(values);
        }
    }
}

/// Returns a verbose profile with gcp artifacts: some repeat the flavor, some say the same in other words.
pub fn verbose(mut profile: Value, numbers: &mut Numbers) -> Value {
    let definitions = profile["spec"]["machineCapabilities"].as_array().cloned().unwrap_or_default();
    profile["metadata"] = json!({ "name": "p" });
    profile["spec"]["type"] = json!("gcp");
    for machine in list(&mut profile["spec"], "machineTypes") {
        let mut own = machine["capabilities"].take();
        if own.is_null() {
            own = json!({});
        }
        say_the_usual(&mut own, &definitions, numbers);
        machine["capabilities"] = own;
    }
    let mut images = Vec::new();
    for image in list(&mut profile["spec"], "machineImages") {
        let mut versions = Vec::new();
        for version in list(image, "versions") {
            let mut artifacts = Vec::new();
            for flavor in list(version, "capabilityFlavors") {
                let mut published = flavor.clone();
                say_the_usual(flavor, &definitions, numbers);
                say_the_usual(&mut published, &definitions, numbers);
                artifacts.push(json!({ "capabilities": published, "image": format!("a{}", artifacts.len()) }));
            }
            versions.push(json!({ "version": version["version"], "capabilityFlavors": artifacts }));
        }
        images.push(json!({ "name": image["name"], "versions": versions }));
    }
    profile["spec"]["providerConfig"] = json!({
        "apiVersion": "gcp.provider.extensions.gardener.cloud/v1alpha1",
        "kind": "CloudProfileConfig",
        "machineImages": images,
    });
    profile
}

/// Returns an answer without document citations, the edits of cures and the texts of errors. Errors are sorted, because
/// those about undefined names are placed by name, and so are the values of a mismatch, without duplicates, because a
/// list of all values may be written in another order than the definitions.
fn bare(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !["patch", "detail"].contains(&name.as_str()));
            let mut bared: serde_json::Map<String, Value> =
                kept.map(|(name, value)| (name.clone(), bare(value))).collect();
            if let Some(Value::Array(errors)) = bared.get_mut("errors") {
                errors.sort_by_key(Value::to_string);
            }
            for side in ["machine", "image"] {
                if let Some(Value::Array(values)) = bared.get_mut(side) {
                    values.sort_by_key(Value::to_string);
                    values.dedup();
                }
            }
            Value::Object(bared)
        }
        Value::Array(elements) => elements.iter().map(bare).collect(),
        scalar => scalar.clone(),
    }
}

fn minimized(profile: &Value) -> (Value, Value) {
    let found = world::ask("images/minimize-profile", "design", &json!({ "cloudProfile": profile }))["answer"].clone();
    let smaller = patched(profile, &found["patch"]);
    (found, smaller)
}

/// Asks the same question about both, and asserts that the answers are the same.
fn assert_same(question: &str, edition: &str, [before, after]: [&Value; 2], case: &str) {
    let engine = Engine::default();
    let answers = [before, after].map(|given| {
        let request = json!({ "question": question, "edition": edition, "now": choice::NOW, "given": given });
        let answer: Value = serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("JSON");
        json!([answer["outcome"], answer["verdict"], bare(&answer["answer"])])
    });
    assert_eq!(answers[0], answers[1], "{question} {edition}\n{before}\n{after}\n{case}");
}

/// Returns the older architecture fields, as the API server fills them in.
fn stored(edition: &str, profile: &Value) -> Vec<Value> {
    let mut spec =
        world::ask("images/sync-profile", edition, &json!({ "cloudProfile": profile }))["answer"]["spec"].clone();
    let mut fields: Vec<Value> = list(&mut spec, "machineTypes")
        .iter()
        .map(|machine| json!([machine["architecture"], machine["capabilities"]["architecture"]]))
        .collect();
    for image in list(&mut spec, "machineImages") {
        fields.extend(list(image, "versions").iter().map(|version| version["architectures"].clone()));
    }
    fields
}

#[test]
fn a_minimized_profile_answers_as_before() {
    let mut numbers = Numbers(61);
    let (mut taken, mut kept) = (0, 0);
    for round in 0..600 {
        let own = if round % 2 == 0 { choices::profile(&mut numbers) } else { world::profile(&mut numbers) };
        let profile = verbose(own, &mut numbers);
        let (found, smaller) = minimized(&profile);
        let case = found.to_string();
        assert_eq!(found["bytesBefore"], profile.to_string().len(), "{case}");
        assert_eq!(found["bytesAfter"], smaller.to_string().len(), "{profile}\n{smaller}\n{case}");
        assert_eq!(minimized(&smaller).0["patch"], json!([]), "{smaller}");
        let patch = found["patch"].as_array().expect("a patch is a list");
        assert!(patch.iter().all(|it| !it["path"].as_str().expect("a path").ends_with("/architecture")), "{case}");
        taken += patch.len();
        kept += usize::from(patch.is_empty());
        for edition in world::EDITIONS {
            let both = |more: Value| {
                [&profile, &smaller].map(|profile| {
                    let mut given = more.clone();
                    given["cloudProfile"] = profile.clone();
                    given
                })
            };
            let compare = |question: &str, more: Value| {
                let [before, after] = both(more);
                assert_same(question, edition, [&before, &after], &case);
            };
            compare("images/matrix", json!({}));
            compare("images/validate-profile", json!({ "operation": "create" }));
            compare("images/validate-mapping", json!({}));
            assert_eq!(stored(edition, &profile), stored(edition, &smaller), "{profile}\n{smaller}");
            for machine in ["m0", "m1"] {
                compare("images/fit", json!({ "machineType": machine }));
                for image in ["i0", "i1"] {
                    let version = numbers.among(&["1.0.0", "1.1.0", "2.0.0"]);
                    let boots = json!({ "machineType": machine, "imageName": image, "imageVersion": version });
                    compare("images/find-image", boots);
                }
                let mut worker = choices::worker(&mut numbers, machine);
                worker["machine"]["image"] = choices::running_image(&mut numbers, &profile);
                let shoot = choices::shoot(&worker, numbers.below(2) == 0);
                compare("images/maintain", json!({ "shoot": shoot }));
                compare("images/admit-shoot", json!({ "operation": "create", "shoot": shoot }));
            }
        }
    }
    println!("{taken} lists taken out of 600 profiles, {kept} had none");
    assert!(taken > 1_000 && kept > 20, "{taken} {kept}");
}

#[test]
fn what_an_unknown_provider_makes_of_a_list_stays() {
    let mut numbers = Numbers(62);
    for _ in 0..50 {
        let mut profile = verbose(choices::profile(&mut numbers), &mut numbers);
        profile["spec"]["type"] = json!("own");
        profile["spec"]["providerConfig"]["apiVersion"] = json!("own.provider.extensions.gardener.cloud/v1alpha1");
        let (_, smaller) = minimized(&profile);
        assert_eq!(smaller["spec"]["providerConfig"], profile["spec"]["providerConfig"]);
    }
}

#[test]
fn a_type_that_names_no_architecture_is_stored_as_it_was() {
    let profile = |architectures: &[&str]| {
        json!({ "metadata": { "name": "p" }, "spec": {
            "machineCapabilities": [
                { "name": "architecture", "values": architectures }, { "name": "net", "values": ["acc", "std"] },
            ],
            "machineTypes": [{ "name": "m", "capabilities": { "net": ["std", "acc"] } }],
        } })
    };
    // With several architectures an empty map would be stored as amd64. With one architecture it may be removed.
    let (found, _) = minimized(&profile(&["amd64", "arm64"]));
    assert_eq!(found["patch"], json!([]));
    let (found, smaller) = minimized(&profile(&["amd64"]));
    assert_eq!(found["patch"], json!([{ "op": "remove", "path": "/spec/machineTypes/0/capabilities" }]));
    assert_eq!(smaller["spec"]["machineTypes"][0], json!({ "name": "m" }));
    assert_eq!(found["lists"], 1);
    let answer = ask(&Engine::default(), "images/minimize-profile", &json!({ "cloudProfile": smaller }));
    assert_eq!(answer["because"][0]["code"], "nothing-to-minimize");
}
