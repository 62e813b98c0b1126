//! The gate as a server: HTTP around [`fitment_host::Gate`], with documents and certificates from files that change.
//! It contains no rule: what an answer comes to is read from the engine's own words.

mod admit;
mod ask;
mod connections;
mod deciding;
mod documents;
mod envelope;
mod failing;
mod log;
mod metrics;
mod response;
mod routes;
mod summary;
mod tls;
mod watched;

use std::collections::HashSet;
use std::io::Write as _;
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use fitment_host::{Decision, Gate, Host, Isolation, Limits};
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::cli::exit::{Done, Exit, Failure};
use deciding::Verb;
use documents::Sources;
pub use documents::hex;
use failing::FailurePolicy;
pub use failing::OnFailure;
pub use log::documents_beside;
use log::{DecisionLog, Record};
use metrics::Metrics;
pub use summary::Summary;

use tls::Certificate;

/// What the server is told.
pub struct Settings {
    pub listen: SocketAddr,
    /// Without: HTTP without encryption.
    pub tls: Option<(PathBuf, PathBuf)>,
    pub documents: Vec<PathBuf>,
    pub complete: Vec<String>,
    pub isolation: Isolation,
    pub edition: &'static str,
    pub on_failure: Vec<OnFailure>,
    /// Where decisions are written down, and whether with their requests.
    pub log: Option<(PathBuf, bool)>,
    pub body_limit: usize,
    /// Requests under way at a time.
    pub concurrency: usize,
    /// How often files are looked at.
    pub every: Duration,
    pub drain: Duration,
    pub grace: Duration,
    pub limits: Limits,
}

/// What every request needs.
pub struct App {
    gate: Gate,
    sources: Arc<Sources>,
    metrics: Arc<Metrics>,
    log: Option<DecisionLog>,
    on_failure: FailurePolicy,
    edition: &'static str,
    deadline: Duration,
    body_limit: usize,
    requests: Semaphore,
    /// Threads for decisions that take long.
    patient: Arc<Semaphore>,
    /// What can be asked, and what kinds are judged.
    questions: HashSet<String>,
    kinds: HashSet<String>,
    stopping: AtomicBool,
}

impl App {
    /// Counts a decision and writes it down. Gives the answer back.
    fn decided(&self, verb: Verb, request: Bytes, decision: Decision, summary: &Summary) -> Bytes {
        let Decision { answer, took, memory, documents, .. } = decision;
        let answer = Bytes::from(answer);
        self.metrics.decided(summary, took, memory);
        if let Some(log) = &self.log {
            let mut record = Record::new(verb, request, answer.clone(), took, summary);
            record.documents = documents.label().to_owned();
            record.set = if log.with_bodies { self.sources.set(&record.documents) } else { None };
            log.record(record);
        }
        answer
    }
}

/// Serves until the process is told to stop.
pub fn run(settings: Settings) -> Done {
    if settings.tls.is_none() && !settings.listen.ip().is_loopback() {
        tracing::warn!(listen = %settings.listen, "what is sent here can be read and changed on its way");
    }
    let workers = available_parallelism().map_or(1, NonZero::get);
    let patient = workers * 2 + 2;
    // One for each worker, one for each thread that may wait, and what the gate takes to build.
    let instances = u32::try_from(workers + patient + 3).unwrap_or(u32::MAX);
    let host = Host::new(Limits { instances, ..settings.limits })?;
    if host.limits().instances < instances {
        let instances = host.limits().instances;
        tracing::warn!(instances, "the process may reserve little address space, so few decisions are made at a time");
    }
    let gate = Gate::new(&host.embedded()?, settings.isolation)?;
    let metrics = Arc::new(Metrics::new());
    let sources = Arc::new(Sources::new(settings.documents, &settings.complete)?);
    // A gate that has never had its documents does not begin to decide without them.
    sources.load(&gate, &metrics)?;
    let opened = |(path, with_bodies): (PathBuf, bool)| {
        DecisionLog::open(&path, with_bodies, Arc::clone(&metrics)).map_err(|error| Failure::file(&path, error))
    };
    let (log, writer) = settings.log.map(opened).transpose()?.unzip();
    let certificate = settings.tls.map(|(cert, key)| Certificate::read(&cert, &key)).transpose()?;
    let acceptor = certificate.as_ref().map(Certificate::acceptor).transpose()?;
    let thread = |started: std::io::Result<()>| started.map_err(|error| Failure::Input(error.to_string()));
    if let Some(certificate) = certificate {
        thread(certificate.watch(settings.every, Arc::clone(&metrics)))?;
    }
    thread(Arc::clone(&sources).watch(gate.clone(), Arc::clone(&metrics), settings.every))?;
    let questions = named(&gate, "fitment/questions", "questions", "question")?;
    let kinds = named(&gate, "fitment/about", "judged", "kind")?;
    let app = Arc::new(App {
        deadline: host.limits().deadline,
        gate,
        sources,
        metrics,
        log,
        on_failure: FailurePolicy(settings.on_failure),
        edition: settings.edition,
        body_limit: settings.body_limit,
        requests: Semaphore::new(settings.concurrency),
        patient: Arc::new(Semaphore::new(patient)),
        questions,
        kinds,
        stopping: AtomicBool::new(false),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(workers)
        .max_blocking_threads(patient + 2)
        .build()
        .map_err(|error| Failure::Input(format!("the server does not start: {error}")))?;
    let ending = connections::Ending { drain: settings.drain, grace: settings.grace };
    let cut_off = runtime.block_on(async {
        let bound = TcpListener::bind(settings.listen).await;
        let listener = bound.map_err(|error| Failure::Input(format!("`{}`: {error}", settings.listen)))?;
        let address = listener.local_addr().map_err(Failure::from)?;
        let stop = stop()?;
        let scheme = if acceptor.is_some() { "https" } else { "http" };
        let mut out = std::io::stdout().lock();
        writeln!(out, "listening on {scheme}://{address}")?;
        out.flush()?;
        drop(out);
        Ok::<_, Failure>(connections::serve(Arc::clone(&app), listener, acceptor, ending, stop).await)
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    // The last that writes to the log.
    drop(app);
    if let Some(writer) = writer {
        writer.finish();
    }
    if cut_off > 0 {
        tracing::error!(connections = cut_off, "stopped before every answer was sent");
        return Ok(Exit::Host);
    }
    tracing::info!("stopped");
    Ok(Exit::Yes)
}

/// The names in a list that the engine gives of itself.
fn named(gate: &Gate, question: &str, list: &str, name: &str) -> Result<HashSet<String>, Failure> {
    let answer = gate.ask(json!({ "question": question }).to_string().as_bytes())?.answer;
    let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
    let listed = answer["answer"][list].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(listed.iter().filter_map(|entry| entry[name].as_str().map(str::to_owned)).collect())
}

/// Resolves when the process is told to stop: SIGTERM by a cluster, SIGINT by a person.
fn stop() -> Result<impl Future<Output = ()>, Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let unheard = |error: std::io::Error| Failure::Input(format!("signals cannot be heard: {error}"));
        let mut terminate = signal(SignalKind::terminate()).map_err(unheard)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(unheard)?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // Without the signal it runs until it is ended.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
