use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use fitment_host::{DocumentSet, Documents, Gate};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::metrics::Metrics;
use super::smoke;
use super::watched::Watched;
use crate::cli::asking::complete::{self, CompleteKind};
use crate::cli::asking::load::{self, Manner};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::Failure;
use crate::cli::reading::input;
use crate::cli::reading::objects::{self, Head, Object};

/// A source of documents that announces changes, unlike files.
pub trait Told: Send + Sync {
    /// Increases with every change. `None` until all documents are known.
    fn revision(&self) -> Option<u64>;

    /// Returns the requests that load the documents into an engine.
    fn loads(&self) -> Vec<String>;

    /// Describes what is still missing or no longer followed.
    fn faults(&self) -> Vec<String>;

    /// Whether an object is among its documents.
    fn has(&self, object: &Head) -> bool;
}

/// The sources of documents, and the state of loading them.
pub struct Sources {
    paths: Vec<PathBuf>,
    /// The edition that says what the API server would store.
    edition: &'static str,
    /// The kinds of which the files hold every object.
    complete: Vec<CompleteKind>,
    told: Option<Arc<dyn Told>>,
    /// Questions that documents have to decide before decisions are based on them.
    smoke: Vec<Vec<u8>>,
    /// The sets that decisions may still be based on: the log stores the documents it refers to.
    sets: Mutex<Vec<Arc<DocumentSet>>>,
    failure: Mutex<Option<Failed>>,
    /// What is doubtful about the files of the documents in use.
    notes: Mutex<Vec<Note>>,
    /// The names of the documents in use that are from files, each with its file.
    names: Mutex<Vec<String>>,
    /// The files of the documents in use.
    files: Mutex<BTreeSet<PathBuf>>,
    /// The warnings already reported for the documents in use.
    doubts: Mutex<BTreeSet<String>>,
}

/// The state of the files, and the revision of the source that announces changes.
pub type Seen = (Watched, u64);

/// The most warnings reported at a time.
const DOUBTS: usize = 20;

/// How many sets to keep: more than can be replaced while one decision is made.
const SETS: usize = 3;

/// What files were found to contain, besides their documents.
#[derive(Default)]
struct Found {
    /// The name of each document, with its file.
    names: Vec<String>,
    notes: Vec<Note>,
    objects: Vec<Object>,
}

/// Something doubtful about files that the engine does not see.
#[derive(Clone)]
struct Note {
    code: &'static str,
    says: String,
}

struct Failed {
    says: String,
    at: SystemTime,
    /// The generation of the documents that stayed in use.
    kept: u64,
}

impl Sources {
    /// Takes files and folders, and the edition that says what an API server would store of them; `complete` names the
    /// kinds of which these hold all objects; the files in `smoke` contain envelopes of questions.
    pub fn new(
        paths: Vec<PathBuf>,
        edition: &'static str,
        complete: Vec<CompleteKind>,
        smoke: &[PathBuf],
        told: Option<Arc<dyn Told>>,
    ) -> Result<Self, Failure> {
        let smoke = smoke::questions(smoke)?;
        Ok(Self {
            paths,
            edition,
            complete,
            told,
            smoke,
            sets: Mutex::default(),
            failure: Mutex::default(),
            notes: Mutex::default(),
            names: Mutex::default(),
            files: Mutex::default(),
            doubts: Mutex::default(),
        })
    }

    /// Checks at the start that all documents can be used: a gate never starts to decide without its documents. Returns
    /// the state that they were read in.
    pub fn begin(&self, gate: &Gate, metrics: &Metrics) -> Result<Option<Seen>, Failure> {
        // Documents from an announcing source arrive later; files that cannot be read fail at once.
        if self.told.is_some() {
            return self.files(&mut Found::default()).map(|_| None);
        }
        // Before they are read, so that what changes meanwhile is read again.
        let seen = self.look();
        self.load(gate, metrics)?;
        Ok(seen)
    }

    /// Whether decisions are based on a complete set of documents, if maybe not the newest.
    pub fn are_there(&self, gate: &Gate) -> bool {
        self.told.is_none() || gate.documents().generation() > 0
    }

