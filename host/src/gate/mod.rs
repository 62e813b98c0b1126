//! What an embedder needs beyond a session: documents loaded once for all decisions, instances for all concurrent
//! decisions, and documents that can be replaced while decisions are made.

mod building;
mod documents;
mod reading;
mod serving;
mod spans;
mod verb;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

pub use documents::{DocumentSet, Documents};
pub use verb::{Outcome, Verb};

use crate::error::{Error, Result};
use crate::isolation::Isolation;
use crate::prepared::Prepared;
use serving::Serving;
use spans::Span;

/// Makes decisions, from any number of threads, with documents that may be replaced meanwhile. Cheap to clone.
///
/// ```
/// use fitment_host::{DocumentSet, Gate, Host, Isolation};
///
/// # #[cfg(feature = "compile")] {
/// let gate = Gate::new(&Host::new(Default::default())?.embedded()?, Isolation::Fresh)?;
/// gate.replace(&DocumentSet::new().load(
///     r#"{"documents":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}]}"#,
/// ))?;
/// let decision = gate.ask(br#"{"question":"fitment/about"}"#)?;
/// assert_eq!(decision.documents.generation(), 1);
/// assert!(String::from_utf8_lossy(&decision.answer).contains(r#""outcome":"decided""#));
/// # }
/// # Ok::<(), fitment_host::Error>(())
/// ```
///
/// A decision blocks its thread while it is made, usually microseconds and at most the deadline. An asynchronous server
/// makes quick decisions in place ([`Gate::decide_quickly`]) and hands the rest to a thread that may block: an attempt
/// that was given up leaves nothing behind.
///
/// With the feature `tracing`, each attempt to decide is a span `decision` (level `DEBUG`, target
/// `fitment_host::gate::spans`) with the `verb` and the result: the `outcome`, `took_us`, the `memory` in bytes and the
/// `generation` of the documents; or the `class` and `kind` of the error; or `handed_over` if it was not quick. Each
/// set of documents is a span `documents` (`INFO`) with its `generation`, its `label`, whether it is `compiled`, and
/// `took_us`; or an error. Both are children of the caller's current span.
#[derive(Clone)]
pub struct Gate {
    inner: Arc<Inner>,
    deadline: Duration,
}

struct Inner {
    prepared: Prepared,
    isolation: Isolation,
    serving: RwLock<Arc<Serving>>,
    /// The number of decisions in progress, and the most there may be.
    deciding: AtomicU32,
    most: u32,
    /// Held while documents are built.
    building: Mutex<()>,
    generation: AtomicU64,
    failure: Mutex<Option<Failure>>,
    soon: Mutex<Soon>,
}

/// The next set to build, and whether a thread is already building.
#[derive(Default)]
struct Soon {
    next: Option<DocumentSet>,
    seen_to: bool,
}

/// An answer of the engine and what it cost. With the feature `tracing` the decision's span has the same fields.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The engine's answer, which may be that it is undecided.
    pub answer: Vec<u8>,
    /// How long the instance took, including its start.
    pub took: Duration,
    /// The size of the instance's memory at the end, in bytes.
    pub memory: usize,
    /// The documents the decision is based on, all of one generation.
    pub documents: Arc<Documents>,
}

impl Decision {
    /// Reads the outcome from the answer. Fails if the answer is not one of the engine's, which is a fault.
    pub fn outcome(&self) -> Result<Outcome> {
        reading::outcome(&self.answer)
    }
}

/// The time within which nearly every decision is made. Other requests may wait that long: handing each decision to
/// another thread would take longer than most decisions do.
const QUICK: Duration = Duration::from_millis(5);

/// The largest request that is tried quickly, in bytes.
const SMALL: usize = 128 << 10;

/// Why the last set of documents was not put to use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The error's [`Error::kind`].
    pub kind: &'static str,
    /// The error in words.
    pub says: String,
    /// When the set was given up.
    pub at: SystemTime,
}

