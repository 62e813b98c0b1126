use std::path::{Path, PathBuf};

use clap::Args;
use fitment_host::{Limits, Session};
use serde_json::Value;
use serde_json::value::RawValue;

use super::exit::{Done, Exit, Failure};
use super::output::{self, Format};
use super::words::Words;
use super::{input, session};

/// Documents to load before the question.
#[derive(Debug, Args)]
pub struct Loading {
    /// Documents that the question may name, in JSON or YAML.
    #[arg(long = "load", value_name = "FILE", num_args = 1..)]
    pub files: Vec<PathBuf>,

    /// Give the loaded documents the API server's defaults first, as files from git need it.
    #[arg(long, requires = "files")]
    pub defaulted: bool,
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
}

impl Loading {
    /// An instance of the engine that this binary carries, with the documents loaded, and what it holds then.
    pub fn open(&self, limits: Limits) -> Result<(Session, Value), Closed> {
        let mut session = session::plain(limits)?;
        if self.files.is_empty() {
            return Ok((session, Value::Null));
        }
        let (documents, files) = self.documents()?;
        let request = format!(r#"{{"documents":[{}],"defaulted":{}}}"#, documents.join(","), self.defaulted);
        let answer = session.load(request.as_bytes()).map_err(Failure::from)?;
        let loaded = session::envelope(&answer);
        if session::exit_of(&loaded) == Exit::Yes {
            if loaded["problems"].as_array().is_some_and(|problems| !problems.is_empty()) {
                Words::of(&mut session, &loaded).problems().for_each(|line| anstream::eprint!("{line}"));
            }
            return Ok((session, loaded));
        }
        Err(Closed::Refused(Refused { answer, session: Box::new(session), files }))
    }

    /// The documents of all files, and the file of each.
    fn documents(&self) -> Result<(Vec<String>, Vec<PathBuf>), Failure> {
        let (mut all, mut files) = (Vec::new(), Vec::new());
        for path in &self.files {
            for document in input::documents(path)? {
                let document: &RawValue =
                    serde_json::from_slice(&document).map_err(|error| Failure::file(path, error))?;
                all.extend(items(document).unwrap_or_else(|| vec![document.get().to_owned()]));
                files.resize_with(all.len(), || path.clone());
            }
        }
        Ok((all, files))
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
                for (place, file) in refused.places() {
                    anstream::eprintln!("note: `/documents/{place}` is from `{}`", file.display());
                }
                Ok(exit)
            }
        }
    }
}

impl Refused {
    /// The documents that its problems are about, with their files: the engine knows documents, people know files.
    fn places(&self) -> Vec<(usize, &Path)> {
        let envelope = session::envelope(&self.answer);
        let problems = envelope["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut places: Vec<usize> =
            problems.iter().filter_map(|problem| document_of(problem["path"].as_str()?)).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|place| Some((place, self.files.get(place)?.as_path()))).collect()
    }
}

/// The place of the document that a pointer into a load leads into.
fn document_of(pointer: &str) -> Option<usize> {
    pointer.strip_prefix("/documents/")?.split('/').next()?.parse().ok()
}

/// The items of a Kubernetes list, or the elements of a JSON array.
fn items(document: &RawValue) -> Option<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct List<'a> {
        kind: &'a str,
        #[serde(borrow)]
        items: Vec<&'a RawValue>,
    }
    let list = serde_json::from_str::<List<'_>>(document.get()).ok().filter(|list| list.kind.ends_with("List"));
    let items = list.map(|list| list.items).or_else(|| serde_json::from_str::<Vec<&RawValue>>(document.get()).ok())?;
    Some(items.into_iter().map(|item| item.get().to_owned()).collect())
}
