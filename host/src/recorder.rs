use std::borrow::Cow;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use wasmtime::{Instance, Module, Store, Val};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use crate::error::{Error, Result};
use crate::growth::Growth;
use crate::prepared::Prepared;
use crate::session::Session;
use crate::shared::Shared;
use crate::snapshot::Snapshot;

/// The wasm that snapshots are made from, and the form of it whose memory can be captured.
pub struct Source {
    wasm: Cow<'static, [u8]>,
    instrumented: OnceLock<Prepared>,
}

impl Source {
    pub fn new(wasm: Cow<'static, [u8]>) -> Self {
        Self { wasm, instrumented: OnceLock::new() }
    }

    /// Compiled once for all snapshots.
    fn instrumented(&self, shared: &Arc<Shared>) -> Result<&Prepared> {
        if let Some(prepared) = self.instrumented.get() {
            return Ok(prepared);
        }
        let (_, wasm) = Wizer::new().instrument(&self.wasm).map_err(no_capture)?;
        let module = Module::new(&shared.engine, wasm).map_err(no_capture)?;
        let prepared = Prepared::new(Arc::clone(shared), module)?;
        // Whoever was first is right.
        Ok(self.instrumented.get_or_init(|| prepared))
    }
}

/// An instance that documents are loaded into once, for all instances of the [`Snapshot`] that is taken of it.
///
/// ```
/// use fitment_host::Host;
///
/// let mut recorder = Host::new(Default::default())?.embedded()?.recorder()?;
/// recorder.load(br#"{"documents":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}]}"#)?;
/// let snapshot = recorder.snapshot()?;
/// // As often as one likes: the documents are there.
/// let held = snapshot.session()?.load(br#"{"documents":[]}"#)?;
/// assert!(String::from_utf8_lossy(&held).contains(r#""name":"a""#));
/// # Ok::<(), fitment_host::Error>(())
/// ```
pub struct Recorder {
    shared: Arc<Shared>,
    source: Arc<Source>,
    session: Session,
}

impl Recorder {
    pub(crate) fn open(shared: &Arc<Shared>, source: &Arc<Source>) -> Result<Self> {
        let session = unwinding(|| source.instrumented(shared)?.session())?;
        Ok(Self { shared: Arc::clone(shared), source: Arc::clone(source), session })
    }

    /// Keeps documents. The answer says whether the engine took them.
    pub fn load(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.load(request)
    }

    /// Answers a question, as an instance of the snapshot has to as well.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.ask(request)
    }

    /// Captures the memory and compiles the engine with it: as long as [`Host::prepare`](crate::Host::prepare), for a
    /// processor of its own if there is one. The deadline does not hold for it.
    pub fn snapshot(&mut self) -> Result<Snapshot> {
        let Self { shared, source, session } = self;
        unwinding(|| {
            // Read again rather than kept: it borrows from the wasm.
            let wizer = Wizer::new();
            let (context, _) = wizer.instrument(&source.wasm).map_err(no_capture)?;
            let exports = source.instrumented(shared)?.exports();
            let wasm = session.capture(exports, |store, instance| {
                at_once(wizer.snapshot(&context, &mut Captured { store, instance }))
            })?;
            let wasm = wasm.ok_or_else(|| no_capture("it waits for something"))?.map_err(no_capture)?;
            let module = Module::new(&shared.engine, &wasm).map_err(no_capture)?;
            let prepared = Prepared::new(Arc::clone(shared), module)?.lowered();
            Ok(Snapshot::new(prepared))
        })
    }
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").field("session", &self.session).finish_non_exhaustive()
    }
}

fn no_capture(why: impl std::fmt::Display) -> Error {
    // With its causes, which `#` shows.
    Error::no_capture(format!("{why:#}"))
}

/// What captures memory takes its own input for granted, and a wasm file may be anybody's.
fn unwinding<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Error::panicked()))
}

/// The result of what never waits.
fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

/// An instance as it is captured: what it exports, by name.
struct Captured<'s> {
    store: &'s mut Store<Growth>,
    instance: Instance,
}

impl InstanceState for Captured<'_> {
    async fn global_get(&mut self, name: &str, kind: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&mut *self.store, name);
        match (global.map(|global| global.get(&mut *self.store)), kind) {
            (Some(Val::I32(value)), _) => SnapshotVal::I32(value),
            (Some(Val::I64(value)), _) => SnapshotVal::I64(value),
            (Some(Val::F32(value)), _) => SnapshotVal::F32(value),
            (Some(Val::F64(value)), _) => SnapshotVal::F64(value),
            (Some(Val::V128(value)), _) => SnapshotVal::V128(value.as_u128()),
            // References are refused before; a module with one gets no further than its validation.
            (_, kind) => panic!("a global of type {kind} cannot be captured"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        let memory = self.instance.get_memory(&mut *self.store, name);
        contents(memory.map_or(&[], |memory| memory.data(&*self.store)));
    }
}
