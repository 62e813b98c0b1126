use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use fitment_host::{Limits, Session};
use serde_json::{Value, json};

use super::lint::{Places, Severity, Telling, findings_of};
use crate::cli::admission::change::{Change, Stored};
use crate::cli::admission::judging::{APPLYING, Judged, Judging};
use crate::cli::admission::order::{Steps, Stuck};
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load::{self, Loading};
use crate::cli::exit::{Done, Exit, Failure, Unreadable};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::{self, Origin};
use crate::cli::reading::readable::{self, Readable};
use crate::cli::session;
use crate::cli::showing::findings::{self, Finding, Form, Level, Report, Subject, TakenFor, own};
use crate::cli::showing::output::Format;
use crate::cli::showing::words::Words;

/// Judge all manifests in a folder, as the merge gate of a repository would.
///
/// Each object that a rule covers is completed and judged as the API server would, beside all the others: as a change
/// of the object of that name in `--load`, or else as new. Fleets and driver registries are checked as by
/// `fitment lint`. Objects of other kinds are counted and skipped.
#[derive(Debug, Args)]
#[command(override_usage = "fitment check <DIR>... [OPTIONS]")]
#[command(after_help = "Examples:
  fitment check manifests/
  fitment check landscape/ --load shoots.json --strict
  fitment check manifests/ -o github
  fitment check manifests/ -o sarif > fitment.sarif")]
pub struct Arguments {
    /// Files, and folders, which are read recursively.
    #[arg(value_name = "DIR", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    loading: Loading,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    deciding: Deciding,
}

/// Runs `fitment check`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let form = arguments.telling.form();
    findings::told(COMMAND, form, check(arguments, form, limits))
}

fn check(arguments: Arguments, form: Form, limits: Limits) -> Done {
    let strictness = arguments.deciding.strictness;
    let stored = arguments.loading.objects(strictness, limits)?;
    let manner = arguments.deciding.loading();
    let (mut session, _) = match arguments.loading.open(&stored, manner, limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.reported(COMMAND, form),
    };
    let severity = arguments.telling.severity;
    let mut check = Check { severity, subjects: Vec::new(), worst: Exit::Yes, is_misread: false };
    let objects = check.read(&arguments.paths)?;
    let (own, others): (Vec<Object>, Vec<Object>) =
        objects.into_iter().partition(|object| object.head.is_own() && !object.head.is_settings());
    // Documents without a kind are template values, charts, or settings of other tools.
    let is_object = |object: &Object| !object.head.kind.is_empty();
    let (judged, others): (Vec<Object>, Vec<Object>) = others.into_iter().partition(is_object);
    if own.is_empty() && judged.is_empty() {
        check.nothing_in(&others);
    } else {
        check.subjects.extend(others.iter().map(|object| Subject { passed_over: true, ..subject(object) }));
    }
    let judging = Judging { phase: APPLYING, deciding: arguments.deciding, format: form.asked() };
    let mut steps = Steps::default();
    judging.each(&mut session, &judged, &Stored::named(&stored), false, |session, mut judged| {
        steps.add(&judged);
        if judged.object.head.is_settings() && judged.lacks_rule() {
            judged.exit = Exit::Yes;
        }
        check.judged(session, &judged);
        Ok(())
    })?;
    let reopened = || arguments.loading.again(&stored, manner, limits);
    steps.stuck(&judging, reopened)?.iter().for_each(|stuck| check.stuck(stuck, stored.is_empty()));
    for object in &own {
        check.own(object, &judging.deciding, limits)?;
    }
    check.after_what_was_misread();
    let report = Report { command: COMMAND, subjects: check.subjects, folding: arguments.telling.folding }.sorted();
    report.print(form, |codes| findings::meanings(&mut session, codes))?;
    let exit = match check.worst {
        Exit::Yes if report.count(Level::Error) > 0 => Exit::No,
        worst => worst,
    };
    arguments.loading.hint(exit);
    Ok(exit)
}

struct Check {
    severity: Severity,
    subjects: Vec<Subject>,
    worst: Exit,
    /// Whether a file could not be read.
    is_misread: bool,
}

impl Check {
    /// Reads the objects of all files; an unreadable file becomes a finding.
    fn read(&mut self, paths: &[PathBuf]) -> Result<Vec<Object>, Failure> {
        let Readable { objects, empty, unreadable } = Readable::of(paths)?;
        self.subjects.extend(empty.iter().map(|file| Subject {
            passed_over: true,
            ..Subject::new("an empty file".to_owned(), Some(objects::shown(file)))
        }));
        self.unreadable(unreadable);
        Ok(objects)
    }

