use wasmtime::{ExternType, Module, ModuleExport};

use crate::error::{Error, Result};
use crate::names::START;

/// The version of the plain exports that this host speaks.
pub const ABI_VERSION: u32 = 1;

/// The positions of the engine's exports, so that calls need no lookup by name.
#[derive(Clone, Copy)]
pub struct Exports {
    pub version: ModuleExport,
    pub buf: ModuleExport,
    pub load: ModuleExport,
    pub ask: ModuleExport,
    pub review: ModuleExport,
    /// The module's start function, which runs before anything else.
    pub start: Option<ModuleExport>,
    pub initialize: Option<ModuleExport>,
}

impl Exports {
    pub fn find(module: &Module) -> Result<Self> {
        let missing = |name: &str| Error::not_an_engine(format!("it has no export `{name}`"));
        let export = |name: &str| module.get_export_index(name).ok_or_else(|| missing(name));
        if !matches!(module.get_export("memory"), Some(ExternType::Memory(_))) {
            return Err(missing("memory"));
        }
        if module.get_export(START).is_some_and(|start| !is_call(&start)) {
            return Err(Error::not_an_engine("what it starts with takes or gives something"));
        }
        Ok(Self {
            version: export("fitment_abi_version")?,
            buf: export("fitment_buf")?,
            load: export("fitment_load")?,
            ask: export("fitment_ask")?,
            review: export("fitment_review")?,
            start: module.get_export_index(START),
            initialize: module.get_export_index("wizer-initialize"),
        })
    }
}

/// Whether the export is a function without parameters or results.
fn is_call(export: &ExternType) -> bool {
    export.func().is_some_and(|function| function.params().len() + function.results().len() == 0)
}
