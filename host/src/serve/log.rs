use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use fitment_host::{DocumentSet, EMBEDDED_SHA256, Verb};
use hyper::body::Bytes;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::documents::{hex, time};
use super::metrics::Metrics;
use super::redaction::Redaction;
use super::summary::Summary;

/// The most decisions waiting to be written, and the most bytes of their requests and answers.
const DECISIONS: usize = 16 << 10;
const BYTES: usize = 64 << 20;

/// A decision to be logged.
pub struct Record {
    pub verb: Verb,
    pub request: Bytes,
    pub answer: Bytes,
    pub took: Duration,
    /// The digest of the documents, and the documents if their text is to be stored.
    pub documents: String,
    pub set: Option<Arc<DocumentSet>>,
    pub summary: Summary,
}

/// Writes decisions on a separate thread, one per line. Decisions that do not fit in the queue are counted and dropped:
/// no decision waits for a disk.
pub struct DecisionLog {
    records: SyncSender<(SystemTime, Record)>,
    waiting: Arc<AtomicUsize>,
    metrics: Arc<Metrics>,
    /// Whether requests, and the documents next to the log, are stored.
    pub with_bodies: bool,
}

/// The writing thread, which ends when the last [`DecisionLog`] is dropped.
pub struct Writer(JoinHandle<()>);

impl Writer {
    /// Waits until everything is written.
    pub fn finish(self) {
        // The thread has already reported what it could not write.
        let _ = self.0.join();
    }
}

impl DecisionLog {
    /// Opens a file to append to.
    pub fn open(path: &Path, bodies: Option<Redaction>, metrics: Arc<Metrics>) -> io::Result<(Self, Writer)> {
        let with_bodies = bodies.is_some();
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let folder = documents_beside(path);
        if with_bodies {
            fs::create_dir_all(&folder)?;
        }
        let (records, received) = sync_channel(DECISIONS);
        let waiting = Arc::new(AtomicUsize::new(0));
        let mut writing = Writing { file: BufWriter::new(file), folder, bodies, kept: String::new() };
        let (written, lost) = (Arc::clone(&waiting), Arc::clone(&metrics));
        let write = move || writing.all(&received, &written, &lost);
        let thread = std::thread::Builder::new().name("fitment-log".to_owned()).spawn(write)?;
        Ok((Self { records, waiting, metrics, with_bodies }, Writer(thread)))
    }

    /// Queues a decision, or counts it as dropped.
    pub fn record(&self, record: Record) {
        let bytes = record.request.len() + record.answer.len();
        let is_full = self.waiting.fetch_add(bytes, Ordering::Relaxed) > BYTES;
        if is_full || self.records.try_send((SystemTime::now(), record)).is_err() {
            self.waiting.fetch_sub(bytes, Ordering::Relaxed);
            self.metrics.log_dropped();
        }
    }
}

/// The folder for the documents that a log's decisions are based on.
pub fn documents_beside(log: &Path) -> PathBuf {
    let mut folder = log.as_os_str().to_owned();
    folder.push(".documents");
    PathBuf::from(folder)
}

struct Writing {
    file: BufWriter<File>,
    folder: PathBuf,
    bodies: Option<Redaction>,
    /// The digest of the documents that were stored last.
    kept: String,
}

impl Writing {
    fn all(&mut self, records: &Receiver<(SystemTime, Record)>, waiting: &AtomicUsize, metrics: &Metrics) {
        let mut failing = false;
        loop {
            let next = match records.try_recv() {
                Ok(next) => Ok(next),
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    if let Err(error) = self.file.flush() {
                        tracing::error!("the decision log cannot be written: {error}");
                    }
                    records.recv()
                }
            };
            let Ok((at, record)) = next else { break };
            waiting.fetch_sub(record.request.len() + record.answer.len(), Ordering::Relaxed);
            if let Err(error) = self.one(at, &record) {
                metrics.log_dropped();
                // Report a full disk once, not for every decision.
                if !failing {
                    tracing::error!("the decision log cannot be written: {error}");
                }
                failing = true;
            } else {
                failing = false;
            }
        }
        if let Err(error) = self.file.flush() {
            tracing::error!("the decision log cannot be written: {error}");
        }
    }

    fn one(&mut self, at: SystemTime, record: &Record) -> io::Result<()> {
        let Record { verb, request, answer, took, documents, set, summary } = record;
        let Summary { subject, outcome, verdict, codes, .. } = summary;
        let mut line = json!({
            "at": time(at),
            "verb": verb.word(),
            "subject": subject,
            "outcome": outcome,
            "verdict": verdict,
            "codes": codes,
            "micros": u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            "requestSha256": hex(&Sha256::digest(request)),
            "answerSha256": hex(&Sha256::digest(answer)),
            "documents": documents,
            "engine": { "version": env!("CARGO_PKG_VERSION"), "wasmSha256": EMBEDDED_SHA256 },
        });
        if let Some(redaction) = &self.bodies {
            // As text, because the answer depends on every byte. Requests that are not text cannot be replayed.
            let text = std::str::from_utf8(request).ok();
            let is_understood = summary.lacks != "request";
            let written = text.and_then(|text| redaction.of(text, is_understood));
            if written.as_ref().is_none_or(|(_, taken)| *taken) && text.is_some() {
                line["redacted"] = true.into();
            }
            line["request"] = written.map_or(Value::Null, |(text, _)| text.into());
            self.keep(documents, set.as_deref())?;
        }
        writeln!(self.file, "{line}")
    }

    /// Stores documents once, whole or not at all.
    fn keep(&mut self, digest: &str, set: Option<&DocumentSet>) -> io::Result<()> {
        let Some(set) = set.filter(|_| self.kept != digest) else { return Ok(()) };
        let path = self.folder.join(format!("{digest}.json"));
        if !path.exists() {
            let loads: Vec<_> = set.loads().map(String::from_utf8_lossy).collect();
            let unfinished = path.with_extension("part");
            fs::write(&unfinished, serde_json::to_vec(&loads)?)?;
            fs::rename(unfinished, path)?;
        }
        digest.clone_into(&mut self.kept);
        Ok(())
    }
}
