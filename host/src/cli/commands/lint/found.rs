//! The engine's findings, with their places.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use fitment_host::Session;
use serde_json::{Value, json};

use crate::cli::exit::{Done, Exit, Failure, Unreadable};
use crate::cli::members::{list, word};
use crate::cli::reading::input;
use crate::cli::reading::objects;
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::reading::readable;
use crate::cli::reading::source::At;
use crate::cli::session;
use crate::cli::showing::findings::{self, Finding, Folding, Form, Level, Report, Reported, own};
use crate::cli::showing::output::{self, Format};
use crate::cli::showing::words::Words;
use crate::cli::stderr;

/// Whether warnings count as errors.
#[derive(Clone, Copy, Debug, Args)]
pub struct Severity {
    /// Warnings count as errors: they end in exit code 2 too.
    #[arg(long)]
    pub strict: bool,
}

impl Severity {
    /// The level of a finding, given the engine's level for it.
    pub fn level(self, named: &Value) -> Level {
        match Level::of(named) {
            Level::Warning if self.strict => Level::Error,
            level => level,
        }
    }
}

/// How findings are reported.
#[derive(Debug, Args)]
pub struct Telling {
    #[command(flatten)]
    pub severity: Severity,

    #[command(flatten)]
    pub folding: Folding,

    #[command(flatten)]
    reported: Reported,
}

impl Telling {
    /// The output form.
    pub fn form(&self) -> Form {
        self.reported.form()
    }

    /// Prepares the report of a command, such as `lint traits`, on files and folders.
    pub fn look<'l>(&self, command: &'l str, files: &'l [PathBuf]) -> Look<'l> {
        let (form, severity, folding) = (self.form(), self.severity, self.folding);
        let (unreadable, passed_over) = (Vec::new(), HashSet::new());
        Look { command, files, unreadable, passed_over, form, severity, folding }
    }
}

/// The files that were examined, and how to report on them.
pub struct Look<'l> {
    command: &'l str,
    files: &'l [PathBuf],
    /// The files that could not be read.
    unreadable: Vec<Unreadable>,
    /// The files of which nothing was examined.
    passed_over: HashSet<String>,
    form: Form,
    severity: Severity,
    folding: Folding,
}

impl Look<'_> {
    /// Adds files that could not be read.
    pub fn beside(self, unreadable: Vec<Unreadable>) -> Self {
        Self { unreadable, ..self }
    }

    /// Names the files of which nothing was examined.
    pub fn passing_over(self, passed_over: HashSet<String>) -> Self {
        Self { passed_over, ..self }
    }

    /// Shows answers with findings, each with its place.
    pub fn show_all(
        self,
        session: &mut Session,
        answers: &[Vec<u8>],
        origin: impl Fn(usize, &str) -> Option<Origin>,
    ) -> Done {
        let (mut worst, mut found) = (readable::exit_beside(&self.unreadable, Exit::Yes), Vec::new());
        for (number, answer) in answers.iter().enumerate() {
            let envelope = session::envelope(answer);
            let places = Places::of(&envelope, |path| origin(number, path));
            if number > 0 && self.form == Form::Text {
                output::show("\n")?;
            }
            let in_files = || places::in_files(&envelope, |path| origin(number, path));
            match self.form.answer() {
                Some(Format::Text) => {
                    let words = Words::of(session, &in_files()).placed(places.problems.clone());
                    self.draw(&envelope, &words, &places)?;
                }
                Some(format) => self.print(session, answer, &envelope, &places, format)?,
                None => {
                    let words = Words::of(session, &in_files());
                    let mut own = findings_of(&envelope, &words, &places, self.severity);
                    own.extend(left_out(&envelope, &words, origin(number, "")));
                    found.append(&mut own);
                }
            }
            worst = worst.worse(self.exit(&envelope));
        }
        if self.form.answer().is_none() {
            self.report(session, found)?;
        } else {
            readable::tell(&self.unreadable);
        }
        Ok(worst)
    }

    /// Shows an answer with findings, each with its place.
    pub fn show(self, session: &mut Session, answer: Vec<u8>, origin: impl Fn(&str) -> Option<Origin>) -> Done {
        self.show_all(session, &[answer], |_, path| origin(path))
    }

    fn print(
        &self,
        session: &mut Session,
        answer: &[u8],
        envelope: &Value,
        places: &Places,
        format: Format,
    ) -> Result<(), Failure> {
        if envelope["outcome"] != "decided" {
            return output::print_placed(session, answer, format, places.problems.clone()).map(drop);
        }
        output::print_data(answer, envelope, format)?;
        for (finding, place) in list(&envelope["answer"]["findings"]).iter().zip(&places.findings) {
            if let Some(place) = place {
                stderr::line(format_args!("note: `{}` is {place}", word(&finding["path"])));
            }
        }
        places::note(&envelope["problems"], &places.problems);
        Ok(())
    }

    fn draw(&self, envelope: &Value, words: &Words, places: &Places) -> Result<(), Failure> {
        let found = findings_of(envelope, words, places, self.severity);
        let verdict = match self.exit(envelope) {
            // With `--strict` warnings are errors, and the verdict above them is no.
            Exit::No => &json!({ "outcome": "decided", "verdict": "no", "edition": envelope["edition"] }),
            _ => envelope,
        };
        output::show(&drawn((envelope, verdict), words, &found, self.folding))
    }

    fn exit(&self, envelope: &Value) -> Exit {
        match session::exit_of(envelope) {
            Exit::Yes if self.severity.strict && has_warnings(envelope) => Exit::No,
            exit => exit,
        }
    }

    fn report(self, session: &mut Session, mut found: Vec<Finding>) -> Result<(), Failure> {
        let files = self.files.iter().flat_map(|path| input::files_and_faults(path, objects::EXTENSIONS).0);
        let files: Vec<String> =
            files.filter(|file| file.as_os_str() != "-").map(|file| objects::shown(&file)).collect();
        found.extend(self.unreadable.into_iter().map(own::unreadable));
        let mut report = Report::by_file(self.command, files, found);
        for subject in &mut report.subjects {
            let is_passed_over = subject.file.as_ref().is_some_and(|file| self.passed_over.contains(file));
            subject.passed_over = is_passed_over && subject.findings.is_empty();
        }
        report.print(self.form, |codes| findings::meanings(session, codes))
    }
}

