//! Files that are generated from the code: the schemas, and the pages about codes. `cargo xtask update` regenerates
//! them.

use std::fs;
use std::path::PathBuf;

use fitment::{Json, envelopes, schema, schema_of_given};
use fitment_tests::files;
use serde_json::Value;

use crate::reasons;

fn pretty(text: &str) -> String {
    let value: Value = serde_json::from_str(text).expect("the engine writes JSON");
    serde_json::to_string_pretty(&value).expect("JSON can be written") + "\n"
}

/// Returns a schema with the head of a schema file.
fn schema_file(title: &str, schema: &Json) -> String {
    let mut value: Value = serde_json::from_str(&schema.to_text()).expect("a schema is JSON");
    let mut file = serde_json::Map::new();
    file.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    file.insert("title".to_owned(), title.into());
    file.extend(std::mem::take(value.as_object_mut().expect("a declared type is an object")));
    pretty(&Value::Object(file).to_string())
}

/// Checks the files of a folder, and that it has no others.
fn check(folder: &str, expected: Vec<(String, String)>) -> Vec<PathBuf> {
    let mut stale: Vec<PathBuf> =
        expected.iter().filter_map(|(name, text)| files::generated(format!("{folder}/{name}"), text)).collect();
    let wanted: Vec<PathBuf> = expected.iter().map(|(name, _)| files::root().join(folder).join(name)).collect();
    for extension in ["json", "md"] {
        for path in files::below(folder, extension) {
            if wanted.contains(&path) {
                continue;
            }
            if std::env::var_os("FITMENT_UPDATE").is_some() {
                fs::remove_file(&path).expect("the checkout can be written");
            } else {
                stale.push(path);
            }
        }
    }
    stale
}

fn assert_fresh(stale: Vec<PathBuf>) {
    assert!(stale.is_empty(), "stale, `cargo xtask update` makes them anew: {stale:#?}");
}

#[test]
fn schemas_are_those_of_the_types() {
    let files = envelopes()
        .into_iter()
        .map(|(verb, shape)| (format!("envelope/{verb}.json"), schema_file(verb, &schema_of_given(shape))));
    let mut expected: Vec<(String, String)> = files.collect();
    for question in fitment::policies().flat_map(|policy| policy.questions) {
        let name = question.name;
        expected.push((
            format!("{name}.given.json"),
            schema_file(&format!("{name}, given"), &schema_of_given(question.given)),
        ));
        expected
            .push((format!("{name}.answer.json"), schema_file(&format!("{name}, answer"), &schema(question.answer))));
    }
    assert_fresh(check("docs/schema", expected));
}

#[test]
fn every_code_has_its_page() {
    let pages =
        reasons::explanations().into_iter().map(|(code, explanation)| (format!("{code}.md"), page(&explanation)));
    assert_fresh(check("docs/reasons", pages.collect()));
}

/// Returns the page about a code, made from what the engine itself says about it.
fn page(explanation: &Value) -> String {
    let word = |key: &str| explanation[key].as_str().unwrap_or_default();
    let example = &explanation["example"];
    let block = |value: &Value| match value.as_str() {
        Some(text) => format!("```text\n{text}\n```"),
        // What would fill a hundred screens stays on one line.
        None if pretty(&value.to_string()).lines().count() > 600 => format!("```json\n{value}\n```"),
        None => format!("```json\n{}```", pretty(&value.to_string())),
    };
    let loaded = match &example["load"] {
        Value::Null => String::new(),
        load => format!("After this `load`\n\n{}\n\n", block(load)),
    };
    format!(
        "# {code}\n\n> {says}\n\n{means}.\n\n**Why:** {why}. ({source})\n\n**Cure:** {cure}.\n\n## Example\n\n{loaded}This `{verb}`\n\n{request}\n\nis answered\n\n{answer}\n",
        code = word("code"),
        says = word("says"),
        means = sentence(word("means")),
        why = word("why"),
        source = word("source"),
        cure = word("cure"),
        verb = example["verb"].as_str().unwrap_or_default(),
        request = block(&example["request"]),
        answer = block(&example["answer"]),
    )
}

/// Capitalises the first letter, as pages do.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
