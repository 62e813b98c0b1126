//! The outcome of a migration: no profile that is refused, no Shoot or profile based on it that is left behind, and no
//! false inference.

use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::migrate::{Case, NOW, ask, case, codes, example, list, migrate, text};
use super::minimize::patched;

/// Replaces definitions and descriptions by some that nobody should give.
fn spoilt(numbers: &mut Numbers, given: &mut Value) {
    let definitions = [
        json!({ "name": "architecture", "values": ["amd64"] }),
        json!({ "name": "architecture", "values": ["arm"] }),
        json!({ "name": "architecture", "values": [] }),
        json!({ "name": "foo", "values": [] }),
        json!({ "name": "", "values": ["x"] }),
        json!({ "name": "foo", "values": ["a", "a"] }),
        json!({ "name": "hyp", "values": ["gen2"] }),
        json!({ "name": "Bad Name", "values": ["x y"] }),
        json!({ "name": "gardener-own", "values": ["x"] }),
    ];
    let list = given["machineCapabilities"].as_array_mut().expect("definitions are a list");
    let place = numbers.below(list.len() + 1);
    let definition = numbers.among(&definitions).clone();
    match numbers.below(4) {
        0 => list.clear(),
        1 if place < list.len() => list[place] = definition,
        2 if place < list.len() => {
            list.remove(place);
        }
        _ => list.insert(place, definition),
    }
    let described = [json!([]), json!(["gen2", "gen2"]), json!(["gen1", "gen2"])];
    for member in ["tags", "machineTypes"] {
        let list = given[member].as_array_mut().expect("it is a list");
        if let Some(first) = list.first_mut().filter(|_| numbers.below(4) == 0) {
            first["capabilities"]["hyp"] = numbers.among(&described).clone();
        }
    }
}

/// Fills in what the API server requires of images.
fn make_whole(spec: &mut Value) {
    let images = spec["machineImages"].as_array_mut().expect("images are a list");
    images.retain(|image| !list(image, "versions").is_empty());
    for image in images {
        for version in image["versions"].as_array_mut().expect("versions are a list") {
            version["cri"] = json!([{ "name": "containerd" }]);
        }
    }
}

fn is_taken(edition: &str, profile: &Value, old: Option<&Value>) -> bool {
    let mut given = json!({ "pipeline": true, "cloudProfile": profile });
    given["operation"] = json!(if old.is_some() { "update" } else { "create" });
    old.into_iter().for_each(|old| given["oldCloudProfile"] = old.clone());
    ask("images/validate-profile", edition, &given)["answer"]["valid"] == true
}

