use std::sync::Arc;

use wasmtime::{InstancePre, Linker, Module};

use crate::error::{Error, Result};
use crate::exports::Exports;
use crate::growth::Growth;
use crate::session::Session;
use crate::shared::Shared;

/// A compiled engine, checked and ready to be instantiated any number of times. Cheap to clone.
#[derive(Clone)]
pub struct Prepared {
    shared: Arc<Shared>,
    instance: InstancePre<Growth>,
    exports: Exports,
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
        Ok(Self { shared, instance, exports })
    }

    /// A live instance without documents.
    ///
    /// A session keeps what is loaded into it and nothing else from one call to the next. After an error it is
    /// over: the guest's state is then unknown.
    pub fn session(&self) -> Result<Session> {
        Session::open(&self.shared, &self.instance, &self.exports)
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}
