//! The design text's own examples, unaltered, and what the text promises about them.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

/// Reads an example exactly as the text has it.
fn example(name: &str) -> Value {
    let documents = yaml::to_json(&files::read(format!("examples/gep-33/{name}.yaml"))).expect("it is YAML");
    serde_json::from_str(&documents[0]).expect("YAML becomes JSON")
}

/// Reads an example profile and adds the name and kind that the text leaves out.
fn profile(name: &str) -> Value {
    let mut profile = example(name);
    profile["apiVersion"] = "core.gardener.cloud/v1beta1".into();
    profile["kind"] = "CloudProfile".into();
    profile["metadata"] = json!({ "name": "azure" });
    profile
}

fn shoot(worker: &Value) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": { "name": "s", "namespace": "garden" },
        "spec": {
            "cloudProfile": { "kind": "CloudProfile", "name": "azure" }, "region": "west", "kubernetes": { "version": "1.33.2" },
            "maintenance": { "autoUpdate": { "machineImageVersion": true } }, "provider": { "workers": [worker] },
        }
    })
}

fn pool(machine_type: &str, version: &str) -> Value {
    json!({ "name": "w", "machine": { "type": machine_type, "image": { "name": "gardenlinux", "version": version } } })
}

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "now": "2026-01-01T00:00:00Z", "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

/// Returns the review of a new profile, or of its update, while Shoots are loaded.
fn review(new: &Value, old: Option<&Value>, shoots: &[Value]) -> Value {
    let mut engine = Engine::default();
    engine.load(json!({ "documents": shoots }).to_string().as_bytes());
    let operation = if old.is_some() { "UPDATE" } else { "CREATE" };
    let kind = json!({ "group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile" });
    let request =
        json!({ "uid": "1", "kind": kind, "operation": operation, "name": "azure", "object": new, "oldObject": old });
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
    let asked = json!({ "phase": "validating", "now": "2026-01-01T00:00:00Z", "review": review });
    serde_json::from_str(&engine.review(asked.to_string().as_bytes())).expect("the engine writes JSON")
}

#[test]
fn the_proposal_fits_as_the_text_says() {
    let given = |name: &str| json!({ "cloudProfile": profile("proposal"), "machineType": name });
    for (machine, flavors) in [("Standard_S896om", [true, false]), ("Standard_S896", [true, true])] {
        let fit = ask("images/fit", &given(machine));
        assert_eq!(fit["problems"], json!([]), "{fit}");
        let versions = &fit["answer"]["images"][0]["versions"];
        let fits: Vec<&Value> = (0..2).map(|place| &versions[0]["flavors"][place]["fits"]).collect();
        assert_eq!(fits, [flavors[0], flavors[1]], "{machine}");
        assert_eq!((&versions[0]["bestFlavor"], &versions[1]["fits"]), (&json!(0), &json!(true)));
        let pick = ask("images/pick", &given(machine));
        let worker = &pick["answer"]["worker"];
        assert_eq!(worker["machine"]["type"], machine);
        assert_eq!(worker["machine"]["image"]["version"], pick["answer"]["picked"]["version"]);
    }
    let pick = ask("images/pick", &given("Standard_S896om"));
    assert_eq!(pick["answer"]["picked"]["version"], "1592.2.0", "{pick}");
}

#[test]
fn a_fragment_is_judged_for_its_capabilities() {
    for name in ["proposal", "legacy"] {
        let fragment = example(name);
        let scoped = ask("images/validate-profile", &json!({ "cloudProfile": fragment, "scope": "capabilities" }));
        assert_eq!((&scoped["verdict"], &scoped["problems"]), (&json!("yes"), &json!([])), "{name}: {scoped}");
        let whole = ask("images/validate-profile", &json!({ "cloudProfile": fragment }));
        assert_eq!(whole["verdict"], "no", "a fragment has no regions");
    }
    let mut wrong = example("proposal");
    wrong["spec"]["machineTypes"][0]["capabilities"]["hypervisorType"] = json!(["gen9"]);
    let scoped = ask("images/validate-profile", &json!({ "cloudProfile": wrong, "scope": "capabilities" }));
    let field = &scoped["answer"]["errors"][0]["field"];
    assert_eq!(field, "spec.machineTypes[0].capabilities.hypervisorType[0]", "{scoped}");
}

