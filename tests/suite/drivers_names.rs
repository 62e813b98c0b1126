//! Misspelt or empty names in configurations, registries and images are reported, with a suggestion if there is one.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn registry(config: Value) -> Value {
    json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "prod" }, "config": config,
        "drivers": [{ "name": "helm", "provides": [["vm", "ubuntu", "kubernetes"]] }] })
}

/// Returns the keys that nothing reads, each with its suggestion.
fn told(answer: &Value) -> Vec<(&str, Option<&str>)> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    let unknown = problems.filter(|problem| problem["code"] == "unknown-key");
    let facts = unknown.filter_map(|problem| problem["facts"].as_array());
    facts
        .map(|facts| {
            let nearest = facts.iter().find(|fact| fact["name"] == "nearest");
            (facts[0]["value"].as_str().unwrap_or_default(), nearest.and_then(|fact| fact["value"].as_str()))
        })
        .collect()
}

#[test]
fn an_option_is_taken_for_another_only_where_it_is_like_it() {
    for (option, meant) in [
        ("driver", Some("default_driver")),
        ("beta_drivers", Some("enabled_beta_drivers")),
        ("enabled_drivers", Some("enabled_beta_drivers")),
        ("defualt_driver", Some("default_driver")),
        ("heat_driver", None),
        ("enabled_definitions", None),
        ("send_cluster_metrics", None),
    ] {
        let file = registry(json!({ "DEFAULT": {}, "drivers": { option: "x" } }));
        let answer = ask("drivers/lint", &json!({ "registry": file }));
        let expected: Vec<(&str, Option<&str>)> = meant.iter().map(|meant| (option, Some(*meant))).collect();
        assert_eq!(told(&answer), expected, "{answer}");
    }
}

#[test]
fn an_empty_name_is_called_one() {
    for names in [json!("a,,b"), json!(["a", ""])] {
        for option in ["disabled_drivers", "enabled_beta_drivers"] {
            let answer = ask("drivers/lint", &json!({ "registry": registry(json!({ option: names })) }));
            let findings = answer["answer"]["findings"].as_array().cloned().unwrap_or_default();
            assert!(findings.iter().any(|found| found["code"] == "lint-empty-driver-name"), "{answer}");
            let text = answer["text"].as_str().unwrap_or_default();
            assert!(text.contains(&format!("`{option}` has an empty name")) && !text.contains("``"), "{text}");
        }
    }
    let mut nameless = registry(json!({}));
    nameless["drivers"][0]["name"] = json!("");
    let answer = ask("drivers/lint", &json!({ "registry": nameless }));
    assert_eq!(
        (&answer["undecided"], &answer["problems"][0]["path"]),
        (&json!("request"), &json!("/given/registry/drivers/0/name")),
        "{answer}"
    );
    let says = answer["problems"][0]["says"].as_str().unwrap_or_default();
    assert!(says.contains("found an empty text, expected the name"), "{says}");
}

#[test]
fn a_misspelt_distribution_is_told_wherever_a_client_shows_it() {
    let images: Value =
        serde_json::from_str(&files::read("tests/clients/printed/sdk-images.json")).expect("it is JSON");
    for (place, key) in [("", "os-distro"), ("", "os_dsitro"), ("/properties", "os-distro"), ("/properties", "distro")]
    {
        let mut image = images[0].clone();
        image["os_distro"] = Value::Null;
        let inside = image.pointer_mut(place).expect("it is there");
        inside[key] = json!("ubuntu");
        let given = json!({ "registry": registry(json!({})), "request": { "coe": "kubernetes" }, "image": image });
        let answer = ask("drivers/resolve", &given);
        assert_eq!(told(&answer), [(key, Some("os_distro"))], "{answer}");
        // The form in which the command line reads the image from a file. Keys beside `properties` are skipped.
        let gathered = ask("traits/gather", &json!({ "documents": [image] }));
        let beside = if place.is_empty() { vec![(key, Some("os_distro"))] } else { vec![] };
        assert_eq!(told(&gathered), beside, "{gathered}");
    }
    let gathered = ask("traits/gather", &json!({ "documents": [images] }));
    assert_eq!(told(&gathered), [], "{gathered}");
}
