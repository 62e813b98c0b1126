use std::sync::Arc;

use crate::error::Result;
#[cfg(feature = "gate")]
use crate::limits::Limits;
use crate::modules::Modules;
use crate::session::Session;
use crate::shared::Shared;

/// A compiled engine, checked and ready to be instantiated any number of times. Cheap to clone.
#[derive(Clone)]
pub struct Prepared {
    pub(crate) shared: Arc<Shared>,
    pub(crate) modules: Modules,
}

impl Prepared {
    pub(crate) fn new(shared: Arc<Shared>, modules: Modules) -> Self {
        Self { shared, modules }
    }

    /// Serializes the engine for [`Host::precompiled`](crate::Host::precompiled).
    #[cfg(feature = "compile")]
    pub(crate) fn compiled(&self) -> Result<Vec<u8>> {
        self.modules.compiled()
    }

    /// The limits of every call.
    #[cfg(feature = "gate")]
    pub(crate) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Opens an instance, without documents unless the engine was compiled with them.
    ///
    /// Between calls a session keeps only what was loaded into it. An error ends it, because the guest's state is then
    /// unknown.
    pub fn session(&self) -> Result<Session> {
        Session::open(&self.shared, &self.modules)
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}
