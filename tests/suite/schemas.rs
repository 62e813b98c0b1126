//! The answers that vectors and examples provoke, held against the schemas that the engine itself gives.

use std::collections::{BTreeMap, BTreeSet};

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

/// What is wrong with a value by a schema: the path and what was expected. Only what our schemas use is understood, and
/// anything else in one is wrong, too. An object has no members that its schema does not name.
fn check(value: &Value, schema: &Value, path: &str, wrong: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else {
        if *schema != Value::Bool(true) {
            wrong.push(format!("{path}: a schema is an object or true"));
        }
        return;
    };
    for (rule, expected) in rules {
        let holds = match rule.as_str() {
            "description" | "title" | "$schema" => true,
            "type" => is_of_type(value, expected.as_str().unwrap_or_default()),
            "const" => value == expected,
            "oneOf" => matching(value, expected) == 1,
            "anyOf" => matching(value, expected) > 0,
            "minItems" => {
                value.as_array().is_none_or(|list| list.len() as u64 >= expected.as_u64().unwrap_or(u64::MAX))
            }
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= expected.as_u64().unwrap_or(0)),
            "items" => {
                for (index, element) in value.as_array().into_iter().flatten().enumerate() {
                    check(element, expected, &format!("{path}/{index}"), wrong);
                }
                true
            }
            "prefixItems" => {
                let schemas = expected.as_array().into_iter().flatten();
                for (index, (element, schema)) in value.as_array().into_iter().flatten().zip(schemas).enumerate() {
                    check(element, schema, &format!("{path}/{index}"), wrong);
                }
                true
            }
            "additionalProperties" => {
                for (key, member) in value.as_object().into_iter().flatten() {
                    check(member, expected, &format!("{path}/{key}"), wrong);
                }
                true
            }
            "properties" => {
                for (key, member) in value.as_object().into_iter().flatten() {
                    match expected.get(key) {
                        Some(schema) => check(member, schema, &format!("{path}/{key}"), wrong),
                        None => wrong.push(format!("{path}/{key}: no such member")),
                    }
                }
                true
            }
            "required" => expected.as_array().into_iter().flatten().all(|key| {
                key.as_str().is_some_and(|key| value.as_object().is_none_or(|object| object.contains_key(key)))
            }),
            _ => false,
        };
        if !holds {
            wrong.push(format!("{path}: {value} is not of `{rule}`: {expected}"));
        }
    }
}

fn matching(value: &Value, schemas: &Value) -> usize {
    let fits = |schema: &&Value| {
        let mut wrong = Vec::new();
        check(value, schema, "", &mut wrong);
        wrong.is_empty()
    };
    schemas.as_array().into_iter().flatten().filter(fits).count()
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "boolean" => value.is_boolean(),
        "integer" => value.as_number().is_some_and(|number| number.to_string().parse::<i128>().is_ok()),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// Every vector in every edition it speaks of, by name.
fn vectors() -> Vec<(String, String)> {
    let mut requests = Vec::new();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            let named = |edition| (format!("{file} `{}`", vector.name), vector.request(edition));
            requests.extend(vector.editions().map(named));
        }
    }
    requests
}

/// The example of every code that is a question's.
fn examples() -> Vec<(String, String)> {
    let mut requests = Vec::new();
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        for example in examples.iter().filter(|example| example.get("question").is_some()) {
            let request = json!({
                "question": example["question"], "edition": example["edition"][0], "now": example["now"],
                "given": example["given"],
            });
            requests.push((format!("the example of {}", example["name"]), request.to_string()));
        }
    }
    requests
}

#[test]
fn every_answer_is_as_its_schema_says() {
    let engine = Engine::default();
    let mut schemas: BTreeMap<&str, Value> = BTreeMap::new();
    for question in fitment::policies().flat_map(|policy| policy.questions) {
        let request = json!({ "question": "fitment/questions", "given": { "question": question.name } });
        let mut listed: Value = serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("JSON");
        schemas.insert(question.name, listed["answer"]["questions"][0]["answer"].take());
    }
    let mut unasked: BTreeSet<&str> = schemas.keys().copied().filter(|name| !name.starts_with("fitment/")).collect();
    let (mut wrong, mut held) = (BTreeMap::new(), 0);
    for (name, request) in vectors().into_iter().chain(examples()) {
        let answer: Value = serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON");
        let known = answer["question"].as_str().and_then(|question| schemas.get_key_value(question));
        let (Some((question, schema)), Some(answer)) = (known, answer.get("answer")) else { continue };
        let mut found = Vec::new();
        check(answer, schema, "", &mut found);
        for what in found {
            wrong.entry(format!("{question} {what}")).or_insert_with(|| name.clone());
        }
        unasked.remove(question);
        held += 1;
    }
    assert!(wrong.is_empty(), "{} answers are not as their schemas say: {wrong:#?}", wrong.len());
    assert!(unasked.is_empty(), "no vector is answered by {unasked:?}");
    assert!(held > 1_000, "only {held} answers were looked at");
}

#[test]
fn the_check_sees_what_is_wrong() {
    let schema: Value = serde_json::from_str(
        r#"{"type": "object", "required": ["a"], "properties": {
            "a": {"description": "An a.", "type": "string", "oneOf": [{"const": "x"}, {"const": "y"}]},
            "b": {"type": "array", "items": {"type": "integer"}},
            "c": {"type": "array", "prefixItems": [{"type": "boolean"}, true], "minItems": 2, "maxItems": 2},
            "d": {"type": "object", "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}}
        }}"#,
    )
    .expect("it is JSON");
    let wrong = |text: &str| {
        let mut wrong = Vec::new();
        check(&serde_json::from_str(text).expect("it is JSON"), &schema, "", &mut wrong);
        wrong.len()
    };
    for right in [r#"{"a": "x"}"#, r#"{"a": "y", "b": [1, -2], "c": [true, {}], "d": {"k": "", "l": false}}"#] {
        assert_eq!(wrong(right), 0, "{right}");
    }
    for text in [
        "{}",
        "[]",
        r#"{"a": "z"}"#,
        r#"{"a": 1}"#,
        r#"{"a": "x", "e": 1}"#,
        r#"{"a": "x", "b": [1.5]}"#,
        r#"{"a": "x", "c": [true]}"#,
        r#"{"a": "x", "c": [1, 2]}"#,
        r#"{"a": "x", "d": {"k": null}}"#,
    ] {
        assert_ne!(wrong(text), 0, "{text}");
    }
}
