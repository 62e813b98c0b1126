//! Texts for people have no gaps: a missing value would show as one.

use fitment::Engine;
use fitment_tests::files;
use serde_json::Value;

/// The members that hold sentences or parts of sentences.
const TEXTS: [&str; 11] =
    ["says", "message", "detail", "expected", "rule", "what", "field", "means", "cure", "why", "source"];

fn holes(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            // A fact with such a name is also part of a sentence.
            let is_text = |name: &str| TEXTS.contains(&name);
            let named = members.get("name").and_then(Value::as_str).is_some_and(is_text);
            if members.get("name").is_some_and(|name| name == "") && members.contains_key("value") {
                found.push(format!("{at} is a fact without a name"));
            }
            for (key, value) in members {
                let said = is_text(key) || named && key == "value";
                if let Some(text) = value.as_str().filter(|_| said)
                    && (text.is_empty()
                        || text.ends_with(' ')
                        || text.starts_with(' ')
                        || text.ends_with(':')
                        || text.ends_with(", expected")
                        || key == "detail" && lacks_its_reason(text)
                        || key == "says" && [" ,", "( ", " )"].iter().any(|hole| text.contains(hole)))
                {
                    found.push(format!("{at}/{key} is `{text}`"));
                }
                holes(value, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(index, value)| holes(value, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// Whether an error of a field says what is wrong but not why.
fn lacks_its_reason(detail: &str) -> bool {
    let reasons = detail.matches(": ").count();
    detail.starts_with("Invalid value") && reasons < 2
        || ["Required value", "Forbidden"].iter().any(|kind| detail.starts_with(kind)) && reasons < 1
}

#[test]
fn sentences_have_no_holes() {
    let engine = Engine::default();
    let mut found = Vec::new();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            for edition in vector.editions() {
                let mut request: Value = serde_json::from_str(&vector.request(edition)).expect("a request is JSON");
                request["text"] = true.into();
                let answer: Value =
                    serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("an answer is JSON");
                for part in ["because", "problems", "answer"] {
                    holes(&answer[part], &format!("{file} `{}` /{part}", vector.name), &mut found);
                }
            }
        }
    }
    assert!(found.is_empty(), "{} holes:\n{}", found.len(), found.join("\n"));
}