    /// Reports files that hold no object where no other file holds one either: they are not what was meant to be checked.
    fn nothing_in(&mut self, others: &[Object]) {
        let files: BTreeSet<&PathBuf> = others.iter().map(|object| &object.file).collect();
        let lacking = files.into_iter().map(|file| objects::no_object(file));
        self.unreadable(lacking.collect());
    }

    /// Reports files that hold nothing that could be judged.
    fn unreadable(&mut self, unreadable: Vec<Unreadable>) {
        self.worst = readable::exit_beside(&unreadable, self.worst);
        self.is_misread |= !unreadable.is_empty();
        self.subjects.extend(unreadable.into_iter().map(|unreadable| {
            let name = objects::shown(&unreadable.file);
            Subject { findings: vec![own::unreadable(unreadable)], ..Subject::new(name.clone(), Some(name)) }
        }));
    }

    fn judged(&mut self, session: &mut Session, judged: &Judged<'_>) {
        let mut subject = subject(judged.object);
        let words = Words::of(session, &judged.envelope);
        subject.findings = self.findings_of_review(judged, &words);
        subject.passed_over = judged.lacks_rule() && subject.findings.is_empty() && !judged.object.head.is_settings();
        if !subject.passed_over {
            subject.findings.extend(judged.twin.map(|first| repeated(first, judged.object)));
            self.worst = self.worst.worse(judged.exit);
            let taken_for = |change: &Change<'_>| if change.is_update() { TakenFor::Change } else { TakenFor::New };
            subject.taken_for = judged
                .change
                .as_ref()
                .filter(|_| !judged.lacks_rule() && !judged.object.head.is_settings())
                .map(taken_for);
        }
        self.subjects.push(subject);
    }

    /// Adds a cure to findings about missing documents if a file could not be read: they may be in it.
    fn after_what_was_misread(&mut self) {
        let findings = self.subjects.iter_mut().flat_map(|subject| &mut subject.findings);
        for finding in findings.filter(|finding| self.is_misread && finding.code == NOT_LOADED) {
            finding.cure.push("first correct what could not be read: it may be in there".to_owned());
        }
    }

    /// Reports an object that can be applied neither before the others nor after them.
    fn stuck(&mut self, stuck: &Stuck<'_>, is_nothing_stored: bool) {
        let of = subject(stuck.object);
        let same = |subject: &&mut Subject| (&subject.name, &subject.file) == (&of.name, &of.file);
        let apart = own::meaning(own::IN_NO_ORDER).map(|[_, cure]| cure);
        // Stored objects may keep what new ones may not have.
        let as_stored = "if they are stored already, bring them with `--load`: then they are judged as changes";
        let finding = Finding {
            level: Level::Error,
            code: own::IN_NO_ORDER.to_owned(),
            says: stuck.says(),
            cure: apart.into_iter().chain(is_nothing_stored.then_some(as_stored)).map(str::to_owned).collect(),
            at: places::of_value(stuck.object.origin.clone()),
        };
        if let Some(subject) = self.subjects.iter_mut().find(same) {
            subject.findings.push(finding);
        }
    }

    fn findings_of_review(&self, judged: &Judged<'_>, words: &Words) -> Vec<Finding> {
        let envelope = &judged.envelope;
        let finding = |level, code: &Value, says: &str, at| Finding {
            level,
            code: word(code).to_owned(),
            says: says.to_owned(),
            cure: Vec::new(),
            at,
        };
        let mut found = Vec::new();
        let status = &envelope["review"]["response"]["status"];
        let causes = list(&status["details"]["causes"]);
        if judged.exit == Exit::No {
            let numbered = causes.iter().enumerate();
            let origins: Vec<Option<Origin>> =
                numbered.map(|(number, cause)| Some(judged.origin_of_cause(number, cause))).collect();
            for (cause, at) in causes.iter().zip(places::of_values(&origins)) {
                let (field, message) = (word(&cause["field"]), word(&cause["message"]));
                let says = if field.is_empty() { message.to_owned() } else { format!("{field}: {message}") };
                found.push(finding(Level::Error, &cause["reason"], &says, at));
            }
            if causes.is_empty() {
                let at = places::of_value(judged.object.origin.clone());
                found.push(finding(Level::Error, &status["reason"], word(&status["message"]), at));
            }
        }
        for (number, (problem, place)) in list(&envelope["problems"]).iter().zip(judged.places()).enumerate() {
            let says = match &place {
                Some(place) => place.quoted(problem, words.problem(number)),
                None => words.problem(number).to_owned(),
            };
            // An object that was not understood, such as one of a misspelled kind, is not judged, but its author
            // expects it to be.
            let level = match judged.exit {
                Exit::Request => Level::Error,
                _ => self.severity.level(level_of(problem)),
            };
            found.push(finding(level, &problem["code"], &says, place.map(|place| place.at)));
        }
        // Say that an unchanged Shoot was not judged, since no findings would look like approval.
        if let Some(number) = list(&envelope["because"]).iter().position(|reason| reason["code"] == UNCHANGED) {
            let at = places::of_value(judged.object.origin.clone());
            found.push(finding(Level::Note, &json!(UNCHANGED), words.reason(number), at));
        }
        let problems: Vec<&str> = (0..list(&envelope["problems"]).len()).map(|number| words.problem(number)).collect();
        for warning in judged.warnings().filter(|warning| !problems.contains(warning)) {
            let field = warning.split_once(": ").map(|(field, _)| judged.origin_of_field(field));
            let at = places::of_value(field.unwrap_or_else(|| judged.object.origin.clone()));
            let level = self.severity.level(&json!("warning"));
            found.push(finding(level, &json!(own::WARNED), warning, at));
        }
        // Always report a missing fact, even if there are other findings.
        if judged.exit == Exit::Facts && found.iter().all(|finding| finding.level != Level::Error) {
            let at = places::of_value(judged.object.origin.clone());
            for (number, reason) in list(&envelope["because"]).iter().enumerate() {
                found.push(finding(Level::Error, &reason["code"], words.reason(number), at.clone()));
            }
        }
        found
    }

