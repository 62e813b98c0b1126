//! The findings of the lint agree with the answers to other questions, and their edits change nothing else.

use std::collections::BTreeSet;

use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::minimize::{patched, verbose};
use super::world::{EDITIONS, ask, profile};
use crate::images_oracle::choice::world as choices;

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn lint(edition: &str, profile: &Value) -> Value {
    ask_now("images/lint", edition, &json!({ "cloudProfile": profile }))
}

/// Returns the answer to a question for which the time may matter.
fn ask_now(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "now": "2026-06-01T00:00:00Z", "given": given });
    let answer = fitment::Engine::default().ask(request.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{request}\n{answer}");
    answer["answer"].clone()
}

/// Returns the places of all findings with a code.
fn places(found: &Value, code: &str) -> BTreeSet<String> {
    let of_code = list(found, "findings").iter().filter(|finding| finding["code"] == code);
    of_code.map(|finding| finding["path"].as_str().expect("a path").to_owned()).collect()
}

/// Returns the capabilities of a machine type, as an edition reads them.
fn own(machine: &Value, profile: &Value, edition: &str) -> Value {
    let mut own = machine["capabilities"].clone();
    let definitions = list(&profile["spec"], "machineCapabilities");
    let several =
        definitions.iter().rfind(|it| it["name"] == "architecture").is_some_and(|it| list(it, "values").len() > 1);
    let older = machine["architecture"].as_str().unwrap_or_default();
    if edition == "design" && several && own.get("architecture").is_none() && !older.is_empty() {
        own["architecture"] = json!([older]);
    }
    own
}

/// Returns the flavors that some machine type takes, the flavors that fit any, and the machine types that find one, by
/// asking one question for each pair.
fn taken(edition: &str, profile: &Value) -> [BTreeSet<String>; 3] {
    let spec = &profile["spec"];
    let [mut takes, mut fits, mut finds] = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    for (place, machine) in list(spec, "machineTypes").iter().enumerate() {
        if machine["usable"] == false {
            continue;
        }
        for (image, entry) in list(spec, "machineImages").iter().enumerate() {
            for (version, entry) in list(entry, "versions").iter().enumerate() {
                let given = json!({
                    "machineCapabilities": spec["machineCapabilities"],
                    "capabilities": own(machine, profile, edition),
                    "capabilityFlavors": entry["capabilityFlavors"],
                });
                let at = |flavor: &Value| {
                    format!("/spec/machineImages/{image}/versions/{version}/capabilityFlavors/{flavor}")
                };
                if list(entry, "capabilityFlavors").is_empty() {
                    finds.insert(format!("/spec/machineTypes/{place}"));
                    continue;
                }
                let fitting = ask("images/compatible-flavors", edition, &given)["answer"].clone();
                for flavor in list(&fitting, "flavorIndexes") {
                    fits.insert(at(flavor));
                    finds.insert(format!("/spec/machineTypes/{place}"));
                }
                let best = ask("images/best-flavor", edition, &given)["answer"].clone();
                // Upstream takes none of several tied flavors, so none of them can be called idle.
                let tied = best["reason"] == "ambiguous-flavors" || best["reason"] == "not-unique";
                let taken =
                    if tied { list(&fitting, "flavorIndexes").to_vec() } else { vec![best["flavorIndex"].clone()] };
                takes.extend(taken.iter().filter(|flavor| !flavor.is_null()).map(at));
            }
        }
    }
    [takes, fits, finds]
}

