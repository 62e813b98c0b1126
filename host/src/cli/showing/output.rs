use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use fitment_files::yaml;
use fitment_host::{Limits, Session};

use super::table::visible;
use super::words::Words;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::session;

/// How the answer is shown.
#[derive(Debug, Args)]
pub struct Shown {
    /// The format of the output; by default text on a terminal and JSON elsewhere.
    #[arg(short, long, value_name = "FORMAT")]
    output: Option<Format>,
}

impl Shown {
    /// The chosen format.
    pub fn format(&self) -> Format {
        let usual = if std::io::stdout().is_terminal() { Format::Text } else { Format::Json };
        self.output.unwrap_or(usual)
    }
}

/// A form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The engine's answer, byte for byte.
    Json,
    /// For people.
    Text,
    /// The same as JSON, easier on the eye.
    Yaml,
}

/// Prints an answer of a session.
pub fn print(session: &mut Session, answer: &[u8], format: Format) -> Result<Exit, Failure> {
    print_placed(session, answer, format, Vec::new())
}

/// Prints an answer of a session, with the places of its problems in files.
pub fn print_placed(
    session: &mut Session,
    answer: &[u8],
    format: Format,
    places: Vec<Option<Stands>>,
) -> Result<Exit, Failure> {
    let envelope = session::envelope(answer);
    match format {
        Format::Text => {
            let words = Words::of(session, &envelope).placed(places);
            show(&text(&envelope, &words))?;
        }
        Format::Json | Format::Yaml => {
            print_data(answer, &envelope, format)?;
            places::note(&envelope["problems"], &places);
        }
    }
    Ok(session::exit_of(&envelope))
}

/// Prints an answer of a session about the contents of files.
pub fn print_of_files(
    session: &mut Session,
    answer: &[u8],
    format: Format,
    origin: impl Fn(&str) -> Option<Origin>,
) -> Result<Exit, Failure> {
    let envelope = session::envelope(answer);
    if format == Format::Text {
        let words = Words::of_files(session, &envelope, origin);
        show(&text(&envelope, &words))?;
        return Ok(session::exit_of(&envelope));
    }
    print_placed(session, answer, format, places::of_problems(&envelope["problems"], origin))
}

/// Prints an answer in a format for programs.
pub fn print_data(answer: &[u8], envelope: &Value, format: Format) -> Result<(), Failure> {
    /// Whether a document was printed before.
    static BEGUN: AtomicBool = AtomicBool::new(false);
    let mut out = stdout();
    if format == Format::Yaml {
        let between = if BEGUN.swap(true, Ordering::Relaxed) { "---\n" } else { "" };
        writeln!(out, "{between}{}", yaml::from_json(envelope).trim_end())?;
    } else {
        out.write_all(answer)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Standard output. Once the reader has closed the pipe (`| head`), further output is dropped: the reader has what it
/// wanted, and the exit code is still that of the answer.
pub fn stdout() -> impl Write {
    WhileRead(anstream::stdout().lock())
}

struct WhileRead<W>(W);

impl<W: Write> Write for WhileRead<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(written: io::Result<T>, all: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(all),
        written => written,
    }
}

/// Prints text.
pub fn show(text: &str) -> Result<(), Failure> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Asks a question about the engine; `worded` formats the answer as text.
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

/// The style of headings on a terminal.
pub const HEADING: Style = Style::new().bold();

/// The style of the word for what is neither yes nor no.
const UNDECIDED: Style = AnsiColor::Yellow.on_default().bold();

/// The verdict, the reasons and the answer of an envelope.
pub fn text(envelope: &Value, words: &Words) -> String {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    let mut text = verdict(envelope, word("question"));
    text.push_str(&explained(words));
    match (word("question"), envelope.get("answer"), envelope.get("review")) {
        (Some("images/matrix"), Some(answer), _) => text.push_str(&format!("\n{}", super::matrix::draw(answer))),
        (_, Some(answer), _) => section(&mut text, "answer", &yaml::from_json(answer)),
        (_, _, Some(review)) => section(&mut text, "review", &yaml::from_json(&readable(review))),
        _ => {}
    }
    text
}

/// The line with the verdict and its subject.
pub fn verdict(envelope: &Value, about: Option<&str>) -> String {
    let word = |key: &str| envelope.get(key).and_then(Value::as_str);
    let (style, verdict) = match (word("outcome"), word("verdict")) {
        (Some("decided"), Some("yes")) => (AnsiColor::Green.on_default().bold(), "yes".to_owned()),
        (Some("decided"), Some("no")) => (AnsiColor::Red.on_default().bold(), "no".to_owned()),
        (Some("decided"), _) => (HEADING, "decided".to_owned()),
        _ => {
            let lacks = if word("undecided") == Some("facts") { "a fact is missing" } else { "not understood" };
            (UNDECIDED, format!("undecided, {lacks}"))
        }
    };
    let about = about.map(|about| format!(": {}", visible(about))).unwrap_or_default();
    let edition = word("edition").filter(|edition| *edition != "design");
    let edition = edition.map(|edition| format!(" ({edition} edition)")).unwrap_or_default();
    format!("{style}{verdict}{style:#}{about}{edition}\n")
}

/// The line about a subject that no rule judges.
pub fn not_judged(about: &str) -> String {
    format!("{UNDECIDED}not judged{UNDECIDED:#}: {}\n", visible(about))
}

/// The reasons, then the problems.
pub fn explained(words: &Words) -> String {
    let mut text = String::new();
    for (heading, body) in [("because", words.because().collect()), ("problems", words.problems().collect::<String>())]
    {
        if !body.is_empty() {
            section(&mut text, heading, &body);
        }
    }
    text
}

/// An answer for people: the patch decoded from base 64 into its operations.
pub fn readable(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let Some(patch) = answer.pointer_mut("/response/patch") else { return answer };
    let bytes = patch.as_str().and_then(|text| BASE64_STANDARD.decode(text).ok());
    if let Some(operations) = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        *patch = operations;
    }
    answer
}

/// Adds a heading with its indented contents.
pub fn section(text: &mut String, heading: &str, body: &str) {
    text.push_str(&format!("\n{HEADING}{heading}{HEADING:#}\n"));
    for line in body.lines() {
        text.push_str(&format!("  {line}\n"));
    }
}
