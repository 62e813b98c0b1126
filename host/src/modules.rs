use wasmtime::{Engine, Extern, Instance, InstancePre, Linker, Memory, Module, ModuleExport, Store};

use crate::container::Container;
use crate::error::{Error, Result};
use crate::exports::Exports;
use crate::growth::Growth;
use crate::names::MEMORY;

/// A compiled engine: its code, and the initial memory of its instances.
#[derive(Clone)]
pub struct Modules {
    code: Module,
    memory: InstancePre<Growth>,
    memory_export: ModuleExport,
    pub exports: Exports,
    pub start: Start,
}

/// What an instance still has to do before it is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Everything: run its start functions and apply the limits.
    Whole,
    /// Apply the limits: the memory was captured after the start, maybe under other limits.
    Limits,
    /// Nothing: the memory was captured after the start, under the same limits.
    #[cfg(feature = "compile")]
    Nothing,
}

impl Start {
    /// Whether an instance still has to be told of limits lower than the engine's own.
    pub fn is_within_other_limits(self) -> bool {
        matches!(self, Self::Whole | Self::Limits)
    }
}

impl Modules {
    pub fn new(engine: &Engine, code: Module, memory: &Module, start: Start) -> Result<Self> {
        let exports = Exports::find(&code)?;
        let none = || Error::not_an_engine("its memory export is missing");
        let memory_export = memory.get_export_index(MEMORY.1).ok_or_else(none)?;
        let memory = Linker::new(engine).instantiate_pre(memory).map_err(Error::not_an_engine)?;
        Ok(Self { code, memory, memory_export, exports, start })
    }

    /// Loads parts that were compiled ahead of time.
    ///
    /// # Safety
    ///
    /// The bytes are native code, as for [`Host::precompiled`](crate::Host::precompiled).
    #[allow(unsafe_code, reason = "the caller vouches for the bytes")]
    pub unsafe fn precompiled(engine: &Engine, bytes: &[u8]) -> Result<Self> {
        let other = || Error::not_an_engine("the bytes are not from `Host::compile`");
        let Container { code, memory, captured } = Container::parted(bytes).ok_or_else(other)?;
        // SAFETY: upheld by the caller.
        let (code, memory) = unsafe { (Module::deserialize(engine, code), Module::deserialize(engine, memory)) };
        let (code, memory) = (code.map_err(Error::not_an_engine)?, memory.map_err(Error::not_an_engine)?);
        Self::new(engine, code, &memory, if captured { Start::Limits } else { Start::Whole })
    }

    /// Instantiates the memory, then the code that imports it.
    pub fn instantiate(&self, store: &mut Store<Growth>) -> wasmtime::Result<(Instance, Memory)> {
        let memory = self.memory.instantiate(&mut *store)?.get_module_export(&mut *store, &self.memory_export);
        let memory = memory.and_then(Extern::into_memory).ok_or_else(|| wasmtime::Error::msg("its memory is none"))?;
        Ok((Instance::new(&mut *store, &self.code, &[memory.into()])?, memory))
    }
}

#[cfg(feature = "compile")]
impl Modules {
    /// Returns the same code with the captured memory of an instance that has started.
    pub fn captured(&self, engine: &Engine, memory: &[u8]) -> Result<Self> {
        let memory = Module::new(engine, memory).map_err(|why| Error::no_capture(format!("{why:#}")))?;
        Self::new(engine, self.code.clone(), &memory, Start::Nothing)
    }

    /// Serializes the parts for [`Modules::precompiled`].
    pub fn compiled(&self) -> Result<Vec<u8>> {
        let code = self.code.serialize().map_err(Error::not_an_engine)?;
        let memory = self.memory.module().serialize().map_err(Error::not_an_engine)?;
        Ok(Container { code: &code, memory: &memory, captured: self.start != Start::Whole }.joined())
    }
}
