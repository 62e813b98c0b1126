use std::collections::HashSet;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::Duration;

use fitment_host::{Decision, DocumentSet, Gate, Host, Limits, Verb};
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

#[cfg(feature = "kubernetes")]
use super::cluster::{Cluster, Wanted};
use super::documents::Sources;
#[cfg(feature = "kubernetes")]
use super::documents::Told;
use super::failing::{FailurePolicy, Fate};
use super::log::{DecisionLog, Record, Writer};
use super::metrics::Metrics;
use super::page::Page;
use super::settings::Settings;
use super::summary::Summary;
use super::tls::Encryption;
use crate::cli::exit::Failure;

/// The state shared by all requests.
pub struct App {
    pub gate: Gate,
    pub sources: Arc<Sources>,
    pub metrics: Arc<Metrics>,
    pub log: Option<DecisionLog>,
    pub on_failure: FailurePolicy,
    pub edition: &'static str,
    pub deadline: Duration,
    pub body_limit: usize,
    /// The most bytes of a request to the engine, which has a body and what is put around it.
    pub request_limit: usize,
    pub requests: Semaphore,
    /// Permits for threads that make slow decisions.
    pub patient: Arc<Semaphore>,
    /// The questions the engine knows, and the kinds that are judged.
    pub questions: HashSet<String>,
    pub kinds: HashSet<String>,
    pub page: Page,
    /// Built at the first request for it.
    pub open_api: OnceLock<Bytes>,
    pub stopping: AtomicBool,
}

impl App {
    /// Counts an answer of the engine and logs it. Returns the answer. `fate` is what becomes of a review that it leaves
    /// undecided.
    pub fn decided(
        &self,
        verb: Verb,
        request: Bytes,
        decision: Decision,
        summary: &Summary,
        fate: Option<Fate>,
    ) -> Bytes {
        let Decision { answer, took, memory, documents, .. } = decision;
        let answer = Bytes::from(answer);
        self.metrics.decided(summary, took, memory);
        self.record(documents.label(), |documents, set| {
            let (answer, summary) = (Some(answer.clone()), summary.clone());
            Record { verb, request, answer, took, documents, set, summary, fate }
        });
        self.count(fate);
        answer
    }

    /// Counts a review that the engine gave no answer to, and logs it.
    pub fn undecided(&self, request: Bytes, subject: String, took: Duration, fate: Option<Fate>) {
        self.record(self.gate.documents().label(), |documents, set| {
            let (verb, answer, summary) = (Verb::Review, None, Summary::unanswered(subject));
            Record { verb, request, answer, took, documents, set, summary, fate }
        });
        self.count(fate);
    }

    fn record(&self, documents: &str, record: impl FnOnce(String, Option<Arc<DocumentSet>>) -> Record) {
        if let Some(log) = &self.log {
            let set = if log.with_bodies { self.sources.set(documents) } else { None };
            log.record(record(documents.to_owned(), set));
        }
    }

    fn count(&self, fate: Option<Fate>) {
        if let Some(Fate { cause, action }) = fate {
            self.metrics.undecided(cause.word(), action.word());
        }
    }
}

/// A gate that is ready to listen.
pub struct Opened {
    pub app: Arc<App>,
    pub tls: Option<Arc<Encryption>>,
    pub writer: Option<Writer>,
}

/// The number of threads that serve requests, and of those that may block on slow decisions.
pub fn threads() -> (usize, usize) {
    let workers = available_parallelism().map_or(1, NonZero::get);
    (workers, workers * 2 + 2)
}

/// Reads the documents and starts watching for changes.
pub fn open(settings: Settings) -> Result<Opened, Failure> {
    let (workers, patient) = threads();
    // One for each worker, one for each thread that may block, and those the gate reserves for building.
    let instances = u32::try_from(workers + patient + 3).unwrap_or(u32::MAX);
    // Loading the documents is no decision, and takes longer than one where there are many.
    let deadline = settings.limits.deadline;
    let loading = deadline.max(Limits::DEFAULT.deadline);
    let host = Host::with_reset(Limits { instances, deadline: loading, ..settings.limits }, settings.reset)?;
    if host.limits().instances < instances {
        let instances = host.limits().instances;
        tracing::warn!(instances, "the process may reserve little address space, so few decisions are made at a time");
    }
    let gate = Gate::new(&host.embedded()?, settings.isolation)?.within(deadline);
    let metrics = Arc::new(Metrics::new());
    #[cfg(feature = "kubernetes")]
    let told = match settings.kubernetes {
        Some(access) => {
            let cluster: Arc<dyn Told> = Cluster::watch(access, Wanted::all(&gate)?, Arc::clone(&metrics))?;
            Some(cluster)
        }
        None => None,
    };
    #[cfg(not(feature = "kubernetes"))]
    let told = None;
    let sources =
        Arc::new(Sources::new(settings.documents, settings.edition, settings.complete, &settings.smoke, told)?);
    let begun = sources.begin(&gate, &metrics)?;
    let page = settings.page.map_or_else(|| Ok(Page::built_in()), |folder| Page::read(&folder))?;
    let opened = |path: PathBuf| {
        let opened = DecisionLog::open(&path, settings.bodies, Arc::clone(&metrics));
        opened.map_err(|error| Failure::file(&path, error))
    };
    let (log, writer) = settings.log.map(opened).transpose()?.unzip();
    let tls = settings.tls.map(Encryption::read).transpose()?;
    let thread = |started: std::io::Result<()>| started.map_err(|error| Failure::Input(error.to_string()));
    if let Some(tls) = &tls {
        thread(Arc::clone(tls).watch(settings.every, Arc::clone(&metrics)))?;
    }
    thread(Arc::clone(&sources).watch(begun, gate.clone(), Arc::clone(&metrics), settings.every))?;
    let questions = named(&gate, "fitment/questions", "questions", "question")?;
    let kinds = named(&gate, "fitment/about", "judged", "kind")?;
    let app = Arc::new(App {
        deadline,
        gate,
        sources,
        metrics,
        log,
        on_failure: FailurePolicy(settings.on_failure),
        edition: settings.edition,
        body_limit: settings.body_limit,
        request_limit: settings.limits.ask_bytes,
        requests: Semaphore::new(settings.concurrency),
        patient: Arc::new(Semaphore::new(patient)),
        questions,
        kinds,
        page,
        open_api: OnceLock::new(),
        stopping: AtomicBool::new(false),
    });
    Ok(Opened { app, tls, writer })
}

/// Reads the names in a list that the engine returns about itself.
fn named(gate: &Gate, question: &str, list: &str, name: &str) -> Result<HashSet<String>, Failure> {
    let answer = gate.ask(json!({ "question": question }).to_string().as_bytes())?.answer;
    let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
    let listed = answer["answer"][list].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(listed.iter().filter_map(|entry| entry[name].as_str().map(str::to_owned)).collect())
}
