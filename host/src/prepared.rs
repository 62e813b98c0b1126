use std::sync::Arc;

use wasmtime::{ExternType, InstancePre, Linker, Module, ModuleExport};

use crate::error::{Error, Result};
use crate::host::Shared;
use crate::session::{Growth, Session};

/// The version of the plain exports that this host speaks.
pub(crate) const ABI_VERSION: u32 = 1;

/// A compiled engine, checked and ready to be instantiated any number of times. Cheap to clone.
#[derive(Clone)]
pub struct Prepared {
    pub(crate) shared: Arc<Shared>,
    pub(crate) instance: InstancePre<Growth>,
    pub(crate) exports: Exports,
}

/// Where the exports stand, so that a call looks up no names.
#[derive(Clone, Copy)]
pub(crate) struct Exports {
    pub(crate) memory: ModuleExport,
    pub(crate) version: ModuleExport,
    pub(crate) buf: ModuleExport,
    pub(crate) load: ModuleExport,
    pub(crate) ask: ModuleExport,
    pub(crate) review: ModuleExport,
    pub(crate) initialize: Option<ModuleExport>,
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
        Session::open(self)
    }
}

impl Exports {
    fn find(module: &Module) -> Result<Self> {
        let missing = |name: &str| Error::not_an_engine(format!("it has no export `{name}`"));
        let export = |name: &str| module.get_export_index(name).ok_or_else(|| missing(name));
        if !matches!(module.get_export("memory"), Some(ExternType::Memory(_))) {
            return Err(missing("memory"));
        }
        Ok(Self {
            memory: export("memory")?,
            version: export("fitment_abi_version")?,
            buf: export("fitment_buf")?,
            load: export("fitment_load")?,
            ask: export("fitment_ask")?,
            review: export("fitment_review")?,
            initialize: module.get_export_index("wizer-initialize"),
        })
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}
