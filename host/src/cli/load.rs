use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fitment_host::{Limits, Session};
use serde_json::Value;

use super::exit::{Done, Exit, Failure};
use super::objects::{self, Object};
use super::output::{self, Format};
use super::session;

/// Documents to load before the question.
#[derive(Debug, Args)]
pub struct Loading {
    /// Documents that the question may name, in JSON or YAML; folders are read with those below them.
    #[arg(id = "loaded", long = "load", value_name = "FILE", num_args = 1..)]
    pub files: Vec<PathBuf>,

    /// Give the loaded documents the API server's defaults first, as files from git need it.
    #[arg(long, requires = "loaded")]
    pub defaulted: bool,

    #[command(flatten)]
    pub strictness: Strictness,
}

/// How strict to be with files.
#[derive(Clone, Copy, Debug, Args)]
pub struct Strictness {
    /// What becomes of a key that nobody knows.
    #[arg(long, value_name = "WORD", default_value = "strict")]
    field_validation: FieldValidation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FieldValidation {
    /// It is refused.
    Strict,
    /// A warning says so.
    Warn,
    /// It is passed over.
    Ignore,
}

impl Strictness {
    /// Keys that nobody knows are passed over.
    pub const LENIENT: Self = Self { field_validation: FieldValidation::Ignore };

    /// The word a request uses for it.
    pub fn word(self) -> &'static str {
        match self.field_validation {
            FieldValidation::Strict => "Strict",
            FieldValidation::Warn => "Warn",
            FieldValidation::Ignore => "Ignore",
        }
    }

    /// Says how to go on where a request was refused for a key.
    pub fn hint(self, envelope: &Value) {
        let problems = envelope["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let refused = |problem: &Value| problem["code"] == "unknown-key" && problem["level"] == "error";
        if envelope["outcome"] == "undecided" && problems.iter().any(refused) {
            anstream::eprintln!("note: with `--field-validation warn` such keys are told and passed over");
        }
    }
}

/// Why there is no session with the documents.
pub enum Closed {
    /// A file could not be read, or the sandbox failed.
    Failed(Failure),
    /// The engine refused the load.
    Refused(Refused),
}

/// The engine's answer to a load that it refused, and what it takes to tell people of it.
pub struct Refused {
    answer: Vec<u8>,
    session: Box<Session>,
    /// The file of each document.
    files: Vec<PathBuf>,
    strictness: Strictness,
}

impl Loading {
    /// An instance of the engine that this binary carries, with the documents loaded, and what it holds then.
    pub fn open(&self, limits: Limits) -> Result<(Session, Value), Closed> {
        if self.files.is_empty() {
            return Ok((session::plain(limits)?, Value::Null));
        }
        open(&objects::read(&self.files)?, self.defaulted, self.strictness, limits)
    }
}

/// An instance of the engine that this binary carries, with these objects loaded, and what it holds then.
pub fn open(
    objects: &[Object],
    defaulted: bool,
    strictness: Strictness,
    limits: Limits,
) -> Result<(Session, Value), Closed> {
    let mut session = session::plain(limits)?;
    let mut loaded = Value::Null;
    for objects in portions(objects) {
        let request = request(objects.iter(), defaulted, strictness);
        let answer = session.load(request.as_bytes()).map_err(Failure::from)?;
        loaded = session::envelope(&answer);
        if session::exit_of(&loaded) != Exit::Yes {
            let files = objects.iter().map(|object| object.file.clone()).collect();
            return Err(Closed::Refused(Refused { answer, session: Box::new(session), files, strictness }));
        }
        tell_warnings(&loaded, objects);
    }
    Ok((session, loaded))
}

/// Objects in as many loads as it takes: all the Shoots of a landscape are more than one may hold.
fn portions(objects: &[Object]) -> Vec<&[Object]> {
    const BYTES: usize = 16 << 20;
    let (mut portions, mut rest) = (Vec::new(), objects);
    loop {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|object| {
            bytes += object.json.get().len();
            bytes <= BYTES
        });
        let (portion, others) = rest.split_at(fits.count().max(1).min(rest.len()));
        portions.push(portion);
        rest = others;
        if rest.is_empty() {
            return portions;
        }
    }
}

/// The request that loads objects.
pub fn request<'o>(objects: impl Iterator<Item = &'o Object>, defaulted: bool, strictness: Strictness) -> String {
    let documents: Vec<&str> = objects.map(|object| object.json.get()).collect();
    let (documents, word) = (documents.join(","), strictness.word());
    format!(r#"{{"documents":[{documents}],"defaulted":{defaulted},"fieldValidation":"{word}","text":true}}"#)
}

/// Says beside the answer what should be known of documents that were loaded all the same.
fn tell_warnings(loaded: &Value, objects: &[Object]) {
    for problem in loaded["problems"].as_array().into_iter().flatten() {
        let place = problem["path"].as_str().and_then(document_of);
        let file = place.and_then(|place| objects.get(place)).map(|object| objects::shown(&object.file));
        let says = problem["says"].as_str().unwrap_or_default();
        anstream::eprintln!("warning: {}: {says}", file.unwrap_or_default());
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
    /// Ends the command with it.
    pub fn end(self, format: Format) -> Done {
        match self {
            Self::Failed(failure) => Err(failure),
            Self::Refused(mut refused) => {
                let exit = output::print(&mut refused.session, &refused.answer, format)?;
                let envelope = session::envelope(&refused.answer);
                for (place, file) in refused.places(&envelope) {
                    anstream::eprintln!("note: `/documents/{place}` is from {}", objects::shown(file));
                }
                refused.strictness.hint(&envelope);
                Ok(exit)
            }
        }
    }
}

impl Refused {
    /// The documents that its problems are about, with their files: the engine knows documents, people know files.
    fn places(&self, envelope: &Value) -> Vec<(usize, &PathBuf)> {
        let problems = envelope["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut places: Vec<usize> =
            problems.iter().filter_map(|problem| document_of(problem["path"].as_str()?)).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|place| Some((place, self.files.get(place)?))).collect()
    }
}

/// The place of the document that a pointer into a load leads into.
fn document_of(pointer: &str) -> Option<usize> {
    pointer.strip_prefix("/documents/")?.split('/').next()?.parse().ok()
}
