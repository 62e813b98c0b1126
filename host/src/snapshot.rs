use crate::error::Result;
use crate::prepared::Prepared;
use crate::session::Session;

/// An engine with the documents that were loaded into a [`Recorder`](crate::Recorder). Cheap to clone.
///
/// Its instances start with the documents, and share their memory until one writes to it. So a fresh instance for each
/// decision costs microseconds however much was loaded.
#[derive(Clone)]
pub struct Snapshot(Prepared);

impl Snapshot {
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self(prepared)
    }

    /// A live instance with the documents.
    pub fn session(&self) -> Result<Session> {
        self.0.session()
    }

    /// The compiled engine with its documents, for [`Host::precompiled`](crate::Host::precompiled): how documents reach
    /// a gateway that has no compiler.
    pub fn compiled(&self) -> Result<Vec<u8>> {
        self.0.compiled()
    }

    /// The compiled engine, as one that was compiled without documents.
    pub fn prepared(&self) -> &Prepared {
        &self.0
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
