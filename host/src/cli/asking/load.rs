use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use fitment_files::json;
use fitment_host::{Class, Limits, Session};
use serde_json::{Value, json};

use super::complete::{self, CompleteKind};
use super::gathered;
use super::strictness::Strictness;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::session;
use crate::cli::showing::findings::{self, Form, Report};
use crate::cli::showing::output::{self, Format};
use crate::cli::showing::words::Words;
use crate::cli::stderr;

/// The documents to load before the question.
#[derive(Debug, Args)]
pub struct Loading {
    /// Documents that the question may name, in JSON or YAML; folders are read recursively. The nodes that
    /// `openstack baremetal node list --long -f json` prints form a fleet named after the file.
    #[arg(id = "loaded", long = "load", value_name = "FILE", num_args = 1..)]
    pub files: Vec<PathBuf>,

    /// Give the loaded documents the API server's defaults first, which files from git need.
    #[arg(long, requires = "loaded")]
    pub defaulted: bool,

    /// Kinds of which `--load` brings every object there is, if any, such as `Shoot.core.gardener.cloud`.
    #[arg(long, value_name = "KIND.GROUP", num_args = 1..)]
    pub complete: Vec<CompleteKind>,
}

/// How documents are loaded.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Whether they get the API server's defaults first.
    pub defaulted: bool,
    /// The edition that says what the API server would store.
    pub edition: &'static str,
    /// How strictly unknown keys are treated.
    pub strictness: Strictness,
}

impl Manner {
    /// For documents as an API server hands them out, in the design edition.
    pub fn new(strictness: Strictness) -> Self {
        Self { defaulted: false, edition: "design", strictness }
    }

    /// The same for documents as people write them, which get the API server's defaults first.
    pub fn defaulted(self) -> Self {
        Self { defaulted: true, ..self }
    }
}

/// Why there is no session with the documents.
pub enum Closed {
    /// A file could not be read, or the sandbox failed.
    Failed(Failure),
    /// The engine refused the load.
    Refused(Refused),
}

/// The engine's answer to a load that it refused, and what is needed to show it.
pub struct Refused {
    answer: Vec<u8>,
    session: Box<Session>,
    /// The place of each document.
    origins: Vec<Origin>,
    strictness: Strictness,
}

impl Loading {
    /// Reads the documents to load.
    pub fn objects(&self, strictness: Strictness, limits: Limits) -> Result<Vec<Object>, Failure> {
        gathered::loadable(&self.files, strictness, limits)
    }

    /// Suggests `--defaulted` if files from git may have been taken for an API server's output.
    pub fn hint(&self, exit: Exit) {
        if exit != Exit::Yes && !self.files.is_empty() && !self.defaulted {
            stderr::line(
                "note: what --load brings is taken as an API server hands it out; with `--defaulted` it gets the \
                 defaults first, as files from git need it",
            );
        }
    }

    /// Opens a session with documents that have been read, and returns the answer to the load.
    pub fn open(&self, objects: &[Object], manner: Manner, limits: Limits) -> Result<(Session, Value), Closed> {
        let (session, loaded) = open(objects, self.manner(manner), limits)?;
        Ok((self.completed(session)?, loaded))
    }

    /// Opens another such session to replace one, without repeating its warnings.
    pub fn again(&self, objects: &[Object], manner: Manner, limits: Limits) -> Result<Session, Failure> {
        self.completed(again(objects, self.manner(manner), limits)?)
    }

    fn manner(&self, manner: Manner) -> Manner {
        Manner { defaulted: self.defaulted, ..manner }
    }

    /// Declares the kinds whose objects are all loaded.
    fn completed(&self, mut session: Session) -> Result<Session, Failure> {
        if let Some(request) = complete::request(&self.complete) {
            let answer = session::envelope(&session.load(request.as_bytes())?);
            if session::exit_of(&answer) != Exit::Yes {
                let says = || format!("the engine refused `--complete`: {}", word(&answer["problems"][0]["says"]));
                return Err(complete::refusal(&answer, &self.complete).unwrap_or_else(|| Failure::Input(says())));
            }
        }
        Ok(session)
    }
}

/// Opens a session to replace one from [`open`], without repeating its warnings.
pub fn again(objects: &[Object], manner: Manner, limits: Limits) -> Result<Session, Failure> {
    let mut session = session::plain(limits)?;
    for objects in portions(objects) {
        session.load(request(objects.iter().copied(), manner).as_bytes())?;
    }
    Ok(session)
}

/// Opens a session with these objects loaded, and returns the answer to the load.
pub fn open(objects: &[Object], manner: Manner, limits: Limits) -> Result<(Session, Value), Closed> {
    open_in(session::plain(limits)?, objects, manner)
}

