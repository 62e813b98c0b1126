use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "compile")]
use wasmtime::Val;
use wasmtime::{Memory, ModuleExport, PoolConcurrencyLimitError, Store, Trap, TypedFunc, WasmParams, WasmResults};

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::exports::{ABI_VERSION, Exports};
use crate::growth::Growth;
use crate::memory;
use crate::modules::{Modules, Start};
#[cfg(feature = "compile")]
use crate::names::VARIABLE;
use crate::shared::Shared;

/// One instance of the engine: three verbs, bytes in and bytes out, each under the host's deadline and memory cap.
///
/// ```
/// use fitment_host::Host;
///
/// let mut session = Host::new(Default::default())?.embedded()?.session()?;
/// session.load(br#"{"documents":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}]}"#)?;
/// let answer = session.ask(br#"{"question":"nobody/asks"}"#)?;
/// assert!(String::from_utf8_lossy(&answer).contains(r#""undecided":"request""#));
/// # Ok::<(), fitment_host::Error>(())
/// ```
pub struct Session {
    shared: Arc<Shared>,
    /// `None` after an error.
    live: Option<Live>,
    deadline: Duration,
}

struct Live {
    store: Store<Growth>,
    #[cfg(feature = "compile")]
    instance: wasmtime::Instance,
    memory: Memory,
    buf: TypedFunc<u32, u32>,
    load: Verb,
    ask: Verb,
    review: Verb,
}

type Verb = TypedFunc<(u32, u32), i64>;

impl Session {
    pub(crate) fn open(shared: &Arc<Shared>, modules: &Modules) -> Result<Self> {
        let shared = Arc::clone(shared);
        let growth = Growth::within(shared.limits.memory);
        let mut store = Store::new(&shared.engine, growth);
        store.limiter(|growth| growth);
        store.set_epoch_deadline(Clock::ticks(shared.limits.deadline));
        let (instance, memory) = match modules.instantiate(&mut store) {
            Ok(instantiated) => instantiated,
            Err(error) if error.is::<PoolConcurrencyLimitError>() => {
                return Err(Error::no_room(shared.limits.instances));
            }
            Err(error) => return Err(not_started(&error, &store, &shared)),
        };
        if modules.start == Start::Whole {
            start(&mut store, &instance, modules.exports.start, &shared)?;
        }
        let mut live = Live::find(store, instance, memory, &modules.exports, &shared)?;
        if modules.start == Start::Whole {
            start(&mut live.store, &instance, modules.exports.initialize, &shared)?;
        }
        let deadline = shared.limits.deadline;
        let mut session = Self { shared, live: Some(live), deadline };
        if let Some(lowering) = session.shared.limits.lowering().filter(|_| modules.start.is_within_other_limits()) {
            session.load(lowering.as_bytes())?;
        }
        Ok(session)
    }

    /// Loads documents, so that later questions and reviews may name them.
    pub fn load(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.load.clone())
    }

    /// Answers a question.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.ask.clone())
    }

    /// Judges or completes an object that an API server is asked to store.
    pub fn review(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.review.clone())
    }

    /// Limits every later call to a deadline shorter than the host's.
    pub fn within(&mut self, deadline: Duration) {
        self.deadline = deadline.clamp(Duration::from_nanos(1), self.shared.limits.deadline);
    }

    /// The size of the instance's memory in bytes; 0 after an error.
    pub fn memory(&self) -> usize {
        self.live.as_ref().map_or(0, |live| live.memory.data_size(&live.store))
    }

    fn call(&mut self, request: &[u8], verb: impl FnOnce(&Live) -> Verb) -> Result<Vec<u8>> {
        let Some(mut live) = self.live.take() else { return Err(Error::ended()) };
        let verb = verb(&live);
        let answer = live.call(&verb, request, &self.shared, self.deadline)?;
        self.live = Some(live);
        answer
    }
}

#[cfg(feature = "compile")]
impl Session {
    /// Runs the module's initializer for snapshots, if any, then passes the memory, and the most pages it may have, to
    /// `capture`.
    pub(crate) fn capture<R>(
        &mut self,
        initialize: Option<ModuleExport>,
        capture: impl FnOnce(&[u8], Option<u64>) -> R,
    ) -> Result<R> {
        let Some(mut live) = self.live.take() else { return Err(Error::ended()) };
        if let Some(initialize) = initialize {
            let initialize: TypedFunc<(), ()> = typed(&mut live.store, &live.instance, &initialize)?;
            live.store.set_epoch_deadline(Clock::ticks(self.deadline));
            let done = initialize.call(&mut live.store, ());
            done.map_err(|error| live.name(error, &self.shared, self.deadline))?;
        }
        let captured = capture(live.memory.data(&live.store), live.memory.ty(&live.store).maximum());
        self.live = Some(live);
        Ok(captured)
    }

