//! Hostile provider configurations: wrong types in every place, products of lists, and missing parts.

use fitment_tests::doors::{Door, Native, Verb};
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

fn ask(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({
        "question": question, "edition": edition, "now": "2026-01-01T00:00:00Z", "text": true, "given": given,
    });
    let answer = Native::default().call(Verb::Ask, request.to_string().as_bytes());
    serde_json::from_slice(&answer).expect("an answer is JSON")
}

/// Returns a provider's configuration with every key that the mapping reads.
fn config(provider: &str) -> Value {
    let capabilities = json!({ "architecture": ["amd64"] });
    let flavor = json!({
        "capabilities": capabilities, "image": "i", "urn": "a:b:c:d", "skipMarketplaceAgreement": true,
        "regions": [{ "name": "eu", "ami": "ami-1", "id": "id-1" }],
    });
    let entry = json!({
        "version": "1.0.0", "image": "i", "urn": "a:b:c:d", "architecture": "amd64", "acceleratedNetworking": true,
        "capabilities": capabilities, "capabilityFlavors": [flavor],
        "regions": [{ "name": "eu", "ami": "ami-1", "id": "id-1", "architecture": "amd64", "capabilities": capabilities }],
    });
    json!({
        "apiVersion": format!("{provider}.provider.extensions.gardener.cloud/v1alpha1"), "kind": "CloudProfileConfig",
        "machineTypes": [{ "name": "m", "acceleratedNetworking": true }],
        "countFaultDomains": [{ "region": "eu", "count": 2 }], "countUpdateDomains": [{ "region": "eu", "count": 2 }],
        "machineImages": [{ "name": "gl", "versions": [entry] }],
    })
}

fn given(provider: &str, config: &Value) -> Value {
    json!({
        "provider": provider, "imageName": "gl", "imageVersion": "1.0.0", "region": "eu", "machineType": "m",
        "machineCapabilities": [{ "name": "architecture", "values": ["amd64", "arm64"] }], "capabilities": {},
        "regions": ["eu", "us"], "providerConfig": config,
        "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0" }] }],
    })
}

#[test]
fn whatever_stands_in_a_configuration_is_answered() {
    let strangers = [json!(null), json!(-1), json!("x"), json!([null])];
    let mut answered = 0;
    for provider in ["aws", "azure", "gcp", "openstack", "alicloud", "local"] {
        let whole = config(provider);
        for place in [String::new()].into_iter().chain(pointers(&whole, usize::MAX)) {
            for stranger in &strangers {
                let mut config = whole.clone();
                *config.pointer_mut(&place).expect("a place is there") = stranger.clone();
                for edition in ["design", "upstream"] {
                    for question in ["images/find-image", "images/validate-mapping"] {
                        let answer = ask(question, edition, &given(provider, &config));
                        let names_a_place = answer["problems"]
                            .as_array()
                            .is_some_and(|problems| problems.iter().any(|problem| problem["path"] != ""));
                        let decided = answer["outcome"] == "decided";
                        assert!(
                            decided || names_a_place,
                            "{provider} {edition} {question} {place} {stranger}: {answer}"
                        );
                        answered += 1;
                    }
                    let spec = json!({ "type": provider, "providerConfig": config });
                    let profile = json!({ "metadata": { "name": "p" }, "spec": spec });
                    let answer = ask("images/validate-profile", edition, &json!({ "cloudProfile": profile }));
                    assert_eq!(answer["outcome"], "decided", "{provider} {edition} {place} {stranger}: {answer}");
                }
            }
        }
    }
    println!("{answered} strange configurations are answered");
}

#[test]
fn products_of_lists_stay_small() {
    let names: Vec<String> = (0..3_000).map(|number| format!("r{number}")).collect();
    let values: Vec<String> = (0..3_000).map(|number| format!("v{number}")).collect();
    let definitions = json!([{ "name": "architecture", "values": ["amd64"] }, { "name": "net", "values": values }]);
    let core: Vec<Value> = values.iter().map(|value| json!({ "net": [value] })).collect();
    let flavors: Vec<Value> = values
        .iter()
        .map(|value| json!({ "capabilities": { "net": [value] }, "regions": [{ "name": "r0", "ami": "ami" }] }))
        .collect();
    let given = json!({
        "provider": "aws", "regions": names, "machineCapabilities": definitions,
        "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0", "capabilityFlavors": core }] }],
        "providerConfig": { "machineImages": [
            { "name": "gl", "versions": [{ "version": "1.0.0", "capabilityFlavors": flavors }] },
        ] },
    });
    let answer = ask("images/validate-mapping", "design", &given);
    assert_eq!((&answer["answer"]["valid"], &answer["answer"]["complete"]), (&json!(true), &json!(false)));
    let listed: usize = answer["answer"]["gaps"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|gap| gap["regions"].as_array().map_or(0, Vec::len))
        .sum();
    assert!(listed < 110_000, "{listed} regions are listed");
}