    /// Reads all documents and puts them to use, or returns the error and leaves the previous ones in use.
    fn load(&self, gate: &Gate, metrics: &Metrics) -> Result<(), Failure> {
        let mut found = Found::default();
        let set = self.read(&mut found);
        let loaded = set.and_then(|set| {
            if set.is_empty() && self.smoke.is_empty() && gate.documents().generation() == 0 {
                return Ok(gate.documents());
            }
            let set = Arc::new(set);
            // Before the first decision can be based on it.
            lock(&self.sets).push(Arc::clone(&set));
            let replaced = gate.replace(&set);
            let mut sets = lock(&self.sets);
            if replaced.is_err() {
                sets.pop();
            }
            let before = sets.len().saturating_sub(SETS);
            sets.drain(..before);
            replaced.map_err(|error| {
                let refusal = complete::refusal_of(&error, &self.complete);
                refusal.or_else(|| load::refusal(&error, &found.objects)).unwrap_or_else(|| error.into())
            })
        });
        metrics.loaded(loaded.as_deref().ok());
        if let Ok(documents) = &loaded {
            self.doubt(documents, &found);
            *lock(&self.notes) = found.notes;
            *lock(&self.names) = found.names;
            *lock(&self.files) = found.objects.into_iter().map(|object| object.file).collect();
        }
        let kept = gate.documents().generation();
        let failed = |failure: &Failure| Failed { says: failure.to_string(), at: SystemTime::now(), kept };
        *lock(&self.failure) = loaded.as_ref().err().map(failed);
        loaded.map(drop)
    }

    /// Reports the warnings, such as unknown keys, each once for as long as it persists.
    fn doubt(&self, documents: &Documents, found: &Found) {
        let of_engine = problems(documents);
        let says = of_engine.iter().filter_map(|problem| said(problem, &found.names));
        let now: BTreeSet<String> = says.chain(found.notes.iter().map(|note| note.says.clone())).collect();
        let mut before = lock(&self.doubts);
        let mut new = now.difference(&before);
        new.by_ref().take(DOUBTS).for_each(|says| tracing::warn!("{says}"));
        match new.count() {
            0 => {}
            more => tracing::warn!("and {more} more; GET /documents lists them"),
        }
        *before = now;
    }

    /// Reads all documents.
    fn read(&self, found: &mut Found) -> Result<DocumentSet, Failure> {
        let mut loads = self.files(found)?;
        loads.extend(self.told.iter().flat_map(|told| told.loads()));
        let set = DocumentSet::new().labelled(digest(&loads));
        let set = loads.into_iter().fold(set, DocumentSet::load);
        Ok(self.smoke.iter().cloned().fold(set, DocumentSet::question))
    }

    fn files(&self, found: &mut Found) -> Result<Vec<String>, Failure> {
        let (objects, lacking) = objects::read_any(&self.paths)?;
        // It was probably cut off, or is about to be written: whoever takes documents away deletes their file.
        let had = lock(&self.files);
        if let Some(emptied) = lacking.iter().find(|lacks| had.contains(&lacks.file)) {
            const WHY: &str =
                "found no object, expected some, as in the documents in use; if they are gone, delete the file";
            return Err(Failure::file(&emptied.file, WHY));
        }
        drop(had);
        found.notes.extend(lacking.iter().map(|lacks| Note { code: "no-documents", says: lacks.to_string() }));
        let is_there = |object: &&Object| self.told.as_ref().is_some_and(|told| told.has(&object.head));
        found.notes.extend(objects.iter().filter(is_there).map(|object| {
            let (file, id) = (objects::shown(&object.file), object.head.id());
            Note {
                code: "document-twice",
                says: format!("`{file}`: `{id}` is not used, because the cluster has one too"),
            }
        }));
        let manner = Manner { edition: self.edition, ..Manner::new(Strictness::TELLING).defaulted() };
        let mut loads = load::requests(&objects, manner)?;
        // With several loads a problem's path does not say which load it is in.
        if loads.len() == 1 && self.told.is_none() {
            let sent = load::settings_first(&objects);
            found.names.extend(sent.map(|object| format!("{}: {}", objects::shown(&object.file), object.head.id())));
        }
        loads.extend(complete::request(&self.complete));
        found.objects = objects;
        Ok(loads)
    }

    /// Returns the set with this digest, while decisions may be based on it.
    pub fn set(&self, digest: &str) -> Option<Arc<DocumentSet>> {
        lock(&self.sets).iter().rfind(|set| set.label() == digest).cloned()
    }

