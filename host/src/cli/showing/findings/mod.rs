//! Findings in files, in the formats that people and tools read.

mod actions;
mod folding;
mod form;
mod junit;
mod lines;
pub mod own;
mod sarif;

use fitment_files::yaml::{self, Position};
use serde_json::{Value, json};

pub use folding::Folding;
pub use form::{Form, Reported};

use super::output;
use super::words::Words;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::STANDARD_INPUT;
use crate::cli::reading::places::Stands;
use crate::cli::reading::source::At;
use crate::cli::session;

/// A mistake, or a possible one.
pub struct Finding {
    pub level: Level,
    /// The engine's code, or the command line's own for what the engine never sees.
    pub code: String,
    pub says: String,
    /// The cures, one per line.
    pub cure: Vec<String>,
    /// The place in a file.
    pub at: Option<At>,
}

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    /// Returns the level that an answer names; anything unknown is an error.
    pub fn of(named: &Value) -> Self {
        match word(named) {
            "warning" => Self::Warning,
            "note" | "info" => Self::Note,
            _ => Self::Error,
        }
    }

    /// The level as a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something that was examined, with its findings, if any: readers of a report also count clean subjects.
pub struct Subject {
    pub name: String,
    /// The file that contains it.
    pub file: Option<String>,
    pub findings: Vec<Finding>,
    /// Whether no rule covers it.
    pub passed_over: bool,
    /// Whether it was judged as a change or as new, if that matters.
    pub taken_for: Option<TakenFor>,
}

impl Subject {
    /// Creates a subject without findings.
    pub fn new(name: String, file: Option<String>) -> Self {
        Self { name, file, findings: Vec::new(), passed_over: false, taken_for: None }
    }

    /// Whether it is a file that could not be read.
    fn is_unreadable(&self) -> bool {
        self.findings.iter().any(|finding| finding.code == own::UNREADABLE)
    }
}

/// The role in which an object was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakenFor {
    /// The new state of a stored object.
    Change,
    /// An object that is not stored yet.
    New,
}

impl TakenFor {
    /// The role as a word.
    fn word(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::New => "new",
        }
    }
}

/// Everything that a command examined.
pub struct Report<'r> {
    /// The command.
    pub command: &'r str,
    pub subjects: Vec<Subject>,
    /// How many findings the text output shows.
    pub folding: Folding,
}

impl<'r> Report<'r> {
    /// Groups findings by the files that were examined; findings outside these files come last.
    pub fn by_file(command: &'r str, files: impl IntoIterator<Item = String>, found: Vec<Finding>) -> Self {
        let subject = |file| Subject::new(command.to_owned(), file);
        let mut subjects: Vec<Subject> = files.into_iter().map(|file| subject(Some(file))).collect();
        let mut elsewhere = subject(None);
        for finding in found {
            let file = finding.at.as_ref().and_then(|at| at.file.as_deref());
            let its = subjects.iter_mut().find(|subject| file.is_some() && subject.file.as_deref() == file);
            its.unwrap_or(&mut elsewhere).findings.push(finding);
        }
        if !elsewhere.findings.is_empty() {
            subjects.push(elsewhere);
        }
        Self { command, subjects, folding: Folding::default() }
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.subjects.iter().flat_map(|subject| &subject.findings)
    }

    /// The findings with the place to show each at, for tools that show nothing without one: what has no place of its own
    /// is at the first line of the file of its subject, or of the first file.
    fn placed(&self) -> impl Iterator<Item = (&Finding, &str, Position)> {
        let first = self.subjects.iter().find_map(|subject| subject.file.as_deref());
        self.subjects.iter().flat_map(move |subject| {
            subject.findings.iter().map(move |finding| {
                let (file, position) = match &finding.at {
                    Some(At { file, position }) => (file.as_deref(), *position),
                    None => (subject.file.as_deref().or(first), None),
                };
                (finding, file.unwrap_or(STANDARD_INPUT), position.unwrap_or(Position { line: 1, column: 1 }))
            })
        })
    }

    /// The number of findings at a level.
    pub fn count(&self, level: Level) -> usize {
        self.findings().filter(|finding| finding.level == level).count()
    }

