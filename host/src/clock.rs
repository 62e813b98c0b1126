use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use wasmtime::Engine;

use crate::error::{Error, Result};

/// How long an epoch lasts.
const TICK: Duration = Duration::from_millis(1);

/// The clock that deadlines are measured with: a thread that moves the engine's epoch on until the clock is dropped.
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

    /// A deadline in ticks. One more than it takes, because the tick under way has begun already.
    pub(crate) fn ticks(deadline: Duration) -> u64 {
        u64::try_from(deadline.as_nanos().div_ceil(TICK.as_nanos())).unwrap_or(u64::MAX >> 1).saturating_add(1)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread cannot panic, and there is nothing to do here if it did.
            let _ = thread.join();
        }
    }
}
