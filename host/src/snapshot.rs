use crate::error::Result;
use crate::prepared::Prepared;
use crate::session::Session;

/// An engine with the documents that were loaded into a [`Recorder`](crate::Recorder). Cheap to clone.
///
/// Its instances start with the documents and share memory copy-on-write, so a fresh instance for each decision costs
/// microseconds however much was loaded.
#[derive(Clone)]
pub struct Snapshot(Prepared);

impl Snapshot {
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self(prepared)
    }

    /// Opens an instance that has the documents.
    pub fn session(&self) -> Result<Session> {
        self.0.session()
    }

    /// Serializes the engine with its documents for [`Host::precompiled`](crate::Host::precompiled), which is how
    /// documents reach a gateway that has no compiler.
    pub fn compiled(&self) -> Result<Vec<u8>> {
        self.0.compiled()
    }

    /// The engine with its documents, as a [`Prepared`] like any other.
    pub fn prepared(&self) -> &Prepared {
        &self.0
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
