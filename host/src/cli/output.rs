use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::ValueEnum;
use serde_json::Value;

use fitment_files::yaml;
use fitment_host::Session;

use super::exit::{Exit, Failure};
use super::session;

/// How an answer is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The engine's own bytes.
    Json,
    /// For people.
    Text,
    /// The same as JSON, easier on the eye.
    Yaml,
}

/// Prints an answer of a session.
pub fn print(session: &mut Session, answer: &[u8], format: Format) -> Result<Exit, Failure> {
    let envelope = session::envelope(answer);
    let mut out = anstream::stdout().lock();
    match format {
        Format::Json => {
            out.write_all(answer)?;
            out.write_all(b"\n")?;
        }
        Format::Yaml => writeln!(out, "{}", yaml::from_json(&envelope).trim_end())?,
        Format::Text => {
            let words = if envelope.get("text").is_some() { None } else { session::words(session, &envelope) };
            out.write_all(text(&envelope, words.as_deref()).as_bytes())?;
        }
    }
    out.flush()?;
    Ok(session::exit_of(&envelope))
}

/// Emphasis for headings, which a terminal shows and a file does not.
pub const HEADING: Style = Style::new().bold();

/// The verdict, the answer and the reasons of an envelope.
fn text(envelope: &Value, words: Option<&str>) -> String {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    // A review says in itself what its verdict is.
    let allowed = envelope.pointer("/review/response/allowed").and_then(Value::as_bool);
    let allowed = allowed.map(|allowed| if allowed { "yes" } else { "no" });
    let (style, verdict) = match (word("outcome"), word("verdict").or(allowed)) {
        (Some("decided"), Some("yes")) => (AnsiColor::Green.on_default().bold(), "yes".to_owned()),
        (Some("decided"), Some("no")) => (AnsiColor::Red.on_default().bold(), "no".to_owned()),
        (Some("decided"), _) => (HEADING, "decided".to_owned()),
        _ => {
            let lacks = if word("undecided") == Some("facts") { "a fact is missing" } else { "not understood" };
            (AnsiColor::Yellow.on_default().bold(), format!("undecided, {lacks}"))
        }
    };
    let question = word("question").map(|question| format!(": {question}")).unwrap_or_default();
    let edition = word("edition").filter(|edition| *edition != "design");
    let edition = edition.map(|edition| format!(" ({edition} edition)")).unwrap_or_default();
    let mut text = format!("{style}{verdict}{style:#}{question}{edition}\n");
    for key in ["answer", "review"] {
        if let Some(answer) = envelope.get(key) {
            section(&mut text, key, &yaml::from_json(&readable(answer)));
        }
    }
    let reasons = word("text").or(words).unwrap_or_default();
    // Reasons first, then what the asker should know; the engine writes both, one line each.
    let is_problem = |line: &&str| line.starts_with("error: ") || line.starts_with("warning: ");
    let (problems, because): (Vec<&str>, Vec<&str>) = reasons.lines().partition(is_problem);
    if !because.is_empty() {
        section(&mut text, "because", &because.join("\n"));
    }
    if !problems.is_empty() {
        section(&mut text, "problems", &problems.join("\n"));
    }
    text
}

/// An answer for people: a patch as its operations, which travel in base 64.
fn readable(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let Some(patch) = answer.pointer_mut("/response/patch") else { return answer };
    let bytes = patch.as_str().and_then(|text| BASE64_STANDARD.decode(text).ok());
    if let Some(operations) = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        *patch = operations;
    }
    answer
}

/// A heading with what belongs to it, indented.
pub fn section(text: &mut String, heading: &str, body: &str) {
    text.push_str(&format!("\n{HEADING}{heading}{HEADING:#}\n"));
    for line in body.lines() {
        text.push_str(&format!("  {line}\n"));
    }
}
