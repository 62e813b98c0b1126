use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use fitment_host::{DocumentSet, EMBEDDED_SHA256, Verb};
use hyper::body::Bytes;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::documents::{hex, time};
use super::envelope;
use super::failing::Fate;
use super::journal::Journal;
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
    /// `None` if the engine gave none.
    pub answer: Option<Bytes>,
    pub took: Duration,
    /// The digest of the documents, and the documents if their text is to be stored.
    pub documents: String,
    pub set: Option<Arc<DocumentSet>>,
    pub summary: Summary,
    /// What became of a review that was not decided.
    pub fate: Option<Fate>,
}

impl Record {
    fn bytes(&self) -> usize {
        self.request.len() + self.answer.as_ref().map_or(0, Bytes::len)
    }
}

/// What the writing thread has to do.
enum Queued {
    Write(SystemTime, Box<Record>),
    Reopen,
}

/// Writes decisions on a separate thread, one per line. Decisions that do not fit in the queue are counted and dropped:
/// no decision waits for a disk.
pub struct DecisionLog {
    queue: SyncSender<Queued>,
    waiting: Arc<AtomicUsize>,
    metrics: Arc<Metrics>,
    /// Whether requests, and the documents next to the log, are stored.
    pub with_bodies: bool,
}

/// The writing thread, which ends when the last [`DecisionLog`] is dropped.
pub struct Writer(JoinHandle<()>);

impl Writer {
    /// Waits until everything is written, but not longer than that. Returns whether it is: a pipe that nobody reads
    /// takes nothing, for ever.
    pub fn finish(self, longest: Duration) -> bool {
        let end = Instant::now() + longest;
        while !self.0.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        // The thread has already reported what it could not write.
        self.0.is_finished()
    }
}

impl DecisionLog {
    /// Opens a file to append to.
    pub fn open(path: &Path, bodies: Option<Redaction>, metrics: Arc<Metrics>) -> io::Result<(Self, Writer)> {
        let with_bodies = bodies.is_some();
        let journal = Journal::open(path, with_bodies)?;
        let (queue, received) = sync_channel(DECISIONS);
        let waiting = Arc::new(AtomicUsize::new(0));
        let mut writing = Writing { journal, bodies, metrics: Arc::clone(&metrics), is_failing: false };
        let written = Arc::clone(&waiting);
        let write = move || writing.all(&received, &written);
        let thread = std::thread::Builder::new().name("fitment-log".to_owned()).spawn(write)?;
        Ok((Self { queue, waiting, metrics, with_bodies }, Writer(thread)))
    }

    /// Queues a decision, or counts it as dropped.
    pub fn record(&self, record: Record) {
        let bytes = record.bytes();
        let is_full = self.waiting.fetch_add(bytes, Ordering::Relaxed) > BYTES;
        if is_full || self.queue.try_send(Queued::Write(SystemTime::now(), Box::new(record))).is_err() {
            self.waiting.fetch_sub(bytes, Ordering::Relaxed);
            self.metrics.log_dropped(1);
        }
    }

    /// Opens the file again by its name, once everything queued so far is written. Waits for a place in the queue.
    pub fn reopen(&self) {
        // Fails only if the thread is gone, and then there is nothing to open.
        let _ = self.queue.send(Queued::Reopen);
    }
}

struct Writing {
    journal: Journal,
    bodies: Option<Redaction>,
    metrics: Arc<Metrics>,
    /// Whether the last attempt to write failed: a full disk is reported once, not for every decision.
    is_failing: bool,
}

impl Writing {
    fn all(&mut self, queue: &Receiver<Queued>, waiting: &AtomicUsize) {
        loop {
            let next = match queue.try_recv() {
                Ok(next) => Some(next),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    self.flush();
                    queue.recv().ok()
                }
            };
            let (at, record) = match next {
                Some(Queued::Write(at, record)) => (at, record),
                Some(Queued::Reopen) => {
                    self.reopen();
                    continue;
                }
                None => break,
            };
            waiting.fetch_sub(record.bytes(), Ordering::Relaxed);
            if let Err(error) = self.one(at, &record) {
                self.failed(1, &error);
            }
            if self.journal.is_full() {
                self.flush();
            }
        }
        self.flush();
    }

    fn flush(&mut self) {
        match self.journal.flush() {
            Ok(false) => {}
            Ok(true) => {
                if std::mem::take(&mut self.is_failing) {
                    tracing::info!("the decision log is written again");
                }
            }
            Err((lost, error)) => self.failed(lost, &error),
        }
    }

    fn reopen(&mut self) {
        self.flush();
        match self.journal.reopen() {
            Ok(true) => tracing::info!("the decision log was opened again"),
            Ok(false) => tracing::info!("the decision log stays as it was, since it is no file"),
            Err(error) => tracing::error!("the decision log stays as it was, it cannot be opened again: {error}"),
        }
    }

    fn failed(&mut self, lost: u64, error: &io::Error) {
        self.metrics.log_dropped(lost);
        if !std::mem::replace(&mut self.is_failing, true) {
            tracing::error!("the decision log cannot be written: {error}");
        }
    }

    fn one(&mut self, at: SystemTime, record: &Record) -> io::Result<()> {
        let Record { verb, request, answer, took, documents, set, summary, fate } = record;
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
            "documents": documents,
            "engine": { "version": env!("CARGO_PKG_VERSION"), "wasmSha256": EMBEDDED_SHA256 },
        });
        if let Some(answer) = answer {
            line["answerSha256"] = hex(&Sha256::digest(answer)).into();
        }
        if let Some(Fate { cause, action }) = fate {
            line["undecided"] = json!({ "cause": cause.word(), "action": action.word() });
        }
        // As text, because the answer depends on every byte. Requests that are not text cannot be replayed.
        let text = std::str::from_utf8(request).ok();
        let of_review = |text: &str| if *verb == Verb::Review { envelope::named(text) } else { None };
        let mut named = text.and_then(of_review);
        if let Some(redaction) = &self.bodies {
            let is_understood = answer.is_some() && summary.lacks != "request";
            let written = text.and_then(|text| redaction.of(text, is_understood));
            if written.as_ref().is_none_or(|(_, taken)| *taken) && text.is_some() {
                line["redacted"] = true.into();
            }
            // Names that are not for the log are not to come back here.
            named = written.as_ref().and_then(|(text, _)| of_review(text));
            line["request"] = written.map_or(Value::Null, |(text, _)| text.into());
            self.journal.keep(documents, set.as_deref())?;
        }
        if let Some(named) = named {
            line["review"] = named;
        }
        self.journal.add(&line);
        Ok(())
    }
}
