use std::borrow::Cow;
use std::sync::Arc;

use wasmtime::{InstancePre, Linker, Module};

use crate::error::{Error, Result};
use crate::exports::Exports;
use crate::growth::Growth;
#[cfg(feature = "gate")]
use crate::limits::Limits;
#[cfg(feature = "compile")]
use crate::recorder::{Recorder, Source};
use crate::session::Session;
use crate::shared::Shared;

/// A compiled engine, checked and ready to be instantiated any number of times. Cheap to clone.
#[derive(Clone)]
pub struct Prepared {
    shared: Arc<Shared>,
    instance: InstancePre<Growth>,
    exports: Exports,
    /// Where the limits are part of the memory that an instance starts with.
    lowered: bool,
    #[cfg(feature = "compile")]
    source: Option<Arc<Source>>,
}

impl Prepared {
    pub(crate) fn new(shared: Arc<Shared>, module: Module) -> Result<Self> {
        if let Some(import) = module.imports().next() {
            let name = format!("it imports `{}` of `{}`, expected no imports", import.name(), import.module());
            return Err(Error::not_an_engine(name));
        }
        let exports = Exports::find(&module)?;
        let linker = Linker::<Growth>::new(&shared.engine);
        let instance = linker.instantiate_pre(&module).map_err(Error::not_an_engine)?;
        let prepared = Self {
            shared,
            instance,
            exports,
            lowered: false,
            #[cfg(feature = "compile")]
            source: None,
        };
        Ok(prepared)
    }

    /// Notes what wasm it was compiled from, which snapshots are made from.
    #[cfg_attr(not(feature = "compile"), expect(unused_mut, unused_variables, reason = "nothing is compiled"))]
    pub(crate) fn made_from(mut self, wasm: Cow<'static, [u8]>) -> Self {
        #[cfg(feature = "compile")]
        {
            self.source = Some(Arc::new(Source::new(wasm)));
        }
        self
    }

    /// An instance to load documents into that all later ones shall start with.
    ///
    /// The first time it compiles the engine once more, in a form whose memory can be read from outside.
    #[cfg(feature = "compile")]
    pub fn recorder(&self) -> Result<Recorder> {
        let source = self.source.as_ref();
        let source = source.ok_or_else(|| Error::no_capture("it was compiled ahead and its wasm is not at hand"))?;
        Recorder::open(&self.shared, source)
    }

    /// Whether its wasm is at hand.
    #[cfg(all(feature = "compile", feature = "gate"))]
    pub(crate) fn records(&self) -> bool {
        self.source.is_some()
    }

    #[cfg(feature = "compile")]
    pub(crate) fn lowered(mut self) -> Self {
        self.lowered = true;
        self
    }

    #[cfg(feature = "compile")]
    pub(crate) fn instance(&self) -> &InstancePre<Growth> {
        &self.instance
    }

    #[cfg(feature = "compile")]
    pub(crate) fn exports(&self) -> &Exports {
        &self.exports
    }

    /// The limits of every call.
    #[cfg(feature = "gate")]
    pub(crate) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// A live instance, without documents unless the engine was compiled with them.
    ///
    /// A session keeps what is loaded into it and nothing else from one call to the next. After an error it is
    /// over: the guest's state is then unknown.
    pub fn session(&self) -> Result<Session> {
        Session::open(&self.shared, &self.instance, &self.exports, self.lowered)
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}
