//! What a report of a node says of its provider.

use fitment::Engine;
use serde_json::{Value, json};

/// What is said beneath the first reason.
fn says(given: &Value) -> Vec<String> {
    let request = json!({ "question": "traits/sync", "text": true, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    let beneath = answer["because"][0]["because"].as_array().unwrap_or_else(|| panic!("{answer}"));
    beneath.iter().map(|reason| reason["says"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_report_says_what_comes_and_what_goes() {
    let node = |class: &str, traits: &[&str]| {
        json!({ "uuid": "u", "name": "n", "resource_class": class, "traits": traits, "provision_state": "available",
            "power_state": "power off", "maintenance": false, "instance_uuid": null })
    };
    let of = |names: &[&str], class: &str, reserved: u64| {
        json!({ "node": node("gold", &["CUSTOM_A"]), "placementTraits": names,
            "placementInventory": { class: { "total": 1, "reserved": reserved } } })
    };
    assert_eq!(says(&of(&["CUSTOM_A"], "CUSTOM_GOLD", 0)), Vec::<String>::new());
    assert_eq!(
        says(&json!({ "node": node("gold", &["CUSTOM_A"]) })),
        [
            "nothing says that Placement knows `n`, so its provider is created, with the generation 0",
            "the provider gets an inventory of `CUSTOM_GOLD`: 1, of which 0 reserved",
            "the provider gets the traits `CUSTOM_A`",
        ]
    );
    assert_eq!(
        says(&of(&["CUSTOM_B"], "CUSTOM_SILVER", 0)),
        [
            "the provider gets an inventory of `CUSTOM_GOLD`: 1, of which 0 reserved",
            "the provider loses the inventory of `CUSTOM_SILVER`",
            "the provider gets the traits `CUSTOM_A`",
            "the provider loses the traits `CUSTOM_B`",
        ]
    );
    assert_eq!(
        says(&of(&["CUSTOM_A"], "CUSTOM_GOLD", 1)),
        ["the inventory of `CUSTOM_GOLD` becomes 1, of which 0 reserved; it was 1, of which 1 reserved"]
    );
    let many: Vec<String> = (0..103).map(|number| format!("CUSTOM_{number:03}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let said = says(&json!({ "node": node("gold", &many), "placementTraits": [],
        "placementInventory": { "CUSTOM_GOLD": { "total": 1 } } }));
    assert!(said[0].ends_with("`CUSTOM_099` and 3 more"), "{said:?}");
}
