//! Findings of the engine with their places.

use std::path::PathBuf;

use clap::Args;
use fitment_host::Session;
use serde_json::Value;

use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::findings::{self, Finding, Form, Level, Report, Subject};
use crate::cli::input;
use crate::cli::members::{list, word};
use crate::cli::objects;
use crate::cli::output::{self, Format};
use crate::cli::places::{self, At, Origin};
use crate::cli::session;
use crate::cli::words::Words;

/// What a finding is worth.
#[derive(Clone, Copy, Debug, Args)]
pub struct Severity {
    /// Warnings count as errors: they end in exit code 2 too.
    #[arg(long)]
    pub strict: bool,
}

impl Severity {
    /// How bad a finding is, that the engine calls so.
    pub fn level(self, named: &Value) -> Level {
        match Level::of(named) {
            Level::Warning if self.strict => Level::Error,
            level => level,
        }
    }
}

/// What was looked at, and how it is shown.
pub struct Look<'l> {
    /// The command, as `lint traits`.
    pub command: &'l str,
    /// The files and folders.
    pub files: &'l [PathBuf],
    /// How findings are shown.
    pub form: Form,
    /// What they are worth.
    pub severity: Severity,
}

impl Look<'_> {
    /// Shows an answer with findings, each with where it stands.
    pub fn show(&self, session: &mut Session, answer: &[u8], origin: impl Fn(&str) -> Option<Origin>) -> Done {
        let envelope = session::envelope(answer);
        let is_decided = envelope["outcome"] == "decided";
        let shown = if is_decided { &envelope["answer"]["findings"] } else { &envelope["problems"] };
        let origins: Vec<Option<Origin>> = list(shown).iter().map(|found| origin(word(&found["path"]))).collect();
        let places = places::of_values(&origins);
        match self.form.answer() {
            None => self.report(session, &envelope, &places)?,
            Some(format) if !is_decided => return output::print(session, answer, format),
            Some(Format::Text) => {
                let words = Words::of(session, &envelope);
                output::show(&drawn(&envelope, &words, &places))?;
            }
            Some(format) => {
                output::print_data(answer, &envelope, format)?;
                for (finding, place) in list(shown).iter().zip(&places) {
                    if let Some(place) = place {
                        anstream::eprintln!("note: `{}` is {place}", word(&finding["path"]));
                    }
                }
            }
        }
        Ok(match session::exit_of(&envelope) {
            Exit::Yes if self.severity.strict && envelope["answer"]["count"].as_u64() > Some(0) => Exit::No,
            exit => exit,
        })
    }

    fn report(&self, session: &mut Session, envelope: &Value, places: &[Option<At>]) -> Result<(), Failure> {
        let words = Words::of(session, envelope);
        let found = findings_of(envelope, &words, places, self.severity);
        let mut subjects = Vec::new();
        for path in self.files {
            for file in input::files(path, objects::EXTENSIONS)? {
                let file = file.display().to_string();
                subjects.push(Subject {
                    name: self.command.to_owned(),
                    file: Some(file),
                    findings: Vec::new(),
                    passed_over: false,
                });
            }
        }
        let mut elsewhere =
            Subject { name: self.command.to_owned(), file: None, findings: Vec::new(), passed_over: false };
        for finding in found {
            let file = finding.at.as_ref().and_then(|at| at.file.as_deref());
            let its = subjects.iter_mut().find(|subject| file.is_some() && subject.file.as_deref() == file);
            its.unwrap_or(&mut elsewhere).findings.push(finding);
        }
        if !elsewhere.findings.is_empty() {
            subjects.push(elsewhere);
        }
        let report = Report { command: self.command, subjects };
        report.print(self.form, |codes| findings::meanings(session, codes))
    }
}

/// What an answer finds, and the problems with what was asked.
pub fn findings_of(envelope: &Value, words: &Words, places: &[Option<At>], severity: Severity) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_decided = envelope["outcome"] == "decided";
    if is_decided {
        // What is said of the findings stands beneath one reason, in their order.
        let says = words.beneath_first();
        for (number, finding) in list(&envelope["answer"]["findings"]).iter().enumerate() {
            found.push(Finding {
                level: severity.level(&finding["level"]),
                code: word(&finding["code"]).to_owned(),
                says: says.get(number).cloned().unwrap_or_default(),
                cure: cures(finding),
                at: places.get(number).cloned().flatten(),
            });
        }
    }
    for (number, problem) in list(&envelope["problems"]).iter().enumerate() {
        found.push(Finding {
            level: severity.level(&problem["level"]),
            code: word(&problem["code"]).to_owned(),
            says: words.problem(number).to_owned(),
            cure: Vec::new(),
            at: places.get(number).filter(|_| !is_decided).cloned().flatten(),
        });
    }
    found
}

/// What mends a finding, a line each.
fn cures(finding: &Value) -> Vec<String> {
    let edit = &finding["edit"];
    if edit.is_null() {
        return Some(word(&finding["cure"])).filter(|cure| !cure.is_empty()).map(str::to_owned).into_iter().collect();
    }
    let line = |edit: &Value| {
        let key = word(&edit["key"]);
        match edit["value"].as_str() {
            Some(value) => format!("set `{key}` to `{value}`"),
            None => format!("take out `{key}`"),
        }
    };
    [edit].into_iter().chain(list(&edit["also"])).map(line).collect()
}

fn drawn(envelope: &Value, words: &Words, places: &[Option<At>]) -> String {
    let mut text = output::verdict(envelope, envelope["question"].as_str());
    let findings = list(&envelope["answer"]["findings"]);
    let says = words.beneath_first();
    text.push('\n');
    for (number, (finding, place)) in findings.iter().zip(places).enumerate() {
        let level = word(&finding["level"]);
        let says = says.get(number).map(String::as_str).unwrap_or_default();
        let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        text.push_str(&format!("{level}: {place}{says}\n"));
        for cure in cures(finding) {
            text.push_str(&format!("  {cure}\n"));
        }
    }
    let more = envelope["answer"]["count"].as_u64().unwrap_or_default().saturating_sub(findings.len() as u64);
    if more > 0 {
        text.push_str(&format!("and {more} more\n"));
    }
    let problems: String = words.problems().collect();
    if !problems.is_empty() {
        output::section(&mut text, "problems", &problems);
    }
    text
}
