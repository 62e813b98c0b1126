use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use wasmtime::Engine;

use crate::error::{Error, Result};

/// The length of an epoch.
const TICK: Duration = Duration::from_millis(1);

/// The clock that enforces deadlines: a thread that advances the engine's epoch until the clock is dropped.
#[derive(Debug)]
pub(crate) struct Clock {
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    pub(crate) fn start(engine: Engine) -> Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        let tick = move || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::park_timeout(TICK);
                engine.increment_epoch();
            }
        };
        let thread = std::thread::Builder::new().name("fitment-clock".to_owned()).spawn(tick);
        let thread = thread.map_err(Error::no_clock)?;
        Ok(Self { stopped, thread: Some(thread) })
    }

    /// Converts a deadline to ticks, plus one because the current tick is already under way.
    pub(crate) fn ticks(deadline: Duration) -> u64 {
        u64::try_from(deadline.as_nanos().div_ceil(TICK.as_nanos())).unwrap_or(u64::MAX >> 1).saturating_add(1)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread cannot panic, and if it did there would be nothing to do here.
            let _ = thread.join();
        }
    }
}
