//! Commands that ask the engine about itself.

use std::io::Write as _;

use clap::Args;
use fitment_files::yaml;
use fitment_host::{EMBEDDED_SHA256, Limits};
use serde_json::{Value, json};

use super::exit::{Done, Exit, Failure};
use super::output::{self, Format, HEADING, section};
use super::session;

/// List the questions, or show one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment questions
  fitment questions drivers/resolve")]
pub struct Questions {
    /// The question to show.
    name: Option<String>,
    /// How to show it.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// List the codes of reasons and problems.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment codes --policy drivers")]
pub struct Codes {
    /// Only those of one policy.
    #[arg(long)]
    policy: Option<String>,
    /// How to show them.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// Explain a code: what it means, why there is such a rule, what to do.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment explain driver-not-supported")]
pub struct Explain {
    /// The code.
    code: String,
    /// How to show it.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// List where the design edition and today's upstream software differ.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment editions")]
pub struct Editions {
    /// How to show it.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// Say what this engine is.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment about -o json")]
pub struct About {
    /// How to show it.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// Asks a question about the engine; for people, `tell` words the answer.
fn inquire(limits: Limits, question: &str, given: Value, format: Format, tell: impl Fn(&Value) -> String) -> Done {
    let request = json!({ "question": question, "given": given }).to_string();
    let mut session = session::plain(limits)?;
    let answer = session.ask(request.as_bytes())?;
    let envelope = session::envelope(&answer);
    if format == Format::Text && session::exit_of(&envelope) == Exit::Yes {
        print(&tell(&envelope["answer"]))?;
        return Ok(Exit::Yes);
    }
    output::print(&mut session, &answer, format)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

impl Questions {
    /// Lists or shows.
    pub fn run(self, limits: Limits) -> Done {
        let given = json!({ "question": self.name });
        inquire(limits, "fitment/questions", given, self.output, |answer| {
            let questions = answer["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
            match (self.name.is_some(), questions) {
                (true, [question]) => shown(question),
                _ => table(questions, "question", "asks"),
            }
        })
    }
}

/// Two columns.
fn table(rows: &[Value], left: &str, right: &str) -> String {
    let cell = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let width = rows.iter().map(|row| cell(row, left).len()).max().unwrap_or(0);
    rows.iter().map(|row| format!("{:width$}  {}\n", cell(row, left), cell(row, right))).collect()
}

/// One question with what it is given and answers.
fn shown(question: &Value) -> String {
    let word = |key: &str| question[key].as_str().unwrap_or_default();
    let mut text = format!("{HEADING}{}{HEADING:#}: {}\n", word("question"), word("asks"));
    if let Some(member) = question["verdictFrom"].as_str() {
        text.push_str(&format!("\nThe verdict is read from `{member}`.\n"));
    }
    for part in ["given", "answer"] {
        let mut rows = Vec::new();
        members(&question[part], "", &mut rows);
        let width = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or(0);
        let kinds = rows.iter().map(|(_, kind, _)| kind.len()).max().unwrap_or(0);
        let lines: String =
            rows.iter().map(|(key, kind, about)| format!("{key:width$}  {kind:kinds$}  {about}\n")).collect();
        section(&mut text, part, &lines);
    }
    text
}

/// The members of a schema, those inside indented; `*` marks what has to be there.
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

/// The words a schema allows, each with what it says.
fn words(schema: &Value) -> impl Iterator<Item = (String, String)> {
    let of = |word: &Value, key: &str| word[key].as_str().unwrap_or_default().to_owned();
    schema["oneOf"].as_array().into_iter().flatten().map(move |word| (of(word, "const"), of(word, "description")))
}

/// A word or two for what a schema allows.
fn kind(schema: &Value) -> String {
    const SHORT: usize = 24;
    let of = |inner: &Value| Some(kind(inner)).filter(|kind| kind != "any").map(|kind| format!(" of {kind}"));
    let words = words(schema).map(|(word, _)| word).collect::<Vec<_>>().join("|");
    match schema["type"].as_str() {
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

impl Codes {
    /// Lists.
    pub fn run(self, limits: Limits) -> Done {
        let given = json!({ "policy": self.policy });
        inquire(limits, "fitment/codes", given, self.output, |answer| {
            table(answer["codes"].as_array().map(Vec::as_slice).unwrap_or_default(), "code", "says")
        })
    }
}

impl Explain {
    /// Explains.
    pub fn run(self, limits: Limits) -> Done {
        let given = json!({ "code": self.code });
        inquire(limits, "fitment/explain", given, self.output, |answer| {
            let word = |key: &str| answer[key].as_str().unwrap_or_default();
            let mut text = format!("{HEADING}{}{HEADING:#} ({})\n", word("code"), word("policy"));
            for (heading, key) in
                [("says", "says"), ("means", "means"), ("why", "why"), ("cure", "cure"), ("source", "source")]
            {
                section(&mut text, heading, word(key));
            }
            let example = &answer["example"];
            if example.is_object() {
                let shown = |value: &Value| value.as_str().map_or_else(|| yaml::from_json(value), str::to_owned);
                section(&mut text, "for example", &shown(&example["request"]));
                section(&mut text, "is answered", &shown(&example["answer"]));
            }
            text
        })
    }
}

impl Editions {
    /// Lists.
    pub fn run(self, limits: Limits) -> Done {
        inquire(limits, "fitment/editions", json!({}), self.output, |answer| {
            let mut text = String::new();
            let lists = |key: &str| answer[key].as_array().cloned().unwrap_or_default();
            text.push_str(&table(&lists("editions"), "name", "follows"));
            for difference in lists("divergences") {
                let word = |key: &str| difference[key].as_str().unwrap_or_default();
                let body = format!(
                    "design    {}\nupstream  {}\nbecause   {}\nsource    {}",
                    word("design"),
                    word("upstream"),
                    word("why"),
                    word("source")
                );
                section(&mut text, &format!("{}: {}", word("policy"), word("divergence")), &body);
            }
            text
        })
    }
}

impl About {
    /// Says it, with the digest of the wasm file, which only the door knows.
    pub fn run(self, limits: Limits) -> Done {
        let mut session = session::plain(limits)?;
        let answer = session.ask(br#"{"question":"fitment/about"}"#)?;
        let mut envelope = session::envelope(&answer);
        envelope["wasm"] = json!({ "sha256": EMBEDDED_SHA256 });
        if self.output == Format::Text {
            let mut about = envelope["answer"].take();
            about["wasmSha256"] = EMBEDDED_SHA256.into();
            print(&format!("{}\n", yaml::from_json(&about)))?;
            return Ok(Exit::Yes);
        }
        output::print(&mut session, envelope.to_string().as_bytes(), self.output)
    }
}