    /// The values of the code's mutable globals, which are not in its memory.
    pub(crate) fn variables(&mut self) -> Result<Vec<u128>> {
        let Some(Live { store, instance, .. }) = &mut self.live else { return Err(Error::ended()) };
        let variables = instance.exports(&mut *store).filter(|export| export.name().starts_with(VARIABLE));
        let variables: Vec<_> = variables.filter_map(wasmtime::Export::into_global).collect();
        let bits = |global: wasmtime::Global| match global.get(&mut *store) {
            Val::I32(value) => value.cast_unsigned().into(),
            Val::I64(value) => value.cast_unsigned().into(),
            Val::F32(bits) => bits.into(),
            Val::F64(bits) => bits.into(),
            Val::V128(value) => value.as_u128(),
            // Mutable globals of reference types were refused when the engine was split.
            _ => 0,
        };
        Ok(variables.into_iter().map(bits).collect())
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("ended", &self.live.is_none()).finish_non_exhaustive()
    }
}

impl Live {
    fn find(
        mut store: Store<Growth>,
        instance: wasmtime::Instance,
        memory: Memory,
        exports: &Exports,
        shared: &Shared,
    ) -> Result<Self> {
        let version: TypedFunc<(), u32> = typed(&mut store, &instance, &exports.version)?;
        let version = version.call(&mut store, ());
        let version = version.map_err(|error| not_started(&error, &store, shared))?;
        if version != ABI_VERSION {
            return Err(Error::wrong_abi(version, ABI_VERSION));
        }
        let buf = typed(&mut store, &instance, &exports.buf)?;
        let load = typed(&mut store, &instance, &exports.load)?;
        let ask = typed(&mut store, &instance, &exports.ask)?;
        let review = typed(&mut store, &instance, &exports.review)?;
        Ok(Self {
            store,
            #[cfg(feature = "compile")]
            instance,
            memory,
            buf,
            load,
            ask,
            review,
        })
    }

    /// Makes one call. The outer error ends the session, the inner one does not.
    fn call(&mut self, verb: &Verb, request: &[u8], shared: &Shared, deadline: Duration) -> Result<Result<Vec<u8>>> {
        let len = u32::try_from(request.len()).unwrap_or(u32::MAX);
        self.store.data_mut().forgive();
        self.store.set_epoch_deadline(Clock::ticks(deadline));
        let at = self.buf.call(&mut self.store, len).map_err(|error| self.name(error, shared, deadline))?;
        if at == 0 && len > 0 {
            return Ok(Err(Error::too_large(request.len(), shared.limits.load_bytes)));
        }
        memory::write(self.memory, &mut self.store, at, request)?;
        let place = verb.call(&mut self.store, (at, len)).map_err(|error| self.name(error, shared, deadline))?;
        memory::read(self.memory, &self.store, place as u64).map(Ok)
    }

    /// Names the reason that a call stopped.
    fn name(&self, error: wasmtime::Error, shared: &Shared, deadline: Duration) -> Error {
        match stopped(&error, &self.store) {
            Stopped::Late => Error::out_of_time(deadline),
            Stopped::Starved => Error::out_of_memory(shared.limits.memory),
            Stopped::Trapped => match error.downcast_ref::<Trap>() {
                Some(trap) => Error::trapped(trap),
                None => Error::trapped(error),
            },
        }
    }
}

/// Calls a function that an instance runs once, before anything else.
fn start(
    store: &mut Store<Growth>,
    instance: &wasmtime::Instance,
    function: Option<ModuleExport>,
    shared: &Shared,
) -> Result<()> {
    let Some(function) = function else { return Ok(()) };
    let function: TypedFunc<(), ()> = typed(&mut *store, instance, &function)?;
    function.call(&mut *store, ()).map_err(|error| not_started(&error, store, shared))
}

/// Names the reason that a session could not be opened.
fn not_started(error: &wasmtime::Error, store: &Store<Growth>, shared: &Shared) -> Error {
    match stopped(error, store) {
        Stopped::Late => Error::out_of_time(shared.limits.deadline),
        Stopped::Starved => Error::too_little_memory(shared.limits.memory),
        Stopped::Trapped => match error.downcast_ref::<Trap>() {
            Some(trap) => Error::no_start(trap),
            None => Error::no_start(error),
        },
    }
}

enum Stopped {
    Late,
    Starved,
    Trapped,
}

fn stopped(error: &wasmtime::Error, store: &Store<Growth>) -> Stopped {
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) => Stopped::Late,
        // An engine that is refused memory gives up with `unreachable`; other traps have other causes. If there was no
        // trap, the instance's initial memory was refused.
        Some(Trap::UnreachableCodeReached) | None if store.data().refused() => Stopped::Starved,
        _ => Stopped::Trapped,
    }
}

fn typed<P: WasmParams, R: WasmResults>(
    store: &mut Store<Growth>,
    instance: &wasmtime::Instance,
    export: &ModuleExport,
) -> Result<TypedFunc<P, R>> {
    let function = instance.get_module_export(&mut *store, export).and_then(|export| export.into_func());
    let function = function.ok_or_else(|| Error::not_an_engine("an export is not a function"))?;
    function.typed(&*store).map_err(Error::not_an_engine)
}
