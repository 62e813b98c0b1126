use std::sync::Arc;
use std::time::Duration;

use wasmtime::{
    InstancePre, Memory, ModuleExport, PoolConcurrencyLimitError, Store, Trap, TypedFunc, WasmParams, WasmResults,
};

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::exports::{ABI_VERSION, Exports};
use crate::growth::Growth;
use crate::memory;
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
    /// Nothing after an error.
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
    /// An instance, which needs no lowering of its limits where its memory comes with it.
    pub(crate) fn open(
        shared: &Arc<Shared>,
        instance: &InstancePre<Growth>,
        exports: &Exports,
        lowered: bool,
    ) -> Result<Self> {
        let shared = Arc::clone(shared);
        let growth = Growth::within(shared.limits.memory);
        let mut store = Store::new(&shared.engine, growth);
        store.limiter(|growth| growth);
        store.set_epoch_deadline(Clock::ticks(shared.limits.deadline));
        let instance = match instance.instantiate(&mut store) {
            Ok(instance) => instance,
            Err(error) if error.is::<PoolConcurrencyLimitError>() => {
                return Err(Error::no_room(shared.limits.instances));
            }
            Err(error) => return Err(not_started(&error, &store, &shared)),
        };
        let mut live = Live::find(store, instance, exports, &shared)?;
        if let Some(initialize) = exports.initialize {
            let initialize: TypedFunc<(), ()> = typed(&mut live.store, &instance, &initialize)?;
            let done = initialize.call(&mut live.store, ());
            done.map_err(|error| not_started(&error, &live.store, &shared))?;
        }
        let deadline = shared.limits.deadline;
        let mut session = Self { shared, live: Some(live), deadline };
        if let Some(lowering) = session.shared.limits.lowering().filter(|_| !lowered) {
            session.load(lowering.as_bytes())?;
        }
        Ok(session)
    }

    /// Keeps documents, so that later questions and reviews may name them.
    pub fn load(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.load.clone())
    }

    /// Answers a question.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.ask.clone())
    }

    /// Judges or completes what an API server is asked to store.
    pub fn review(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.call(request, |live| live.review.clone())
    }

    /// Holds every later call to a deadline that is shorter than the host's.
    pub fn within(&mut self, deadline: Duration) {
        self.deadline = deadline.clamp(Duration::from_nanos(1), self.shared.limits.deadline);
    }

    /// How much memory the instance has, in bytes; none after an error.
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
    /// Runs what a module runs before its memory is captured, then lends the instance to whoever captures it.
    pub(crate) fn capture<R>(
        &mut self,
        exports: &Exports,
        capture: impl FnOnce(&mut Store<Growth>, wasmtime::Instance) -> R,
    ) -> Result<R> {
        let Some(mut live) = self.live.take() else { return Err(Error::ended()) };
        if let Some(initialize) = exports.initialize {
            let initialize: TypedFunc<(), ()> = typed(&mut live.store, &live.instance, &initialize)?;
            live.store.set_epoch_deadline(Clock::ticks(self.deadline));
            let done = initialize.call(&mut live.store, ());
            done.map_err(|error| live.name(error, &self.shared, self.deadline))?;
        }
        let captured = capture(&mut live.store, live.instance);
        self.live = Some(live);
        Ok(captured)
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
        exports: &Exports,
        shared: &Shared,
    ) -> Result<Self> {
        let version: TypedFunc<(), u32> = typed(&mut store, &instance, &exports.version)?;
        let version = version.call(&mut store, ());
        let version = version.map_err(|error| not_started(&error, &store, shared))?;
        if version != ABI_VERSION {
            return Err(Error::wrong_abi(version, ABI_VERSION));
        }
        let memory = instance.get_module_export(&mut store, &exports.memory).and_then(|memory| memory.into_memory());
        let memory = memory.ok_or_else(|| Error::not_an_engine("its export `memory` is none"))?;
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

    /// One call. The outer error ends the session, the inner one does not.
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

    /// What stopped a call.
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

/// Why there is no session.
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
        // An engine that gets no memory gives up with `unreachable`; other traps are no matter of memory. Without a
        // trap it is the memory that an instance begins with which was refused.
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
    let function = function.ok_or_else(|| Error::not_an_engine("an export is no function"))?;
    function.typed(&*store).map_err(Error::not_an_engine)
}
