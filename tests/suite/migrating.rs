//! The outputs shown in `docs/migrating.md` are the engine's.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

const PAGE: &str = "docs/migrating.md";

/// Reads the comment before an output: the question, and what it is given.
fn asked(comment: &str) -> Value {
    let (question, rest) = comment.split_once(' ').expect("a question and what it is given");
    let (member, file) = rest.split_once('=').expect("a member and a file");
    let (file, part) = file.split_once('#').map_or((file, None), |(file, part)| (file, Some(part)));
    let documents = yaml::to_json(&files::read(file)).expect("an example is YAML");
    let document: Value = serde_json::from_str(&documents[0]).expect("JSON");
    let document = part.map_or_else(|| document.clone(), |part| document[part].clone());
    let given = if member == "given" { document } else { json!({ member: document }) };
    json!({ "question": question, "now": "2026-06-01T00:00:00Z", "text": true, "given": given })
}

#[test]
fn the_road_from_tags_to_capabilities_has_the_outputs_of_the_engine() {
    let page = files::read(PAGE);
    let mut written = String::new();
    let mut rest = page.as_str();
    let mut outputs = 0;
    while let Some((before, after)) = rest.split_once("<!-- ") {
        let (comment, after) = after.split_once(" -->\n```text\n").expect("an output follows");
        let (_, after) = after.split_once("```\n").expect("an output ends");
        let answer = Engine::default().ask(asked(comment).to_string().as_bytes());
        let answer: Value = serde_json::from_str(&answer).expect("the engine writes JSON");
        let text = answer["text"].as_str().unwrap_or_else(|| panic!("{comment}: {answer}"));
        written.push_str(&format!("{before}<!-- {comment} -->\n```text\n{}\n```\n", text.trim_end()));
        rest = after;
        outputs += 1;
    }
    written.push_str(rest);
    assert_eq!(outputs, 4);
    let stale = files::generated(PAGE, &written);
    assert!(stale.is_none(), "`cargo xtask update` writes the outputs anew:\n{written}");
}