#[test]
fn flavors_and_machine_types_find_each_other_as_the_other_questions_say() {
    let mut numbers = Numbers(71);
    let mut counts = [0; 4];
    for round in 0..400 {
        let profile = if round % 2 == 0 { choices::profile(&mut numbers) } else { profile(&mut numbers) };
        if list(&profile["spec"], "machineCapabilities").is_empty() {
            continue;
        }
        for edition in EDITIONS {
            let found = lint(edition, &profile);
            let case = || format!("{edition}\n{profile}\n{found}");
            let [takes, fits, finds] = taken(edition, &profile);
            let repeated = places(&found, "flavor-repeated");
            let without = places(&found, "flavor-without-machine-type");
            let never = places(&found, "flavor-never-taken");
            let lonely = places(&found, "machine-type-without-image");
            let usable = list(&profile["spec"], "machineTypes").iter().any(|machine| machine["usable"] != false);
            for (image, entry) in list(&profile["spec"], "machineImages").iter().enumerate() {
                for (version, entry) in list(entry, "versions").iter().enumerate() {
                    let flavors = list(entry, "capabilityFlavors");
                    for place in 0..flavors.len() {
                        let at = format!("/spec/machineImages/{image}/versions/{version}/capabilityFlavors/{place}");
                        let is_repeated =
                            flavors[..place].iter().any(|earlier| same(earlier, &flavors[place], &profile));
                        assert_eq!(repeated.contains(&at), is_repeated, "{at} {}", case());
                        if is_repeated || !usable {
                            continue;
                        }
                        assert_eq!(without.contains(&at), !fits.contains(&at), "{at} {}", case());
                        let is_idle = fits.contains(&at) && !takes.contains(&at);
                        assert_eq!(never.contains(&at), is_idle, "{at} {}", case());
                    }
                }
            }
            for (place, machine) in list(&profile["spec"], "machineTypes").iter().enumerate() {
                let at = format!("/spec/machineTypes/{place}");
                let is_lonely = machine["usable"] != false && !finds.contains(&at);
                assert_eq!(lonely.contains(&at), is_lonely, "{at} {}", case());
            }
            for (count, places) in counts.iter_mut().zip([repeated, without, never, lonely]) {
                *count += places.len();
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 40), "{counts:?}");
    println!("findings as the other questions say: {counts:?}");
}

/// Whether everything that a flavor names is defined. Undefined names may be slips, and it is not known for what.
fn is_clear(flavor: &Value, profile: &Value) -> bool {
    let defined: BTreeSet<&str> =
        list(&profile["spec"], "machineCapabilities").iter().filter_map(|one| one["name"].as_str()).collect();
    flavor.as_object().into_iter().flatten().all(|(name, _)| defined.contains(name.as_str()))
}

/// Whether two flavors are equal after defaulting.
fn same(left: &Value, right: &Value, profile: &Value) -> bool {
    if !is_clear(left, profile) || !is_clear(right, profile) {
        return false;
    }
    let given = json!({ "machineCapabilities": profile["spec"]["machineCapabilities"], "capabilities": left });
    let mut given = given;
    let effective = |own: &Value, given: &mut Value| {
        given["capabilities"] = own.clone();
        let answer = ask("images/default-capabilities", "upstream", given)["answer"]["capabilities"].clone();
        let members = answer.as_object().cloned().unwrap_or_default();
        let set = |values: &Value| -> BTreeSet<String> {
            values.as_array().into_iter().flatten().map(ToString::to_string).collect()
        };
        members.iter().map(|(name, values)| (name.clone(), set(values))).collect::<Vec<_>>()
    };
    let [mut left, mut right] = [effective(left, &mut given), effective(right, &mut given)];
    left.sort();
    right.sort();
    left == right
}

#[test]
fn safe_edits_leave_every_answer_as_it_is() {
    let mut numbers = Numbers(72);
    let mut edits = 0;
    for round in 0..600 {
        let own = if round % 2 == 0 { choices::profile(&mut numbers) } else { profile(&mut numbers) };
        let profile = verbose(own, &mut numbers);
        for edition in EDITIONS {
            let found = lint(edition, &profile);
            edits += list(&found, "fix").len();
            let mended = patched(&profile, &found["fix"]);
            assert_eq!(lint(edition, &mended)["fix"], json!([]), "{mended}");
            for question in ["images/matrix", "images/validate-mapping"] {
                let [before, after] = [&profile, &mended].map(|profile| {
                    let answer = ask_now(question, edition, &json!({ "cloudProfile": profile }));
                    [answer["fitting"].clone(), answer["offered"].clone(), answer["valid"].clone()]
                });
                assert_eq!(before, after, "{question} {edition} {profile} {mended}");
            }
            let errors = |profile: &Value| {
                let given = json!({ "operation": "create", "cloudProfile": profile });
                list(&ask_now("images/validate-profile", edition, &given), "errors").len()
            };
            assert!(errors(&mended) <= errors(&profile), "{edition} {profile} {mended}");
            // Each edit also applies by itself.
            for finding in list(&found, "findings").iter().filter(|finding| finding["fix"].is_array()) {
                patched(&profile, &finding["fix"]);
            }
        }
    }
    assert!(edits > 100, "{edits}");
}

#[test]
fn a_profile_in_order_has_no_findings_and_a_planted_fault_has_its_own() {
    let good = json!({ "metadata": { "name": "p" }, "spec": {
        "type": "aws",
        "regions": [{ "name": "eu" }, { "name": "us" }],
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64", "arm64"] }, { "name": "net", "values": ["acc", "std"] },
        ],
        "machineTypes": [
            { "name": "old", "capabilities": { "architecture": ["amd64"], "net": ["std"] } },
            { "name": "new", "capabilities": { "architecture": ["amd64"] } },
            { "name": "arm", "capabilities": { "architecture": ["arm64"] } },
        ],
        "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0", "capabilityFlavors": [
            { "architecture": ["amd64"], "net": ["acc"] },
            { "architecture": ["amd64"], "net": ["std"] },
            { "architecture": ["arm64"] },
        ] }] }],
        "providerConfig": {
            "apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0", "capabilityFlavors": [
                { "capabilities": { "architecture": ["amd64"], "net": ["acc"] }, "regions": regions("a") },
                { "capabilities": { "architecture": ["amd64"], "net": ["std"] }, "regions": regions("b") },
                { "capabilities": { "architecture": ["arm64"] }, "regions": regions("c") },
            ] }] }],
        },
    } });
    for edition in EDITIONS {
        let found = lint(edition, &good);
        assert_eq!(
            (&found["ok"], &found["count"], &found["complete"]),
            (&json!(true), &json!(0), &json!(true)),
            "{found}"
        );
    }
    let versions = "/spec/machineImages/0/versions";
    let published = "/spec/providerConfig/machineImages/0/versions/0/capabilityFlavors";
    let faults = [
        (
            json!([{ "op": "remove", "path": format!("{published}/1/regions/0") }]),
            "region-not-mapped",
            "capabilityFlavors/1",
        ),
        (
            json!([{ "op": "add", "path": format!("{versions}/-"), "value": { "version": "2.0.0" } }]),
            "version-without-mapping",
            "versions/1",
        ),
        (
            json!([{ "op": "replace", "path": "/spec/machineImages/0/name", "value": "ub" }]),
            "image-without-mapping",
            "machineImages/0",
        ),
        (
            json!([{ "op": "remove", "path": format!("{versions}/0/capabilityFlavors/0/net") }]),
            "flavor-without-mapping",
            "capabilityFlavors/0",
        ),
        (
            json!([{ "op": "remove", "path": format!("{published}/0") }, { "op": "remove", "path": format!("{versions}/0/capabilityFlavors/0/net") }]),
            "combination-not-published",
            "capabilityFlavors/0",
        ),
        (
            json!([{ "op": "copy", "from": format!("{published}/0"), "path": format!("{published}/-") }]),
            "artifacts-tied",
            "capabilityFlavors/3",
        ),
        (
            json!([{ "op": "replace", "path": "/spec/machineTypes/2/capabilities/architecture", "value": ["amd64"] }]),
            "flavor-without-machine-type",
            "capabilityFlavors/2",
        ),
        (json!([{ "op": "remove", "path": "/spec/machineTypes/0" }]), "flavor-never-taken", "capabilityFlavors/1"),
        (
            json!([{ "op": "add", "path": "/spec/machineCapabilities/1/values/-", "value": "rdma" },
                { "op": "add", "path": "/spec/machineTypes/1/capabilities/net", "value": ["acc", "std"] },
                { "op": "add", "path": "/spec/machineTypes/2/capabilities/net", "value": ["acc", "std"] }]),
            "value-never-used",
            "values/2",
        ),
        (
            json!([{ "op": "replace", "path": "/spec/machineCapabilities/1/values", "value": ["Yes", "no"] }]),
            "capability-framed-negatively",
            "machineCapabilities/1",
        ),
        (
            json!([{ "op": "copy", "from": format!("{versions}/0/capabilityFlavors/2"), "path": format!("{versions}/0/capabilityFlavors/-") }]),
            "flavor-repeated",
            "capabilityFlavors/3",
        ),
        (
            json!([{ "op": "add", "path": format!("{versions}/-"), "value": { "version": "1.0.1" } }]),
            "several-supported",
            "versions",
        ),
    ];
    for (fault, code, place) in faults {
        for edition in EDITIONS {
            let found = lint(edition, &patched(&good, &fault));
            let places = places(&found, code);
            assert!(places.iter().any(|path| path.ends_with(place)), "{edition} {code}: {found}");
            let errors = [
                "image-without-mapping",
                "version-without-mapping",
                "flavor-without-mapping",
                "combination-not-published",
            ];
            let level = if errors.contains(&code) || code == "artifacts-tied" && edition == "upstream" {
                "error"
            } else {
                "warning"
            };
            let finding = list(&found, "findings").iter().find(|finding| finding["code"] == code).expect("it is there");
            assert_eq!(finding["level"], level, "{edition} {finding}");
        }
    }
}

