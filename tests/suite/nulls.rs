//! A required member that is `null` counts as missing.

use fitment::Engine;
use fitment_tests::files;
use serde_json::Value;

/// Whether an answer reports a member of `given` as missing.
fn lacks(answer: &str, key: &str) -> bool {
    let envelope: Value = serde_json::from_str(answer).expect("an answer is JSON");
    let path = format!("/given/{key}");
    let is_missing = |problem: &Value| problem["code"] == "missing-field" && problem["path"] == *path;
    envelope["outcome"] == "undecided" && envelope["problems"].as_array().is_some_and(|all| all.iter().any(is_missing))
}

#[test]
fn a_required_member_that_is_null_is_missing() {
    let engine = Engine::default();
    let mut required = 0;
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            let edition = vector.editions().next().expect("a vector has an edition");
            let request: Value = serde_json::from_str(&vector.request(edition)).expect("a request is JSON");
            let keys: Vec<String> =
                request["given"].as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
            for key in keys {
                let (mut without, mut null) = (request.clone(), request.clone());
                without["given"].as_object_mut().expect("it has members").shift_remove(&key);
                null["given"][&key] = Value::Null;
                let is_missing = |request: &Value| lacks(&engine.ask(request.to_string().as_bytes()), &key);
                if is_missing(&without) {
                    assert!(is_missing(&null), "{file} `{}` with `{key}` null", vector.name);
                    required += 1;
                }
            }
        }
    }
    assert!(required > 1000, "{required} members are required");
}

#[test]
fn a_null_in_a_list_moves_nothing_behind_it() {
    let engine = Engine::default();
    let ask = |question: &str, given: Value| -> Value {
        let request = serde_json::json!({ "question": question, "given": given }).to_string();
        serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON")
    };
    let refused = |answer: &Value| {
        let problem = &answer["problems"][0];
        (problem["code"].clone(), problem["path"].clone())
    };
    // If an element must not be empty, `null` has the wrong type.
    let profile = |images: Value| serde_json::json!({ "cloudProfile": { "spec": { "machineImages": images } } });
    let answer = ask("images/validate-profile", profile(serde_json::json!([null, { "name": "b" }])));
    assert_eq!(refused(&answer), ("wrong-type".into(), "/given/cloudProfile/spec/machineImages/0".into()));
    let given = serde_json::json!({ "cloudProfile": { "spec": {} }, "machineTypes": ["m", null] });
    let answer = ask("images/matrix", given);
    assert_eq!(answer["problems"][0]["path"], "/given/machineTypes/1", "{answer}");
    // A flavor that is `null` names no capability, just like `{}`, and keeps its index.
    let given = serde_json::json!({
        "machineCapabilities": [{ "name": "a", "values": ["x", "y"] }], "capabilities": { "a": ["y"] },
        "capabilityFlavors": [null, { "a": ["x"] }, null, { "a": ["y"] }],
    });
    let answer = ask("images/compatible-flavors", given);
    assert_eq!(answer["answer"]["flavorIndexes"], serde_json::json!([0, 2, 3]), "{answer}");
}
