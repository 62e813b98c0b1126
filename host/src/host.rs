use std::hint::black_box;
use std::sync::Arc;

#[cfg(feature = "compile")]
use wasmtime::Module;
use wasmtime::{Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::growth::TABLE_ELEMENTS;
use crate::limits::Limits;
use crate::modules::Modules;
#[cfg(feature = "compile")]
use crate::modules::Start;
#[cfg(feature = "compile")]
use crate::parts;
use crate::prepared::Prepared;
use crate::reset::Reset;
use crate::shared::Shared;
use crate::tuning;

/// The wasm runtime, the limits and the clock for deadlines: one per process.
///
/// Cheap to clone; all clones share the same pool of instances. The pool reserves address space, not memory: about
/// 4 GiB for each of [`Limits::instances`].
///
/// ```
/// use fitment_host::{Host, Limits};
///
/// let host = Host::new(Limits::default())?;
/// let mut session = host.embedded()?.session()?;
/// let answer = session.ask(br#"{"question":"fitment/about"}"#)?;
/// assert!(String::from_utf8_lossy(&answer).contains(r#""outcome":"decided""#));
/// # Ok::<(), fitment_host::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Host {
    shared: Arc<Shared>,
}

/// The plain wasm file that this crate carries.
pub static EMBEDDED_WASM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/fitment.wasm"));

/// The sha-256 of [`EMBEDDED_WASM`] in lower-case hex digits.
pub static EMBEDDED_SHA256: &str = include_str!(concat!(env!("OUT_DIR"), "/fitment.sha256"));

static EMBEDDED_COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/fitment.cwasm"));

/// Enough memory for any engine to start with.
const START: usize = 64 << 20;

impl Host {
    /// The largest wasm file that is compiled, in bytes: several times the size of the engine.
    #[cfg(feature = "compile")]
    pub const WASM_BYTES: usize = 16 << 20;

    /// Starts the runtime and its clock.
    ///
    /// If the process may not reserve enough address space, the pool gets fewer instances, down to one:
    /// [`Host::limits`] says how many.
    pub fn new(limits: Limits) -> Result<Self> {
        Self::with_reset(limits, Reset::default())
    }

    /// Like [`Host::new`], with a choice of how memory is reset between instances. Fails if this machine does not
    /// support it.
    pub fn with_reset(limits: Limits, reset: Reset) -> Result<Self> {
        limits.expect_possible()?;
        reset.expect_possible()?;
        let mut limits = limits;
        let engine = loop {
            match engine(limits, reset) {
                Ok(engine) => break engine,
                Err(_) if limits.instances > 1 => limits.instances /= 2,
                Err(why) => return Err(Error::no_address_space(limits.instances, &why)),
            }
        };
        let clock = Clock::start(engine.clone())?;
        Ok(Self { shared: Arc::new(Shared { engine, limits, clock }) })
    }

    /// Returns the embedded engine, which was compiled when the crate was built. Takes a millisecond.
    pub fn embedded(&self) -> Result<Prepared> {
        // SAFETY: this crate's build script made the bytes with the same wasmtime, the same tuning and the target's
        // base processor, and nobody can have changed them since.
        #[allow(unsafe_code, reason = "the compiled engine is part of this very binary")]
        unsafe {
            self.precompiled(EMBEDDED_COMPILED)
        }
    }

    /// Loads an engine that [`Host::compile`] compiled ahead of time. Takes a millisecond.
    ///
    /// # Safety
    ///
    /// The bytes are native code and hardly checked. They have to come from [`Host::compile`] or this crate's build,
    /// over a path on which nobody could change them.
    #[allow(unsafe_code, reason = "the caller vouches for the bytes")]
    pub unsafe fn precompiled(&self, compiled: &[u8]) -> Result<Prepared> {
        // SAFETY: upheld by the caller.
        let modules = unsafe { Modules::precompiled(&self.shared.engine, compiled) }?;
        Ok(Prepared::new(Arc::clone(&self.shared), modules))
    }

    /// Compiles an engine for [`Host::precompiled`], for this version of the crate and this kind of processor. Takes as
    /// long as [`Host::prepare`].
    #[cfg(feature = "compile")]
    pub fn compile(&self, wasm: &[u8]) -> Result<Vec<u8>> {
        self.prepare(wasm)?.compiled()
    }

    /// Compiles an engine from its plain wasm file. Takes a few hundred milliseconds.
    ///
    /// Files larger than [`Host::WASM_BYTES`] are refused. Below that nothing bounds the time: the deadline applies to
    /// decisions, and a compiler cannot be interrupted. Compile untrusted wasm in a separate process.
    #[cfg(feature = "compile")]
    pub fn prepare(&self, wasm: &[u8]) -> Result<Prepared> {
        expect_small(wasm)?;
        let engine = &self.shared.engine;
        let parts = parts::part(wasm).map_err(Error::not_an_engine)?;
        let code = Module::new(engine, parts.code).map_err(Error::not_an_engine)?;
        let memory = Module::new(engine, parts.memory.module()).map_err(Error::not_an_engine)?;
        let modules = Modules::new(engine, code, &memory, Start::Whole)?;
        Ok(Prepared::new(Arc::clone(&self.shared), modules))
    }

    /// The limits of every decision.
    pub fn limits(&self) -> Limits {
        self.shared.limits
    }
}

/// Creates the runtime with its pool, and makes sure that address space is left for everything else.
fn engine(limits: Limits, reset: Reset) -> wasmtime::Result<Engine> {
    const LEFT: usize = 512 << 20;
    /// More than a decision writes.
    const KEPT: usize = 1 << 20;
    let mut pool = PoolingAllocationConfig::new();
    // Each engine takes two instances: one for its code, one for its memory.
    pool.total_core_instances(limits.instances.saturating_mul(2))
        .total_memories(limits.instances)
        .total_tables(limits.instances)
        // The limiter enforces each instance's own cap; a cap lower than this is reported when the instance starts.
        .max_memory_size(limits.memory.max(START))
        .table_elements(TABLE_ELEMENTS)
        .table_keep_resident(8 << 10)
        // Decommit at once: a batch would hold as much memory as each of its instances may have.
        .decommit_batch_size(1);
    if reset == Reset::Scan {
        // Tables hold pointers into this process, so they are dropped in any case.
        pool.pagemap_scan(Enabled::Yes).linear_memory_keep_resident(KEPT).table_keep_resident(0);
    }
    let mut config = tuning::config();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    let engine = Engine::new(&config)?;
    // The reservation is freed untouched; `black_box` keeps the compiler from removing it.
    let mut left = Vec::<u8>::new();
    left.try_reserve_exact(LEFT).map_err(wasmtime::Error::new)?;
    black_box(&left);
    Ok(engine)
}

#[cfg(feature = "compile")]
fn expect_small(wasm: &[u8]) -> Result<()> {
    if wasm.len() > Host::WASM_BYTES {
        return Err(Error::wasm_too_large(wasm.len(), Host::WASM_BYTES));
    }
    Ok(())
}