fn regions(artifact: &str) -> Value {
    ["eu", "us"].iter().map(|region| json!({ "name": region, "ami": format!("ami-{artifact}-{region}") })).collect()
}

#[test]
fn equal_artifacts_in_different_regions_are_not_tied() {
    let artifact = |region: &str| json!({ "capabilities": { "architecture": ["amd64"] }, "regions": [{ "name": region, "ami": "ami-1" }] });
    let profile = |second: &str| {
        json!({ "metadata": { "name": "p" }, "spec": {
            "type": "aws", "regions": [{ "name": "eu" }, { "name": "us" }],
            "machineCapabilities": [{ "name": "architecture", "values": ["amd64"] }],
            "machineTypes": [{ "name": "m" }],
            "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0" }] }],
            "providerConfig": { "machineImages": [{ "name": "gl", "versions": [
                { "version": "1.0.0", "capabilityFlavors": [artifact("eu"), artifact(second)] },
            ] }] },
        } })
    };
    let codes = |found: &Value| -> Vec<String> {
        list(found, "findings").iter().map(|finding| finding["code"].as_str().expect("a code").to_owned()).collect()
    };
    assert_eq!(codes(&lint("upstream", &profile("us"))), Vec::<String>::new());
    assert_eq!(codes(&lint("upstream", &profile("eu"))), ["region-not-mapped", "artifacts-tied"]);
}