    /// Sorts the subjects by file.
    pub fn sorted(mut self) -> Self {
        self.subjects.sort_by(|one, other| one.file.cmp(&other.file));
        self
    }

    /// The report as JSON.
    fn data(&self) -> Value {
        let finding = |finding: &Finding, of: Option<&str>| {
            let mut data = json!({ "level": finding.level.word(), "code": finding.code, "says": finding.says });
            if !finding.cure.is_empty() {
                data["cure"] = json!(finding.cure);
            }
            // A removed object is in another file than the subject.
            let file = finding.at.as_ref().and_then(|at| at.file.as_deref());
            if let Some(file) = file.filter(|file| of.is_some_and(|of| of != *file)) {
                data["file"] = json!(file);
            }
            if let Some(position) = finding.at.as_ref().and_then(|at| at.position) {
                data["line"] = json!(position.line);
                data["column"] = json!(position.column);
            }
            data
        };
        let subject = |subject: &Subject| {
            let findings: Vec<Value> = subject.findings.iter().map(|it| finding(it, subject.file.as_deref())).collect();
            let Subject { name, file, passed_over, taken_for, .. } = subject;
            let mut data = json!({ "name": name, "file": file, "passedOver": passed_over, "findings": findings });
            if let Some(taken_for) = taken_for {
                data["judgedAs"] = json!(taken_for.word());
            }
            data
        };
        let subjects: Vec<Value> = self.subjects.iter().map(subject).collect();
        json!({ "errors": self.count(Level::Error), "warnings": self.count(Level::Warning), "subjects": subjects })
    }

    /// Prints the report in a form that is not the engine's answer.
    pub fn print(&self, form: Form, help: impl FnOnce(&[&str]) -> Vec<String>) -> Result<(), Failure> {
        let mut codes: Vec<&str> = self.findings().map(|finding| finding.code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        output::show(&match form {
            Form::Sarif => sarif::write(self, &codes, &help(&codes)),
            Form::Junit => junit::write(self)?,
            Form::Github => actions::write(self),
            Form::Text => lines::write(self),
            Form::Json => format!("{}\n", self.data()),
            Form::Yaml => format!("{}\n", yaml::from_json(&self.data())),
        })
    }
}

/// A path relative to the working directory, without `./`.
fn from_here(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// Converts an answer's problems to findings, with their places.
pub fn of_problems(envelope: &Value, words: &Words, places: &[Option<Stands>]) -> Vec<Finding> {
    let finding = |(number, problem): (usize, &Value)| {
        let place = places.get(number).and_then(Option::as_ref);
        let says = words.problem(number);
        Finding {
            level: Level::of(&problem["level"]),
            code: word(&problem["code"]).to_owned(),
            says: place.map_or_else(|| says.to_owned(), |place| place.quoted(problem, says)),
            cure: Vec::new(),
            at: place.map(|place| place.at.clone()),
        }
    };
    list(&envelope["problems"]).iter().enumerate().map(finding).collect()
}

/// Finishes a command that shows findings: if the form shows only findings, an unreadable file is reported as one.
pub fn told(command: &str, form: Form, done: Done) -> Done {
    match done {
        Err(Failure::File(unreadable)) if form.answer().is_none() => {
            let finding = own::unreadable(unreadable);
            let file = finding.at.as_ref().and_then(|at| at.file.clone());
            let report = Report::by_file(command, file, vec![finding]);
            let meaning = |code: &&str| own::meaning(code).map_or_else(String::new, |[means, _]| means.to_owned());
            report.print(form, |codes| codes.iter().map(meaning).collect())?;
            Ok(Exit::Request)
        }
        done => done,
    }
}

/// Returns the engine's description of each code; empty for unknown codes.
pub fn meanings(session: &mut fitment_host::Session, codes: &[&str]) -> Vec<String> {
    let meaning = |code: &&str| {
        if let Some([means, _]) = own::meaning(code) {
            return means.to_owned();
        }
        let request = json!({ "question": "fitment/explain", "given": { "code": own::code_of_cause(code) } });
        let answer = session.ask(request.to_string().as_bytes()).unwrap_or_default();
        word(&session::envelope(&answer)["answer"]["means"]).to_owned()
    };
    codes.iter().map(meaning).collect()
}