/// Whether an answer has findings or problems.
fn has_warnings(envelope: &Value) -> bool {
    envelope["answer"]["count"].as_u64() > Some(0) || !list(&envelope["problems"]).is_empty()
}

/// The places of an answer's findings and problems.
pub struct Places {
    findings: Vec<Option<At>>,
    problems: Vec<Option<Stands>>,
}

impl Places {
    /// Finds the places for an answer; `origin` maps pointers to files.
    pub fn of(envelope: &Value, origin: impl Fn(&str) -> Option<Origin>) -> Self {
        let findings = list(&envelope["answer"]["findings"]).iter();
        let findings: Vec<Option<Origin>> = findings.map(|found| origin(word(&found["path"]))).collect();
        let problems = places::of_problems(&envelope["problems"], origin);
        Self { findings: places::of_values(&findings), problems }
    }
}

/// The findings of an answer, each with its sentence. If there are very many, only the first have sentences.
fn listed<'e>(envelope: &'e Value, words: &Words) -> impl Iterator<Item = (&'e Value, String)> + use<'e> {
    list(&envelope["answer"]["findings"]).iter().zip(words.beneath_first())
}

/// The number of findings that an answer counts but does not list.
fn more(envelope: &Value, words: &Words) -> u64 {
    let count = envelope["answer"]["count"].as_u64().unwrap_or_default();
    count.saturating_sub(listed(envelope, words).count() as u64)
}

/// A note that there are more findings than are listed.
fn left_out(envelope: &Value, words: &Words, document: Option<Origin>) -> Option<Finding> {
    let more = more(envelope, words);
    let findings = if more == 1 { "finding is" } else { "findings are" };
    let says = format!("{more} more {findings} not listed; `--list-at-most` asks for them");
    let at = document.and_then(places::of_value);
    (more > 0).then(|| Finding { level: Level::Note, code: "findings-left-out".to_owned(), says, cure: Vec::new(), at })
}

/// Converts an answer's findings, and the problems with the request, to findings.
pub fn findings_of(envelope: &Value, words: &Words, places: &Places, severity: Severity) -> Vec<Finding> {
    let finding = |(number, (finding, says)): (usize, (&Value, String))| Finding {
        level: severity.level(&finding["level"]),
        code: word(&finding["code"]).to_owned(),
        says,
        cure: cures(finding),
        at: places.findings.get(number).cloned().flatten(),
    };
    let problems = findings::of_problems(envelope, words, &places.problems).into_iter();
    let problems = problems.zip(list(&envelope["problems"]));
    let problems = problems.map(|(found, problem)| Finding { level: severity.level(&problem["level"]), ..found });
    listed(envelope, words).enumerate().map(finding).chain(problems).collect()
}

/// The cures for a finding, one per line.
fn cures(finding: &Value) -> Vec<String> {
    let edit = &finding["edit"];
    if let Some(operations) = finding["fix"].as_array() {
        let by = if finding["safe"] == true { "`--fix` does it" } else { "it changes answers: not done by `--fix`" };
        let does = operations.iter().map(|operation| match word(&operation["op"]) {
            "remove" => format!("take out `{}`", word(&operation["path"])),
            op => format!("{op} `{}`: {}", word(&operation["path"]), operation["value"]),
        });
        return does.chain([format!("({by})")]).collect();
    }
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

fn drawn((envelope, verdict): (&Value, &Value), words: &Words, found: &[Finding], folding: Folding) -> String {
    let about = envelope["answer"]["document"].as_str().or(envelope["question"].as_str());
    let mut text = output::verdict(verdict, about);
    let listed = listed(envelope, words).count();
    let is_decided = envelope["outcome"] == "decided";
    // An undecided answer has only problems.
    let shown = if is_decided { listed } else { found.len() };
    let (shown, folded) = folding.of(found.get(..shown).unwrap_or(found));
    // Problems alone need no separator.
    if !shown.is_empty() || found.is_empty() {
        text.push('\n');
    }
    for Finding { level, says, cure, at, .. } in shown {
        let at = at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
        text.push_str(&format!("{}: {at}{says}\n", level.word()));
        for cure in cure {
            text.push_str(&format!("  {cure}\n"));
        }
    }
    text.extend(folded);
    match more(envelope, words) {
        0 if is_decided && found.is_empty() => text.push_str("nothing is found\n"),
        0 => {}
        1 if listed == 0 => text.push_str("1 finding, which is not listed\n"),
        more if listed == 0 => text.push_str(&format!("{more} findings, none of which is listed\n")),
        more => text.push_str(&format!("and {more} more\n")),
    }
    let problems: String = words.problems().collect();
    if is_decided && !problems.is_empty() {
        output::section(&mut text, "problems", &problems);
    }
    text
}