impl Gate {
    /// Creates a gate without documents, unless the engine was compiled with some.
    ///
    /// Two of the [`Limits::instances`](crate::Limits::instances) are reserved to build and test new documents and the
    /// others make decisions, so there have to be at least three.
    pub fn new(prepared: &Prepared, isolation: Isolation) -> Result<Self> {
        let limits = prepared.limits();
        if limits.instances <= building::INSTANCES {
            let expected = "at least three, two of which build new documents; if the process may reserve too little address \
                            space for them, 4 GiB each, raise its limit (`ulimit -v`)";
            return Err(Error::impossible_limit("instances", limits.instances.into(), expected));
        }
        let inner = Inner {
            prepared: prepared.clone(),
            isolation,
            serving: RwLock::new(Arc::new(building::first(prepared, isolation)?)),
            deciding: AtomicU32::new(0),
            most: limits.instances - building::INSTANCES,
            building: Mutex::new(()),
            generation: AtomicU64::new(0),
            failure: Mutex::new(None),
            soon: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner), deadline: limits.deadline })
    }

    /// Returns the same gate with a deadline for decisions shorter than the host's.
    #[must_use]
    pub fn within(&self, deadline: Duration) -> Self {
        Self { inner: Arc::clone(&self.inner), deadline: deadline.min(self.deadline) }
    }

    /// Answers a question.
    pub fn ask(&self, request: &[u8]) -> Result<Decision> {
        self.decide(Verb::Ask, request)
    }

    /// Judges or completes an object that an API server is asked to store.
    pub fn review(&self, request: &[u8]) -> Result<Decision> {
        self.decide(Verb::Review, request)
    }

    /// Decides, unless that takes longer than the thread's other requests may wait. `None`: ask again with
    /// [`Gate::decide`], on a thread that may block.
    pub fn decide_quickly(&self, verb: Verb, request: &[u8]) -> Option<Result<Decision>> {
        // An instance that has to load its documents first is never quick.
        if !self.is_prompt() || request.len() > SMALL {
            return None;
        }
        let span = Span::of_decision(verb);
        match self.within(QUICK).attempt(verb, request) {
            Err(error) if error.is_out_of_time() && self.deadline > QUICK => {
                span.handed_over();
                None
            }
            done => {
                span.decided(&done);
                Some(done)
            }
        }
    }

    /// Decides with [`Gate::ask`] or [`Gate::review`].
    pub fn decide(&self, verb: Verb, request: &[u8]) -> Result<Decision> {
        let span = Span::of_decision(verb);
        let done = self.attempt(verb, request);
        span.decided(&done);
        done
    }

    fn attempt(&self, verb: Verb, request: &[u8]) -> Result<Decision> {
        let _turn = Turn::take(&self.inner)?;
        let serving = self.inner.serving();
        let begun = Instant::now();
        let decided = catch_unwind(AssertUnwindSafe(|| serving.decide(verb, request, self.deadline)));
        let (answer, memory) = decided.unwrap_or_else(|_| Err(Error::panicked()))?;
        Ok(Decision { answer, took: begun.elapsed(), memory, documents: Arc::clone(&serving.documents) })
    }

    /// Loads documents beside those in use, tests them, and bases decisions on them from then on. Until then, and if
    /// anything is wrong with them, decisions are based on the previous ones.
    ///
    /// This takes as long as the engine takes to load them, plus a few milliseconds for the snapshot with the feature
    /// `compile`. It blocks the calling thread but no decision. One set is built at a time.
    pub fn replace(&self, set: &DocumentSet) -> Result<Arc<Documents>> {
        let inner = &self.inner;
        let _alone = lock(&inner.building);
        let generation = inner.generation.load(Ordering::Relaxed) + 1;
        self.put_to_use(|| building::build(&inner.prepared, inner.isolation, set, generation))
    }

    /// Whether instances start with the documents rather than loading them first.
    pub fn is_prompt(&self) -> bool {
        self.inner.serving().is_prompt()
    }

    /// Builds, under the lock, and puts the result to use; or stores the failure.
    fn put_to_use(&self, build: impl FnOnce() -> Result<Serving>) -> Result<Arc<Documents>> {
        let inner = &self.inner;
        let span = Span::of_documents();
        match catch_unwind(AssertUnwindSafe(build)).unwrap_or_else(|_| Err(Error::panicked())) {
            Ok(serving) => {
                let documents = Arc::clone(&serving.documents);
                let mut in_use = inner.serving.write().unwrap_or_else(PoisonError::into_inner);
                let before = std::mem::replace(&mut *in_use, Arc::new(serving));
                drop(in_use);
                before.retire();
                inner.generation.store(documents.generation, Ordering::Relaxed);
                *lock(&inner.failure) = None;
                span.built(&documents, self);
                Ok(documents)
            }
            Err(error) => {
                span.failed(&error);
                let failure = Failure { kind: error.kind(), says: error.to_string(), at: SystemTime::now() };
                *lock(&inner.failure) = Some(failure);
                Err(error)
            }
        }
    }

    /// Calls [`Gate::replace`] on a separate thread. Of the sets that arrive while one is being built, only the last is
    /// built.
    ///
    /// [`Gate::documents`] and [`Gate::failure`] tell the result.
    pub fn replace_soon(&self, set: DocumentSet) -> Result<()> {
        let mut soon = lock(&self.inner.soon);
        soon.next = Some(set);
        if soon.seen_to {
            return Ok(());
        }
        let gate = self.clone();
        let work = move || {
            while let Some(set) = gate.next() {
                // `replace` has stored the failure.
                let _ = gate.replace(&set);
            }
        };
        std::thread::Builder::new().name("fitment-build".to_owned()).spawn(work).map_err(Error::no_thread)?;
        soon.seen_to = true;
        Ok(())
    }

    fn next(&self) -> Option<DocumentSet> {
        let mut soon = lock(&self.inner.soon);
        let next = soon.next.take();
        soon.seen_to = next.is_some();
        next
    }

    /// Whether documents are being built or waiting to be.
    pub fn is_building(&self) -> bool {
        lock(&self.inner.soon).seen_to || self.inner.building.try_lock().is_err()
    }

    /// The documents in use.
    pub fn documents(&self) -> Arc<Documents> {
        Arc::clone(&self.inner.serving().documents)
    }

    /// Why the last set was not put to use; `None` if it was.
    pub fn failure(&self) -> Option<Failure> {
        lock(&self.inner.failure).clone()
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (isolation, documents) = (self.inner.isolation, self.documents());
        f.debug_struct("Gate").field("isolation", &isolation).field("documents", &documents).finish_non_exhaustive()
    }
}

impl Inner {
    fn serving(&self) -> Arc<Serving> {
        Arc::clone(&self.serving.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A permit for one more instance.
struct Turn<'g>(&'g AtomicU32);

impl<'g> Turn<'g> {
    fn take(inner: &'g Inner) -> Result<Self> {
        let turn = Self(&inner.deciding);
        if inner.deciding.fetch_add(1, Ordering::Relaxed) >= inner.most {
            return Err(Error::no_room(inner.most));
        }
        Ok(turn)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Locks even after a panic: no data is ever left half-written under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