/// Like [`open`], in a session that may hold others already.
pub fn open_in(mut session: Session, objects: &[Object], manner: Manner) -> Result<(Session, Value), Closed> {
    let mut loaded = Value::Null;
    if objects.is_empty() {
        return Ok((session, loaded));
    }
    let portions = portions(objects);
    if portions.len() > 1 {
        // Within one load the engine checks this.
        expect_each_once(objects)?;
    }
    for objects in portions {
        let request = request(objects.iter().copied(), manner);
        let answer = session.load(request.as_bytes()).map_err(|error| failure(error, &objects))?;
        loaded = session::envelope(&answer);
        if session::exit_of(&loaded) != Exit::Yes {
            let origins = objects.iter().map(|object| object.origin.clone()).collect();
            return Err(Closed::Refused(Refused {
                answer,
                session: Box::new(session),
                origins,
                strictness: manner.strictness,
            }));
        }
        tell_warnings(&loaded, &objects);
    }
    Ok((session, loaded))
}

/// Names the object that is too large for a load, which is the only one in it, and says how a fleet gets smaller.
fn failure(error: fitment_host::Error, objects: &[&Object]) -> Failure {
    let [object] = objects else { return error.into() };
    if error.class() != Class::Request {
        return error.into();
    }
    let file = object.origin.file().unwrap_or_else(|| objects::STANDARD_INPUT.to_owned());
    let cure = match object.head.kind.as_str() {
        "Fleet" => "; traits that many nodes have are written once in the `traitSets` of a fleet",
        _ => "",
    };
    Failure::Input(format!("`{file}`: `{}` is too large: {error}{cure}", object.head.id()))
}

/// Loads objects, without those that the engine refuses, and returns what was loaded.
pub fn those_that_can_be<'o>(
    session: &mut Session,
    objects: impl IntoIterator<Item = &'o Object>,
    manner: Manner,
) -> Result<Vec<&'o Object>, Failure> {
    let mut load = |objects: &[&Object]| match session.load(request(objects.iter().copied(), manner).as_bytes()) {
        Ok(answer) => Ok(session::envelope(&answer)),
        // One object that is too large.
        Err(error) if error.class() == Class::Request => Ok(Value::Null),
        Err(error) => Err(Failure::from(error)),
    };
    let mut loaded = Vec::new();
    // The engine stops reading at the first repeated key, so that each would cost a load.
    let readable = objects.into_iter().filter(|object| json::repeated_key(object.json.get()).is_none());
    for mut portion in portions(readable) {
        while !portion.is_empty() {
            let answer = load(&portion)?;
            if session::exit_of(&answer) == Exit::Yes {
                loaded.append(&mut portion);
                break;
            }
            // Nothing of a load that is refused is loaded.
            let errors = list(&answer["problems"]).iter().filter(|problem| problem["level"] == "error");
            let refused = errors.filter_map(|problem| Some(document_of(word(&problem["path"]))?.0));
            let refused: BTreeSet<usize> = refused.filter(|number| *number < portion.len()).collect();
            if refused.is_empty() {
                // The answer does not tell which is to blame.
                for object in portion.drain(..) {
                    if session::exit_of(&load(&[object])?) == Exit::Yes {
                        loaded.push(object);
                    }
                }
            }
            let mut number = 0..;
            portion.retain(|_| number.next().is_none_or(|number| !refused.contains(&number)));
        }
    }
    Ok(loaded)
}

/// Refuses two objects with the same identity: the later load would replace the earlier one.
pub fn expect_each_once(objects: &[Object]) -> Result<(), Failure> {
    let twins = objects::twins(objects).into_iter().zip(objects);
    match twins.filter_map(|(twin, object)| Some((objects.get(twin?)?, object))).next() {
        None => Ok(()),
        Some((first, second)) => {
            let found = objects::twice(first, second);
            Err(Failure::file(&second.file, format!("{found}; expected it once")))
        }
    }
}

/// Builds the requests that load objects, none of them too large.
#[cfg(feature = "serve")]
pub fn requests(objects: &[Object], manner: Manner) -> Result<Vec<String>, Failure> {
    expect_each_once(objects)?;
    let portions = portions(objects).into_iter().filter(|portion| !portion.is_empty());
    Ok(portions.map(|objects| request(objects.into_iter(), manner)).collect())
}