#[test]
fn no_profile_that_is_taken_becomes_one_that_is_refused() {
    let mut numbers = Numbers(82);
    let (mut yes, mut no) = (0, 0);
    for round in 0..400 {
        let Case { mut given, .. } = case(&mut numbers);
        make_whole(&mut given["cloudProfile"]["spec"]);
        // One profile that is certainly valid, beside those that lack something.
        if round % 3 == 0 {
            given["cloudProfile"] = plain();
            given["machineTypes"] = json!([]);
        }
        spoilt(&mut numbers, &mut given);
        let edition = super::world::EDITIONS[round % super::world::EDITIONS.len()];
        let old = &given["cloudProfile"];
        if !is_taken(edition, old, None) {
            continue;
        }
        let found = ask("images/migrate-profile", edition, &given)["answer"].clone();
        if found["ok"] == true {
            let after = patched(old, &found["patch"]);
            let both = [is_taken(edition, &after, None), is_taken(edition, &after, Some(old))];
            assert_eq!(both, [true, true], "{edition} {given}\n{after}");
            yes += 1;
        } else {
            assert_eq!(found["patch"], json!([]));
            no += usize::from(codes(list(&found, "findings")).contains("migrated-profile-refused"));
        }
    }
    println!("{yes} migrated, {no} refused for what would come of it");
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// Returns a valid profile with two architectures.
fn plain() -> Value {
    json!({ "metadata": { "name": "p" }, "spec": {
        "type": "local", "regions": [{ "name": "r" }], "kubernetes": { "versions": [{ "version": "1.33.2" }] },
        "machineImages": [{ "name": "g", "updateStrategy": "minor", "versions": [
            { "version": "1.0.0", "architectures": ["amd64", "arm64"], "cri": [{ "name": "containerd" }] },
        ] }],
        "machineTypes": [
            { "name": "m", "cpu": "2", "gpu": "0", "memory": "8Gi" },
            { "name": "a", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "arm64" },
        ],
    } })
}

#[test]
fn what_would_be_refused_is_told_where_it_was_given() {
    for (definitions, path) in [
        (json!([{ "name": "architecture", "values": ["amd64"] }]), "/spec/machineTypes/1/capabilities/architecture/0"),
        (json!([{ "name": "architecture", "values": ["arm"] }]), "/given/machineCapabilities/0"),
        (json!([{ "name": "foo", "values": [] }]), "/given/machineCapabilities/0"),
        (
            json!([{ "name": "ok", "values": ["x"] }, { "name": "foo", "values": ["a", "a"] }]),
            "/given/machineCapabilities/1",
        ),
        (
            json!([{ "name": "foo", "values": ["a"] }, { "name": "foo", "values": ["b"] }]),
            "/given/machineCapabilities/1",
        ),
        (json!([{ "name": "", "values": ["a"] }]), "/given/machineCapabilities"),
        (json!([{ "name": "Bad Name", "values": ["x y"] }]), "/given/machineCapabilities/0"),
    ] {
        let found = migrate(&json!({ "cloudProfile": plain(), "machineCapabilities": definitions }));
        assert_eq!((&found["ok"], &found["patch"]), (&json!(false), &json!([])), "{definitions} {found}");
        let told = list(&found, "findings");
        assert!(codes(told).contains("migrated-profile-refused"), "{definitions} {found}");
        assert!(told.iter().any(|it| text(it, "path").starts_with(path)), "{path} {definitions} {found}");
    }
    assert_eq!(migrate(&json!({ "cloudProfile": plain() }))["ok"], true);
}

#[test]
fn a_profile_of_a_namespace_that_has_what_goes_stands_against_it() {
    let (mut given, _) = example();
    let child = |name: &str, version: &str| {
        json!({ "metadata": { "name": name, "namespace": "garden-x" }, "spec": {
            "parent": { "kind": "CloudProfile", "name": "azure" },
            "machineImages": [{ "name": "gardenlinux", "versions": [{ "version": version, "expirationDate": "2027-01-01T00:00:00Z" }] }],
        } })
    };
    given["namespacedCloudProfiles"] = json!([child("stays", "1592.2.0")]);
    assert_eq!(migrate(&given)["ok"], true);
    given["namespacedCloudProfiles"] = json!([child("stays", "1592.2.0"), child("goes", "1592.2.0-gen2")]);
    let found = ask("images/migrate-profile", "design", &given);
    let told = list(&found["answer"], "findings");
    assert_eq!((&found["verdict"], &found["answer"]["patch"], told.len()), (&json!("no"), &json!([]), 1), "{found}");
    assert_eq!(
        (text(&told[0], "code"), text(&told[0], "level"), text(&told[0], "path")),
        ("migrated-version-overridden", "error", "/given/namespacedCloudProfiles/1/spec/machineImages/0/versions/0")
    );
    given["namespacedCloudProfiles"][1]["metadata"]["deletionTimestamp"] = json!(NOW);
    assert_eq!(migrate(&given)["ok"], true);
}

#[test]
fn what_is_concluded_of_network_cards_is_not_taken_for_every_value() {
    let machine = |name: &str| json!({ "name": name, "cpu": "2", "gpu": "0", "memory": "8Gi" });
    let entry = |version: &str, fast: bool| json!({ "version": version, "urn": format!("a:b:c:{version}"), "acceleratedNetworking": fast });
    let mut given = json!({ "cloudProfile": { "metadata": { "name": "azure" }, "spec": {
        "type": "azure",
        "machineImages": [{ "name": "gl", "versions": [{ "version": "2.0.0" }, { "version": "1.0.0" }] }],
        "machineTypes": [machine("accel"), machine("basic"), machine("other")],
        "providerConfig": {
            "apiVersion": "azure.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineTypes": [{ "name": "accel", "acceleratedNetworking": true }],
            "machineImages": [{ "name": "gl", "versions": [entry("2.0.0", true), entry("1.0.0", false)] }],
        },
    } } });
    let said = |given: &Value, code: &str| {
        let found = ask("images/migrate-profile", "design", given);
        let inferences = list(&found["answer"], "inferences").to_vec();
        let inference = inferences.iter().find(|it| it["code"] == code).unwrap_or_else(|| panic!("{code} {found}"));
        inference["value"].clone()
    };
    assert_eq!(said(&given, "types-taken-for-all"), json!(["accel"]));
    assert_eq!(said(&given, "versions-taken-for-all"), json!(1));
    // Nothing is inferred from the other definitions.
    given["machineCapabilities"] = json!([
        { "name": "azure-networking", "values": ["accelerated", "basic"] }, { "name": "hyp", "values": ["gen2", "gen1"] },
    ]);
    assert_eq!(said(&given, "types-taken-for-all"), json!(["accel", "basic", "other"]));
    assert_eq!(said(&given, "versions-taken-for-all"), json!(2));
}

#[test]
fn machine_types_that_stay_and_get_another_artifact_are_told_together() {
    let (mut given, _) = example();
    given["machineTypes"] = json!([]);
    for edition in super::world::EDITIONS {
        let found = ask("images/migrate-profile", edition, &given);
        let told = list(&found["answer"], "findings");
        let of_code: Vec<&Value> = told.iter().filter(|it| it["code"] == "pairs-get-another-artifact").collect();
        assert_eq!(of_code.len(), 1, "{edition} {found}");
        assert_eq!(
            (text(of_code[0], "level"), text(of_code[0], "subject")),
            ("warning", "gardenlinux:1592.2.0"),
            "{found}"
        );
        assert_eq!(found["verdict"], "yes");
    }
    // If a machine can boot only what the version is, it gets no other artifact.
    given["machineTypes"] = json!([{ "name": "Standard_S896om", "capabilities": { "hypervisorType": ["gen1"] } }]);
    assert!(!codes(list(&migrate(&given), "findings")).contains("pairs-get-another-artifact"));
}
