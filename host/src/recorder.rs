use std::borrow::Cow;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::modules::Modules;
use crate::parts::Memory;
use crate::prepared::Prepared;
use crate::session::Session;
use crate::shared::Shared;
use crate::snapshot::Snapshot;

/// An instance that documents are loaded into once, for all instances of the [`Snapshot`] that is taken of it.
///
/// ```
/// use fitment_host::Host;
///
/// let mut recorder = Host::new(Default::default())?.embedded()?.recorder()?;
/// recorder.load(br#"{"documents":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}]}"#)?;
/// let snapshot = recorder.snapshot()?;
/// // As often as one likes: the documents are there.
/// let held = snapshot.session()?.load(br#"{"documents":[]}"#)?;
/// assert!(String::from_utf8_lossy(&held).contains(r#""name":"a""#));
/// # Ok::<(), fitment_host::Error>(())
/// ```
pub struct Recorder {
    shared: Arc<Shared>,
    modules: Modules,
    session: Session,
}

impl Recorder {
    pub(crate) fn open(shared: &Arc<Shared>, modules: &Modules) -> Result<Self> {
        let session = Session::open(shared, modules)?;
        Ok(Self { shared: Arc::clone(shared), modules: modules.clone(), session })
    }

    /// Keeps documents. The answer says whether the engine took them.
    pub fn load(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.load(request)
    }

    /// Answers a question, as an instance of the snapshot has to as well.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.ask(request)
    }

    /// Captures the memory: milliseconds, as it takes no compiling. For a moment it needs an instance more.
    pub fn snapshot(&mut self) -> Result<Snapshot> {
        let Self { shared, modules, session } = self;
        let memory = session.capture(modules.exports.initialize, captured)??;
        let modules = modules.captured(&shared.engine, &memory)?;
        let prepared = Prepared::new(Arc::clone(shared), modules);
        // What an engine keeps elsewhere is not in its memory, and is there again as it was at the start.
        if prepared.session()?.variables()? != session.variables()? {
            return Err(Error::no_capture("it keeps something outside of its memory"));
        }
        Ok(Snapshot::new(prepared))
    }
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").field("session", &self.session).finish_non_exhaustive()
    }
}

/// The module of a memory that begins with what this one has.
fn captured(bytes: &[u8], maximum: Option<u64>) -> Result<Vec<u8>> {
    const PAGE: usize = 64 << 10;
    /// A section of wasm has no more bytes than 32 bits count.
    const MOST: usize = u32::MAX as usize - PAGE;
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if end > MOST {
        return Err(Error::no_capture(format!("it uses {end} bytes, expected at most {MOST}")));
    }
    let data = vec![(0, Cow::Borrowed(&bytes[..end]))];
    Ok(Memory { minimum: (bytes.len() / PAGE) as u64, maximum, data }.module())
}