    /// Checks one of Fitment's own documents.
    fn own(&mut self, object: &Object, deciding: &Deciding, limits: Limits) -> Result<(), Failure> {
        let mut subject = subject(object);
        let asked = match object.head.kind.as_str() {
            "Fleet" => {
                let name = object.head.full_name();
                Some(("traits/lint", json!({ "fleet": name, "flavors": [] }).to_string(), format!("Fleet/{name}#")))
            }
            "DriverRegistry" => {
                Some(("drivers/lint", format!(r#"{{"registry":{}}}"#, object.json), "/registry".to_owned()))
            }
            _ => None,
        };
        let mut session = session::plain(limits)?;
        if object.head.kind != "DriverRegistry" {
            let loaded = session.load(load::request([object].into_iter(), deciding.loading()).as_bytes())?;
            let envelope = session::envelope(&loaded);
            // Its kind may be misspelt.
            let is_told = asked.is_none() && !list(&envelope["problems"]).is_empty();
            if is_told || session::exit_of(&envelope) != Exit::Yes {
                self.answered(subject, &mut session, &envelope, |path| {
                    Some(object.origin.below(path.strip_prefix("/documents/0")?))
                });
                return Ok(());
            }
        }
        let Some((question, given, prefix)) = asked else {
            subject.passed_over = true;
            self.subjects.push(subject);
            return Ok(());
        };
        let answer = session.ask(&deciding.request_with(question, &given, Format::Text))?;
        let envelope = session::envelope(&answer);
        // The paths of problems lead into the request, those of findings into `given`.
        self.answered(subject, &mut session, &envelope, |path| {
            let inside = path.strip_prefix("/given").unwrap_or(path);
            Some(object.origin.below(inside.strip_prefix(prefix.as_str())?))
        });
        Ok(())
    }

    fn answered(
        &mut self,
        mut subject: Subject,
        session: &mut Session,
        envelope: &Value,
        origin: impl Fn(&str) -> Option<Origin>,
    ) {
        let (words, places) = (Words::of(session, envelope), Places::of(envelope, origin));
        subject.findings = findings_of(envelope, &words, &places, self.severity);
        self.worst = self.worst.worse(session::exit_of(envelope));
        self.subjects.push(subject);
    }
}

const COMMAND: &str = "check";

/// The code for a reference to a document that is not loaded.
const NOT_LOADED: &str = "document-not-loaded";

/// The code for an unchanged Shoot.
const UNCHANGED: &str = "shoot-unchanged";

/// The level of a problem: a review only warns of a lint finding, and gives the lint's own level in a fact.
fn level_of(problem: &Value) -> &Value {
    let said = list(&problem["facts"]).iter().find(|fact| fact["name"] == "level");
    said.map_or(&problem["level"], |fact| &fact["value"])
}

/// A finding that an object has the name of one that was judged before.
fn repeated(first: &Object, object: &Object) -> Finding {
    Finding {
        level: Level::Error,
        code: own::REPEATED.to_owned(),
        says: format!("{}; what refers to it is judged beside the first", objects::twice(first, object)),
        cure: vec!["check the folders one by one, if each is for an API server of its own".to_owned()],
        at: places::of_value(object.origin.clone()),
    }
}

fn subject(object: &Object) -> Subject {
    let name = if object.head.kind.is_empty() { "a document without a kind".to_owned() } else { object.head.id() };
    Subject::new(name, Some(objects::shown(&object.file)))
}
