//! What a node's report says about its resource provider.

use fitment::Engine;
use serde_json::{Value, json};

/// Returns the sentences beneath the first reason.
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

#[test]
fn what_a_rebuild_is_not_told_is_missing_and_no_no() {
    let ask = |given: &Value| -> Value {
        let request = json!({ "question": "traits/check-rebuild", "edition": "design", "given": given });
        serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON")
    };
    let flavor = json!({ "name": "bm", "extra_specs": { "trait:CUSTOM_B": "forbidden" } });
    let image = |key: &str, value: &str| json!({ "name": "u", "properties": { key: value } });
    let given = |image: Value| json!({ "flavor": flavor, "image": image });
    let requires = image("trait:CUSTOM_A", "required");
    for (given, code, path) in [
        (json!({ "flavor": flavor, "allocatedProviderTraits": [] }), "rebuild-image-not-given", "/given/image"),
        (given(Value::Null), "rebuild-image-not-given", "/given/image"),
        (given(requires.clone()), "provider-traits-not-given", "/given/allocatedProviderTraits"),
    ] {
        let answer = ask(&given);
        assert_eq!((&answer["outcome"], &answer["undecided"]), (&json!("undecided"), &json!("facts")), "{answer}");
        assert_eq!((&answer["problems"][0]["code"], &answer["problems"][0]["path"]), (&json!(code), &json!(path)));
    }
    // What can be decided without it is decided.
    assert_eq!(ask(&given(json!({ "properties": {} })))["verdict"], "yes");
    assert_eq!(ask(&given(image("trait:CUSTOM_B", "required")))["answer"]["reason"], "image-requires-forbidden");
    let mut told = given(requires);
    told["allocatedProviderTraits"] = json!([]);
    assert_eq!(ask(&told)["answer"]["reason"], "image-trait-missing");
    for (key, value) in
        [("trait:CUSTOM_A", "Required"), ("trait:CUSTOM_A", "forbidden"), ("traits:CUSTOM_A", "required")]
    {
        let answer = ask(&given(image(key, value)));
        assert_eq!(
            (&answer["verdict"], &answer["problems"][0]["code"]),
            (&json!("yes"), &json!("image-trait-not-heard"))
        );
    }
}