    /// Watches for changes since [`Self::begin`] on a separate thread, which lives as long as the process. A burst of
    /// changes counts as one: it waits until they stop.
    pub fn watch(
        self: Arc<Self>,
        begun: Option<Seen>,
        gate: Gate,
        metrics: Arc<Metrics>,
        every: Duration,
    ) -> std::io::Result<()> {
        /// The number of checks after which it loads, even if changes continue.
        const PATIENCE: usize = 10;
        /// With endless changes, how many times the duration of a build to pause between builds, and the longest pause.
        const REST: (u32, Duration) = (4, Duration::from_secs(5));
        let mut loaded = begun;
        let watch = move || {
            loop {
                std::thread::sleep(every);
                let mut now = self.look();
                if now.is_none() || now == loaded {
                    continue;
                }
                for _ in 0..PATIENCE {
                    std::thread::sleep(every.min(Duration::from_millis(200)));
                    let later = self.look();
                    let is_quiet = later == now;
                    now = later;
                    if is_quiet {
                        break;
                    }
                }
                // Changes made during loading are seen at the next check.
                loaded = now;
                let begun = Instant::now();
                match self.load(&gate, &metrics) {
                    Ok(()) => {
                        let documents = gate.documents();
                        let (generation, count) = (documents.generation(), documents.count());
                        tracing::info!(generation, documents = count, "new documents are in use");
                    }
                    Err(failure) if gate.documents().generation() == 0 => {
                        tracing::error!("the documents are not in use, and there are no earlier ones: {failure}");
                    }
                    Err(failure) => tracing::error!("new documents are not in use, earlier ones are: {failure}"),
                }
                if self.told.is_some() {
                    std::thread::sleep((begun.elapsed() * REST.0).min(REST.1));
                }
            }
        };
        std::thread::Builder::new().name("fitment-documents".to_owned()).spawn(watch).map(drop)
    }

    /// The state that changes when documents do; `None` until all are known. Folders are listed each time, since files
    /// come and go.
    fn look(&self) -> Option<Seen> {
        let revision = self.told.as_ref().map_or(Some(0), |told| told.revision())?;
        let files = |path: &PathBuf| {
            input::files(path, objects::EXTENSIONS).unwrap_or_else(|_| vec![Path::new(path).to_owned()])
        };
        Some((Watched::now(self.paths.iter().flat_map(files)), revision))
    }

    /// Describes the documents that decisions are based on.
    pub fn documents(&self, gate: &Gate) -> Value {
        let documents = gate.documents();
        let list = serde_json::from_str::<Box<RawValue>>(documents.list());
        let list = list.ok().and_then(|list| serde_json::to_value(list).ok()).unwrap_or_default();
        let names = lock(&self.names).clone();
        let named = |mut problem: Value| {
            if let Some(name) = name_in(&problem, &names) {
                problem["document"] = name.into();
            }
            problem
        };
        let notes = lock(&self.notes).clone();
        let notes = notes
            .iter()
            .map(|Note { code, says }| json!({ "level": "warning", "code": code, "path": "", "says": says }));
        json!({
            "generation": documents.generation(),
            "digest": documents.label(),
            "since": time(documents.since()),
            "documents": list,
            "problems": problems(&documents).into_iter().map(named).chain(notes).collect::<Vec<_>>(),
            "failure": self.failed(documents.generation()),
            "unheard": self.unheard(),
        })
    }

    /// Describes whether the gate is ready, and with which documents.
    pub fn ready(&self, gate: &Gate, is_ready: bool) -> Value {
        let documents = gate.documents();
        json!({
            "ready": is_ready,
            "generation": documents.generation(),
            "since": time(documents.since()),
            "compiled": gate.is_prompt(),
            "failure": self.failed(documents.generation()),
            "unheard": self.unheard(),
        })
    }

    /// Describes what the announcing source is missing or no longer follows.
    pub fn unheard(&self) -> Vec<String> {
        self.told.as_ref().map(|told| told.faults()).unwrap_or_default()
    }

    /// Why these documents were not replaced. Failures from before they came into use do not count.
    fn failed(&self, generation: u64) -> Value {
        let failure = lock(&self.failure);
        let failure = failure.as_ref().filter(|failed| failed.kept == generation);
        failure.map_or(Value::Null, |failed| json!({ "says": failed.says, "at": time(failed.at) }))
    }
}

/// The engine's warnings from loading the documents.
fn problems(documents: &Documents) -> Vec<Value> {
    documents.problems().iter().filter_map(|problem| serde_json::from_str(problem).ok()).collect()
}

/// The text of a problem, prefixed with the document's name.
fn said(problem: &Value, names: &[String]) -> Option<String> {
    let says = problem["says"].as_str()?;
    Some(name_in(problem, names).map_or_else(|| says.to_owned(), |name| format!("{name}: {says}")))
}

/// The name of the document that a problem is in.
fn name_in<'n>(problem: &Value, names: &'n [String]) -> Option<&'n str> {
    let number = problem["path"].as_str()?.strip_prefix("/documents/")?.split('/').next()?;
    names.get(number.parse::<usize>().ok()?).map(String::as_str)
}

/// A time in RFC 3339, with milliseconds.
pub fn time(at: SystemTime) -> String {
    humantime::format_rfc3339_millis(at).to_string()
}

/// The digest of documents, by which decisions name them.
pub fn digest(loads: &[String]) -> String {
    let mut digest = Sha256::new();
    for load in loads {
        digest.update((load.len() as u64).to_le_bytes());
        digest.update(load);
    }
    hex(&digest.finalize())
}

/// Lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
