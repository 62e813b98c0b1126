use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::exit::Done;
use crate::cli::showing::output::{HEADING, Shown, section, tell};
use crate::cli::showing::table::{Table, cell, of_two};

/// List the questions, or show one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment questions
  fitment questions drivers/resolve")]
pub struct Arguments {
    /// The question to show.
    name: Option<String>,
    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment questions`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let given = json!({ "question": arguments.name });
    tell(limits, "fitment/questions", given, arguments.shown.format(), |answer| {
        let questions = answer["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
        match (arguments.name.is_some(), questions) {
            (true, [question]) => shown(question),
            _ => of_two(questions, "question", "asks"),
        }
    })
}

/// A question with its input and answer.
fn shown(question: &Value) -> String {
    let word = |key: &str| question[key].as_str().unwrap_or_default();
    let mut text = format!("{HEADING}{}{HEADING:#}: {}\n", word("question"), word("asks"));
    if let Some(member) = question["verdictFrom"].as_str() {
        text.push_str(&format!("\nThe verdict is read from `{member}`.\n"));
    }
    for part in ["given", "answer"] {
        let mut rows = Vec::new();
        members(&question[part], "", &mut rows);
        let mut table = Table::indented(&[]);
        for (key, kind, about) in &rows {
            table.row([key, kind, about].map(|text| cell(text)));
        }
        section(&mut text, part, &table.draw());
    }
    text
}

/// The members of a schema, nested ones indented; `*` marks required ones.
fn members(schema: &Value, indent: &str, rows: &mut Vec<(String, String, String)>) {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (key, member) in schema["properties"].as_object().into_iter().flatten() {
        let mark = if required.iter().any(|name| name == key) { "*" } else { "" };
        let about = member["description"].as_str().unwrap_or_default().to_owned();
        let kind = kind(member);
        let inside = format!("{indent}  ");
        let listed = kind == "word";
        rows.push((format!("{indent}{key}{mark}"), kind, about));
        if listed {
            rows.extend(words(member).map(|(word, about)| (format!("{inside}{word}"), String::new(), about)));
        }
        for nested in [member, &member["items"], &member["additionalProperties"]] {
            members(nested, &inside, rows);
        }
    }
}

/// The words a schema allows, each with its description.
fn words(schema: &Value) -> impl Iterator<Item = (String, String)> {
    let of = |word: &Value, key: &str| word[key].as_str().unwrap_or_default().to_owned();
    let named = schema["oneOf"].as_array().into_iter().flatten().filter(|word| word["const"].is_string());
    named.map(move |word| (of(word, "const"), of(word, "description")))
}

/// A word or two for the type of a schema.
fn kind(schema: &Value) -> String {
    const SHORT: usize = 24;
    let of = |inner: &Value| Some(kind(inner)).filter(|kind| kind != "any").map(|kind| format!(" of {kind}"));
    let words = words(schema).map(|(word, _)| word).collect::<Vec<_>>().join("|");
    // Optional members may also be null, which goes without saying.
    let mut types = schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str);
    match schema["type"].as_str().or_else(|| types.find(|name| *name != "null")) {
        Some("string") if words.len() > SHORT => "word".to_owned(),
        Some("string") if !words.is_empty() => words,
        Some("string") => "text".to_owned(),
        Some("array") => format!("list{}", of(&schema["items"]).unwrap_or_default()),
        Some("object") if schema["additionalProperties"].is_object() => {
            format!("map{}", of(&schema["additionalProperties"]).unwrap_or_default())
        }
        Some(other) => other.to_owned(),
        None => "any".to_owned(),
    }
}