#[test]
fn what_is_not_looked_at_is_said() {
    let machines: Vec<Value> = (0..40)
        .map(|place| json!({ "name": format!("m{place}"), "capabilities": { "a": [format!("v{place}")] } }))
        .collect();
    let values: Vec<String> = (0..40).map(|place| format!("v{place}")).collect();
    let versions: Vec<Value> = (0..40)
        .map(|place| json!({ "version": format!("{place}.0.0"), "capabilityFlavors": [{ "a": ["v1"] }, { "a": ["v2"] }] }))
        .collect();
    let given = json!({ "steps": 1_000, "cloudProfile": { "metadata": { "name": "p" }, "spec": {
        "machineCapabilities": [{ "name": "architecture", "values": ["amd64"] }, { "name": "a", "values": values }],
        "machineTypes": machines,
        "machineImages": [{ "name": "gl", "versions": versions }],
    } } });
    let answer = ask("images/lint", "design", &given);
    assert_eq!(answer["answer"]["complete"], false);
    assert_eq!(answer["problems"][0]["code"], "lint-stopped");
    // No machine type is reported as without an image unless all versions were looked at.
    assert!(places(&answer["answer"], "machine-type-without-image").is_empty(), "{answer}");
}

#[test]
fn errors_are_told_before_all_else() {
    let versions: Vec<Value> = (0..30)
        .map(
            |place| json!({ "version": format!("{place}.0.0"), "capabilityFlavors": [{ "a": ["x"] }, { "a": ["y"] }] }),
        )
        .collect();
    let given = json!({ "listAtMost": 5, "maxBytes": 100, "cloudProfile": { "metadata": { "name": "p" }, "spec": {
        "machineCapabilities": [{ "name": "architecture", "values": ["amd64"] }, { "name": "a", "values": ["x", "y"] }],
        "machineTypes": [{ "name": "m", "capabilities": { "a": ["x"] } }],
        "machineImages": [{ "name": "gl", "versions": versions }],
    } } });
    let answer = &ask("images/lint", "design", &given)["answer"];
    let levels: Vec<&Value> = list(answer, "findings").iter().map(|finding| &finding["level"]).collect();
    assert!(answer["count"].as_u64() > Some(30) && answer["errors"] == 1, "{answer}");
    assert_eq!(levels, ["warning", "warning", "warning", "warning", "error"]);
}