/// Says with its file and the place in it what the engine refused, if it refused one of the [`requests`] with these
/// objects.
#[cfg(feature = "serve")]
pub fn refusal(error: &fitment_host::Error, objects: &[Object]) -> Option<Failure> {
    let objects = portions(objects).into_iter().filter(|portion| !portion.is_empty()).nth(error.load()?)?;
    let answer = session::envelope(error.answer()?);
    let mut errors = answer["problems"].as_array()?.iter().filter(|problem| problem["level"] == "error");
    let first = errors.next()?;
    let (place, rest) = document_of(first["path"].as_str()?)?;
    let object = objects.get(place)?;
    let stands = places::of_problems(&json!([first]), |_| Some(object.origin.below(rest))).pop().flatten()?;
    let says = stands.quoted(first, first["says"].as_str()?);
    let more = match errors.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let name = match object.head.id() {
        name if name.is_empty() => name,
        name => format!("`{name}`: "),
    };
    Some(Failure::Input(format!("the engine refused the documents: {}: {name}{says}{more}", stands.at)))
}

/// Splits objects into as many loads as necessary: all the Shoots of a landscape are too many for one.
fn portions<'o>(objects: impl IntoIterator<Item = &'o Object>) -> Vec<Vec<&'o Object>> {
    const BYTES: usize = 16 << 20;
    let (mut portions, mut bytes) = (vec![Vec::new()], 0);
    for object in settings_first(objects) {
        bytes += object.json.get().len();
        match portions.last_mut() {
            Some(portion) if bytes <= BYTES || portion.is_empty() => portion.push(object),
            _ => {
                bytes = object.json.get().len();
                portions.push(vec![object]);
            }
        }
    }
    portions
}

/// Orders objects that are not all in one load: the form in which others are stored depends on the settings, so these
/// are loaded before them.
pub fn settings_first<'o>(objects: impl IntoIterator<Item = &'o Object>) -> impl Iterator<Item = &'o Object> {
    let (settings, others): (Vec<&Object>, Vec<&Object>) =
        objects.into_iter().partition(|object| object.head.is_settings());
    settings.into_iter().chain(others)
}

/// Builds the request that loads objects.
pub fn request<'o>(objects: impl Iterator<Item = &'o Object>, manner: Manner) -> String {
    let documents: Vec<&str> = objects.map(|object| object.json.get()).collect();
    let (documents, word) = (documents.join(","), manner.strictness.word());
    let Manner { defaulted, edition, .. } = manner;
    format!(
        r#"{{"documents":[{documents}],"defaulted":{defaulted},"edition":"{edition}","fieldValidation":"{word}","text":true}}"#
    )
}

/// Prints the warnings about documents that were loaded nevertheless.
fn tell_warnings(loaded: &Value, objects: &[&Object]) {
    let problems = &loaded["problems"];
    let places = places::of_problems(problems, |path| {
        let (place, rest) = document_of(path)?;
        Some(objects.get(place)?.origin.below(rest))
    });
    for (problem, place) in problems.as_array().into_iter().flatten().zip(places) {
        let says = problem["says"].as_str().unwrap_or_default();
        // Warnings about documents loaded earlier contain their place.
        let at = place.map(|place| format!("{}: ", place.at)).unwrap_or_default();
        stderr::line(format_args!("warning: {at}{says}"));
    }
}

impl From<Failure> for Closed {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<fitment_host::Error> for Closed {
    fn from(error: fitment_host::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl Closed {
    /// Shows the failure and ends the command.
    pub fn end(self, format: Format) -> Done {
        self.shown(|refused, _, places| output::print_placed(&mut refused.session, &refused.answer, format, places))
    }

    /// Shows the failure and ends a command that shows findings.
    pub fn reported(self, command: &str, form: Form) -> Done {
        match form.answer() {
            Some(format) => self.end(format),
            None => self.shown(|refused, envelope, places| {
                let words = Words::of(&mut refused.session, envelope);
                let found = findings::of_problems(envelope, &words, &places);
                let files: BTreeSet<String> = refused.origins.iter().filter_map(Origin::file).collect();
                let report = Report::by_file(command, files, found);
                report.print(form, |codes| findings::meanings(&mut refused.session, codes))?;
                Ok(session::exit_of(envelope))
            }),
        }
    }

    fn shown(self, show: impl FnOnce(&mut Refused, &Value, Vec<Option<Stands>>) -> Done) -> Done {
        match self {
            Self::Failed(failure) => Err(failure),
            Self::Refused(mut refused) => {
                let envelope = session::envelope(&refused.answer);
                let places = places::of_problems(&envelope["problems"], |path| {
                    let (place, rest) = document_of(path)?;
                    Some(refused.origins.get(place)?.below(rest))
                });
                let exit = show(&mut refused, &envelope, places)?;
                refused.strictness.hint(&envelope);
                Ok(exit)
            }
        }
    }
}

/// Splits a pointer into a load into the document's index and the rest of the pointer.
fn document_of(pointer: &str) -> Option<(usize, &str)> {
    let inside = pointer.strip_prefix("/documents/")?;
    let (place, rest) = inside.split_at(inside.find('/').unwrap_or(inside.len()));
    Some((place.parse().ok()?, rest))
}
