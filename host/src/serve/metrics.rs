use std::sync::atomic::AtomicU64;
use std::time::{Duration, UNIX_EPOCH};

use fitment_host::{Documents, EMBEDDED_SHA256};
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use super::summary::Summary;
use super::validity::{Validity, seconds};

type Labels = Vec<(&'static str, String)>;

type Seconds = Gauge<f64, AtomicU64>;

/// The gate's metrics. Labels have a bounded set of values: questions and codes are the engine's own words.
pub struct Metrics {
    registry: Registry,
    decisions: Family<Labels, Counter>,
    codes: Family<Labels, Counter>,
    seconds: Family<Labels, Histogram, fn() -> Histogram>,
    answered: Family<Labels, Histogram, fn() -> Histogram>,
    refusals: Family<Labels, Counter>,
    undecided: Family<Labels, Counter>,
    memory: Gauge,
    in_use: Gauge,
    generation: Gauge,
    since: Seconds,
    built_in: Seconds,
    documents: Family<Labels, Counter>,
    failed: Gauge,
    certificates: Family<Labels, Counter>,
    expiry: Seconds,
    /// Only used for documents from a Kubernetes API.
    #[cfg(feature = "kubernetes")]
    unheard: Family<Labels, Counter>,
    #[cfg(feature = "kubernetes")]
    silent: Gauge,
    log_dropped: Counter,
    connections: Gauge,
}

/// A guard for an open connection.
pub struct Open(Gauge);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// A histogram from a microsecond to ten seconds, with three buckets per decade.
fn histogram() -> Histogram {
    // Literals rather than calculated values, because people read them.
    const SECONDS: [f64; 22] = [
        1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0,
        2.0, 5.0, 10.0,
    ];
    Histogram::new(SECONDS)
}

impl Metrics {
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("fitment");
        let about = [("version", env!("CARGO_PKG_VERSION")), ("wasm_sha256", EMBEDDED_SHA256)];
        registry.register("engine", "The engine that decides", Info::new(Vec::from(about)));
        let mut metrics = Self {
            registry: Registry::default(),
            decisions: Family::default(),
            codes: Family::default(),
            seconds: Family::new_with_constructor(histogram as fn() -> Histogram),
            answered: Family::new_with_constructor(histogram as fn() -> Histogram),
            refusals: Family::default(),
            undecided: Family::default(),
            memory: Gauge::default(),
            in_use: Gauge::default(),
            generation: Gauge::default(),
            since: Gauge::default(),
            built_in: Gauge::default(),
            documents: Family::default(),
            failed: Gauge::default(),
            certificates: Family::default(),
            expiry: Gauge::default(),
            #[cfg(feature = "kubernetes")]
            unheard: Family::default(),
            #[cfg(feature = "kubernetes")]
            silent: Gauge::default(),
            log_dropped: Counter::default(),
            connections: Gauge::default(),
        };
        let Self { decisions, codes, seconds, answered, refusals, .. } = &metrics;
        registry.register("decisions", "Answers of the engine, by question, outcome and verdict", decisions.clone());
        registry.register("codes", "Reasons and problems of the answers, by question and code", codes.clone());
        registry.register("decision_seconds", "How long the engine took, its start included", seconds.clone());
        registry.register("request_seconds", "How long requests took, once their head was read", answered.clone());
        registry.register("refusals", "What came to no decision, by cause", refusals.clone());
        let undecided = "Reviews that came to no decision, by cause, and by what became of them";
        registry.register("undecided_reviews", undecided, metrics.undecided.clone());
        registry.register("memory_bytes", "The most memory that an instance used", metrics.memory.clone());
        registry.register("documents", "Documents that decisions rest on", metrics.in_use.clone());
        registry.register("documents_generation", "How often documents were replaced", metrics.generation.clone());
        let since = "When decisions began to rest on these documents, in seconds since 1970";
        registry.register("documents_since_seconds", since, metrics.since.clone());
        registry.register("documents_build_seconds", "How long these documents took to load", metrics.built_in.clone());
        registry.register("documents_loads", "Document sets that were tried, by result", metrics.documents.clone());
        let failed = "1 while the latest documents were rejected and earlier ones are in use";
        registry.register("documents_failed", failed, metrics.failed.clone());
        let expiry = "When the certificate expires, in seconds since 1970; 0 without one";
        registry.register("certificate_expiry_seconds", expiry, metrics.expiry.clone());
        registry.register(
            "certificate_reads",
            "Certificates read after a change, by result",
            metrics.certificates.clone(),
        );
        #[cfg(feature = "kubernetes")]
        registry.register(
            "kubernetes_errors",
            "How often watching the Kubernetes API failed, by kind",
            metrics.unheard.clone(),
        );
        #[cfg(feature = "kubernetes")]
        registry.register("kubernetes_unheard", "Kinds that there is no news of", metrics.silent.clone());
        registry.register("log_dropped", "Decisions that the log had no room for", metrics.log_dropped.clone());
        registry.register("connections", "Connections that are open", metrics.connections.clone());
        metrics.registry = registry;
        metrics
    }

    /// Counts an answer of the engine.
    pub fn decided(&self, summary: &Summary, took: Duration, memory: usize) {
        let question = ("question", summary.subject.clone());
        let outcome = ("outcome", summary.outcome.to_owned());
        let verdict = ("verdict", summary.verdict.to_owned());
        self.decisions.get_or_create(&vec![question.clone(), outcome, verdict]).inc();
        for code in &summary.codes {
            self.codes.get_or_create(&vec![question.clone(), ("code", code.clone())]).inc();
        }
        self.seconds.get_or_create(&vec![question]).observe(took.as_secs_f64());
        let memory = i64::try_from(memory).unwrap_or(i64::MAX);
        self.memory.inner().fetch_max(memory, std::sync::atomic::Ordering::Relaxed);
    }

    /// Counts a list or watch of a Kubernetes API that failed or broke off.
    #[cfg(feature = "kubernetes")]
    pub fn unheard(&self, kind: &str) {
        self.unheard.get_or_create(&vec![("kind", kind.to_owned())]).inc();
    }

    /// Records how many kinds of a Kubernetes API there is no news of.
    #[cfg(feature = "kubernetes")]
    pub fn silent(&self, kinds: usize) {
        self.silent.set(i64::try_from(kinds).unwrap_or(i64::MAX));
    }

    /// Counts an answer to a client.
    pub fn answered(&self, path: &'static str, status: u16, took: Duration) {
        let labels = vec![("path", path.to_owned()), ("status", status.to_string())];
        self.answered.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Counts a request that came to no decision.
    pub fn refused(&self, cause: &str) {
        self.refusals.get_or_create(&vec![("cause", cause.to_owned())]).inc();
    }

    /// Counts a review that came to no decision, with what became of it.
    pub fn undecided(&self, cause: &str, action: &str) {
        let labels = vec![("cause", cause.to_owned()), ("action", action.to_owned())];
        self.undecided.get_or_create(&labels).inc();
    }

    /// Records whether a set of documents was put to use.
    pub fn loaded(&self, documents: Option<&Documents>) {
        self.documents.get_or_create(&result(documents.is_some())).inc();
        self.failed.set(i64::from(documents.is_none()));
        if let Some(documents) = documents {
            self.in_use.set(i64::try_from(documents.count()).unwrap_or(i64::MAX));
            self.generation.set(documents.generation().cast_signed());
            let since = documents.since().duration_since(UNIX_EPOCH).unwrap_or_default();
            self.since.set(since.as_secs_f64());
            self.built_in.set(documents.built_in().as_secs_f64());
        }
    }

    /// Records when the certificate in use expires.
    pub fn certificate(&self, validity: Option<Validity>) {
        self.expiry.set(validity.map_or(0.0, |validity| seconds(validity.end)));
    }

    pub fn certificate_read(&self, is_in_use: bool) {
        self.certificates.get_or_create(&result(is_in_use)).inc();
    }

    /// Counts decisions that are not in the log.
    pub fn log_dropped(&self, decisions: u64) {
        self.log_dropped.inc_by(decisions);
    }

    /// Counts a connection for as long as the guard lives.
    pub fn connection(&self) -> Open {
        self.connections.inc();
        Open(self.connections.clone())
    }

    /// The metrics in the format that Prometheus reads.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        // Writing into memory does not fail.
        let _ = text::encode(&mut text, &self.registry);
        text
    }
}

fn result(is_good: bool) -> Labels {
    vec![("result", if is_good { "in-use" } else { "failed" }.to_owned())]
}
