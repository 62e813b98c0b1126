//! The requests of vectors and examples, and their answers, are checked against the engine's own schemas.

use std::collections::{BTreeMap, BTreeSet};

use fitment::Engine;
use fitment_tests::files;
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

/// Whether an object may have members that its schema does not name: allowed in a request, wrong in an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strangers {
    Allowed,
    Wrong,
}

/// Collects what is wrong with a value according to a schema: the path and what was expected. Only the keywords that
/// our schemas use are supported. Any other keyword in a schema is reported as wrong too.
fn check(value: &Value, schema: &Value, strangers: Strangers, path: &str, wrong: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else {
        if *schema != Value::Bool(true) {
            wrong.push(format!("{path}: a schema is an object or true"));
        }
        return;
    };
    for (rule, expected) in rules {
        let holds = match rule.as_str() {
            "description" | "title" | "$schema" => true,
            "type" => match expected {
                Value::Array(names) => names.iter().any(|name| is_of_type(value, name)),
                name => is_of_type(value, name),
            },
            "const" => value == expected,
            "oneOf" => matching(value, expected, strangers) == 1,
            "anyOf" => matching(value, expected, strangers) > 0,
            "minItems" => {
                value.as_array().is_none_or(|list| list.len() as u64 >= expected.as_u64().unwrap_or(u64::MAX))
            }
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= expected.as_u64().unwrap_or(0)),
            "items" => {
                for (index, element) in value.as_array().into_iter().flatten().enumerate() {
                    check(element, expected, strangers, &format!("{path}/{index}"), wrong);
                }
                true
            }
            "prefixItems" => {
                let schemas = expected.as_array().into_iter().flatten();
                for (index, (element, schema)) in value.as_array().into_iter().flatten().zip(schemas).enumerate() {
                    check(element, schema, strangers, &format!("{path}/{index}"), wrong);
                }
                true
            }
            "additionalProperties" => {
                for (key, member) in value.as_object().into_iter().flatten() {
                    check(member, expected, strangers, &format!("{path}/{key}"), wrong);
                }
                true
            }
            "properties" => {
                for (key, member) in value.as_object().into_iter().flatten() {
                    match expected.get(key) {
                        Some(schema) => check(member, schema, strangers, &format!("{path}/{key}"), wrong),
                        None if strangers == Strangers::Allowed => {}
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

fn matching(value: &Value, schemas: &Value, strangers: Strangers) -> usize {
    let fits = |schema: &&Value| {
        let mut wrong = Vec::new();
        check(value, schema, strangers, "", &mut wrong);
        wrong.is_empty()
    };
    schemas.as_array().into_iter().flatten().filter(fits).count()
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_number().is_some_and(|number| number.to_string().parse::<i128>().is_ok()),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// Returns every vector, in each of its editions, by name.
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

/// Returns the example questions of all codes.
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

/// Returns the engine's schema for each question, of its `given` or its `answer`.
fn schemas(engine: &Engine, of: &str) -> BTreeMap<&'static str, Value> {
    let questions = fitment::policies().flat_map(|policy| policy.questions);
    let schema = |question: &'static fitment::Question| {
        let request = json!({ "question": "fitment/questions", "given": { "question": question.name } });
        let mut listed: Value = serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("JSON");
        (question.name, listed["answer"]["questions"][0][of].take())
    };
    questions.map(schema).collect()
}

/// Whether a request is understood: it is decided, or lacks only facts.
fn is_understood(answer: &str) -> bool {
    let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
    answer["undecided"] != "request"
}

#[test]
fn every_request_that_is_understood_is_as_its_schemas_say() {
    let engine = Engine::default();
    let schemas = schemas(&engine, "given");
    let (_, envelope) = fitment::envelopes().into_iter().find(|(verb, _)| *verb == "ask").expect("one may ask");
    let envelope: Value = serde_json::from_str(&fitment::schema_of_given(envelope).to_text()).expect("JSON");
    let (mut wrong, mut held, mut asked) = (BTreeMap::new(), 0, BTreeMap::<String, usize>::new());
    for (name, request) in vectors().into_iter().chain(examples()) {
        let Ok(request) = serde_json::from_str::<Value>(&request) else { continue };
        let Some((question, schema)) = request["question"].as_str().and_then(|name| schemas.get_key_value(name)) else {
            continue;
        };
        let mut hold = |request: &Value, what: &str| {
            if !is_understood(&engine.ask(request.to_string().as_bytes())) {
                return;
            }
            let mut found = Vec::new();
            check(request, &envelope, Strangers::Allowed, "", &mut found);
            check(&request["given"], schema, Strangers::Allowed, "/given", &mut found);
            for expected in found {
                wrong.entry(format!("{question} {expected}")).or_insert_with(|| format!("{name}{what}"));
            }
            held += 1;
        };
        hold(&request, "");
        let often = asked.entry((*question).to_owned()).or_default();
        *often += 1;
        // The first few requests of each question show what else it accepts.
        if *often <= 8 {
            for place in pointers(&request["given"], 2).into_iter().take(100) {
                let mut without = request.clone();
                *without["given"].pointer_mut(&place).expect("the value is there") = Value::Null;
                hold(&without, &format!(" with null at /given{place}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} requests are understood and not as the schemas say: {wrong:#?}", wrong.len());
    assert!(held > 10_000, "only {held} requests were looked at");
}

#[test]
fn every_answer_is_as_its_schema_says() {
    let engine = Engine::default();
    let schemas = schemas(&engine, "answer");
    let mut unasked: BTreeSet<&str> = schemas.keys().copied().filter(|name| !name.starts_with("fitment/")).collect();
    let (mut wrong, mut held) = (BTreeMap::new(), 0);
    for (name, request) in vectors().into_iter().chain(examples()) {
        let answer: Value = serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON");
        let known = answer["question"].as_str().and_then(|question| schemas.get_key_value(question));
        let (Some((question, schema)), Some(answer)) = (known, answer.get("answer")) else { continue };
        let mut found = Vec::new();
        check(answer, schema, Strangers::Wrong, "", &mut found);
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
            "d": {"type": "object", "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}},
            "n": {"type": ["number", "null"]}
        }}"#,
    )
    .expect("it is JSON");
    let wrong = |text: &str| {
        let mut wrong = Vec::new();
        check(&serde_json::from_str(text).expect("it is JSON"), &schema, Strangers::Wrong, "", &mut wrong);
        wrong.len()
    };
    for right in [
        r#"{"a": "x"}"#,
        r#"{"a": "y", "b": [1, -2], "c": [true, {}], "d": {"k": "", "l": false}}"#,
        r#"{"a": "x", "n": 1.5}"#,
        r#"{"a": "x", "n": null}"#,
    ] {
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
        r#"{"a": "x", "n": "1"}"#,
    ] {
        assert_ne!(wrong(text), 0, "{text}");
    }
}