#[test]
fn the_flat_configuration_names_what_the_proposal_does_not_define() {
    let mut profile = profile("proposal");
    let config = example("provider-config")["providerConfig"].clone();
    profile["spec"]["providerConfig"] = config;
    let answer = ask("images/validate-mapping", &json!({ "cloudProfile": profile, "provider": "azure" }));
    let fields: Vec<&str> =
        answer["answer"]["errors"].as_array().expect("a list").iter().filter_map(|it| it["field"].as_str()).collect();
    let first = "spec.providerConfig.machineImages[0].versions[0].capabilities.architecture[0]";
    assert!(fields.contains(&first), "{fields:?}");
    // The text has one machine type that supports only UEFI; it boots the UEFI artifact.
    profile["spec"]["machineCapabilities"][0]["values"] = json!(["amd64", "arm64"]);
    let boots = ask(
        "images/find-image",
        &json!({
            "cloudProfile": profile, "provider": "azure", "machineType": "Standard_S896om", "imageName": "gardenlinux",
            "imageVersion": "1592.2.0",
        }),
    );
    let image = boots["answer"]["image"].as_str().expect("an image is found");
    assert!(image.ends_with("/gardenlinux-nvme-gen2/Versions/1592.2.0"), "{image}");
}

#[test]
fn the_proposal_is_merged_maintained_and_reviewed() {
    let proposal = profile("proposal");
    let own = json!({ "name": "own", "capabilities": { "hypervisorType": ["gen1"] } });
    let child = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": { "name": "team", "namespace": "garden" },
        "spec": { "parent": { "kind": "CloudProfile", "name": "azure" }, "machineTypes": [own] },
    });
    let given = json!({ "cloudProfile": proposal, "namespacedCloudProfile": child });
    let merged = ask("images/merge-profile", &given);
    assert_eq!(merged["answer"]["status"]["machineTypes"][2]["name"], "own", "{merged}");
    let asked = json!({ "cloudProfile": proposal, "namespacedCloudProfile": child, "machineType": "own" });
    assert_eq!(ask("images/fit", &asked)["answer"]["images"][0]["versions"][0]["bestFlavor"], 1);

    // The text leaves out what the API server fills in, such as container runtimes.
    let mut stored = proposal.clone();
    stored["spec"] = ask("images/default-profile", &json!({ "cloudProfile": proposal }))["answer"]["spec"].clone();
    for machine in ["Standard_S896om", "Standard_S896"] {
        let shoot = shoot(&pool(machine, "1592.1.0"));
        let maintained = ask("images/maintain", &json!({ "cloudProfile": stored, "shoot": shoot }));
        assert_eq!(maintained["answer"]["workers"][0]["version"], "1592.2.0", "{machine}: {maintained}");
    }

    let created = review(&proposal, None, &[]);
    let causes =
        created["review"]["response"]["status"]["details"]["causes"].as_array().expect("a fragment is refused");
    let about = |cause: &Value| cause["field"].as_str().is_some_and(|field| field.to_lowercase().contains("capabilit"));
    assert!(!causes.iter().any(about), "nothing is wrong with its capabilities: {causes:?}");
    let mut fewer = proposal.clone();
    fewer["spec"]["machineImages"][0]["versions"][0]["capabilityFlavors"].as_array_mut().expect("a list").remove(0);
    let shoots = [shoot(&pool("Standard_S896om", "1592.2.0"))];
    let in_use = ask(
        "images/in-use",
        &json!({ "oldCloudProfile": proposal, "cloudProfile": fewer, "shoots": shoots, "namespacedCloudProfiles": [] }),
    );
    let field = &in_use["answer"]["violations"][0]["field"];
    assert_eq!(field, "spec.machineImages[0].versions[0].capabilityFlavors[0]", "{in_use}");
    let updated = review(&fewer, Some(&proposal), &shoots).to_string();
    assert!(updated.contains("flavor-in-use") && updated.contains("users-looked-at"), "{updated}");
}

#[test]
fn the_legacy_form_fits_by_its_older_fields() {
    let given = json!({ "cloudProfile": profile("legacy"), "machineType": "Standard_S896om" });
    let fit = ask("images/fit", &given);
    let versions = fit["answer"]["images"][0]["versions"].as_array().expect("a list");
    assert!(versions.len() == 2 && versions.iter().all(|version| version["fits"] == true), "{fit}");
    assert_eq!(ask("images/pick", &given)["answer"]["picked"]["version"], "1592.2.0");
    let shoot = shoot(&pool("Standard_S896om", "1592.2.0-gen2"));
    let maintained = ask("images/maintain", &json!({ "cloudProfile": profile("legacy"), "shoot": shoot }));
    assert_eq!(maintained["verdict"], "none");
    assert_eq!(review(&profile("legacy"), None, &[])["review"]["response"]["allowed"], false, "it has no regions");
}
