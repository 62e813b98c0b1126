use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::ValueEnum;
use serde_json::{Value, json};

use fitment_files::yaml;
use fitment_host::{Limits, Session};

use super::exit::{Done, Exit, Failure};
use super::session;
use super::words::Words;

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
            let words = Words::of(session, &envelope);
            out.write_all(text(&envelope, &words).as_bytes())?;
        }
    }
    out.flush()?;
    Ok(session::exit_of(&envelope))
}

/// Prints text that is worded already.
pub fn show(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Asks a question about the engine; for people, `worded` words the answer.
pub fn tell(limits: Limits, question: &str, given: Value, format: Format, worded: impl Fn(&Value) -> String) -> Done {
    let request = json!({ "question": question, "given": given }).to_string();
    let mut session = session::plain(limits)?;
    let answer = session.ask(request.as_bytes())?;
    let envelope = session::envelope(&answer);
    if format == Format::Text && session::exit_of(&envelope) == Exit::Yes {
        show(&worded(&envelope["answer"]))?;
        return Ok(Exit::Yes);
    }
    print(&mut session, &answer, format)
}

/// Emphasis for headings, which a terminal shows and a file does not.
pub const HEADING: Style = Style::new().bold();

/// The verdict, the answer and the reasons of an envelope.
fn text(envelope: &Value, words: &Words) -> String {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    let (style, verdict) = match (word("outcome"), word("verdict")) {
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
    // Reasons first, then what the asker should know.
    for (heading, body) in [("because", words.because().collect()), ("problems", words.problems().collect::<String>())]
    {
        if !body.is_empty() {
            section(&mut text, heading, &body);
        }
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

/// Two columns.
pub fn table(rows: &[Value], left: &str, right: &str) -> String {
    let cell = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let width = rows.iter().map(|row| cell(row, left).len()).max().unwrap_or(0);
    rows.iter().map(|row| format!("{:width$}  {}\n", cell(row, left), cell(row, right))).collect()
}
