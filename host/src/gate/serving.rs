use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::documents::Documents;
#[cfg(not(feature = "compile"))]
use super::reading;
use super::verb::Verb;
use crate::error::Result;
use crate::isolation::Isolation;
use crate::prepared::Prepared;
use crate::session::Session;

/// One set of documents with the instances that decide by it.
pub struct Serving {
    pub documents: Arc<Documents>,
    start: Start,
    isolation: Isolation,
    idle: Mutex<Vec<Warm>>,
    retired: AtomicBool,
}

/// How an instance gets its documents.
pub enum Start {
    /// It starts with them.
    Compiled(Prepared),
    /// It loads them.
    #[cfg(not(feature = "compile"))]
    Loading(Prepared, Vec<Vec<u8>>),
}

struct Warm {
    session: Session,
    calls: u32,
    /// The size of its memory before the first call.
    memory: usize,
}

impl Start {
    pub fn session(&self) -> Result<Session> {
        match self {
            Self::Compiled(prepared) => prepared.session(),
            #[cfg(not(feature = "compile"))]
            Self::Loading(prepared, loads) => {
                let mut session = prepared.session()?;
                for load in loads {
                    reading::held(&session.load(load)?)?;
                }
                Ok(session)
            }
        }
    }
}

impl Serving {
    pub fn new(documents: Documents, start: Start, isolation: Isolation) -> Self {
        let documents = Arc::new(documents);
        Self { documents, start, isolation, idle: Mutex::default(), retired: AtomicBool::new(false) }
    }

    /// Whether instances start with the documents.
    pub fn is_prompt(&self) -> bool {
        matches!(self.start, Start::Compiled(_))
    }

    /// Returns the answer, and the size of the instance's memory afterwards.
    pub fn decide(&self, verb: Verb, request: &[u8], deadline: Duration) -> Result<(Vec<u8>, usize)> {
        let mut warm = match self.idle().pop() {
            Some(warm) => warm,
            None => {
                let session = self.start.session()?;
                Warm { calls: 0, memory: session.memory(), session }
            }
        };
        warm.session.within(deadline);
        // An error of the host ends the instance, so it is not put back.
        let answer = match verb {
            Verb::Ask => warm.session.ask(request),
            Verb::Review => warm.session.review(request),
        }?;
        let memory = warm.session.memory();
        warm.calls += 1;
        if let Isolation::Warm { max_calls } = self.isolation
            && warm.calls < max_calls
            && memory <= warm.memory
        {
            self.put_back(warm);
        }
        Ok((answer, memory))
    }

    fn put_back(&self, warm: Warm) {
        let mut idle = self.idle();
        if !self.retired.load(Ordering::Relaxed) {
            idle.push(warm);
        }
    }

    /// Takes this set out of use: its instances are thrown away as they become free.
    pub fn retire(&self) {
        let mut idle = self.idle();
        self.retired.store(true, Ordering::Relaxed);
        idle.clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Warm>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
