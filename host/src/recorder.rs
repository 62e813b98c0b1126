use std::borrow::Cow;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::parts::Memory;
use crate::prepared::Prepared;
use crate::session::Session;
use crate::snapshot::Snapshot;

/// An instance into which documents are loaded once, for all instances of a [`Snapshot`] taken of it.
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
    prepared: Prepared,
    session: Session,
}

impl Prepared {
    /// Opens an instance to load documents into, for a snapshot that later instances start from.
    pub fn recorder(&self) -> Result<Recorder> {
        Ok(Recorder { prepared: self.clone(), session: self.session()? })
    }
}

impl Recorder {
    /// Loads documents. The answer says whether the engine accepted them.
    pub fn load(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.load(request)
    }

    /// Answers a question, as any instance of the snapshot would.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.session.ask(request)
    }

    /// Captures the memory, which takes milliseconds and no compiling. Briefly needs one more instance.
    pub fn snapshot(&mut self) -> Result<Snapshot> {
        let Self { prepared: Prepared { shared, modules }, session } = self;
        let memory = session.capture(modules.exports.initialize, captured)??;
        let modules = modules.captured(&shared.engine, &memory)?;
        let prepared = Prepared::new(Arc::clone(shared), modules);
        // Engine state outside the memory is not captured, and would be back at its initial value.
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

/// Builds the module of a memory with these initial contents.
fn captured(bytes: &[u8], maximum: Option<u64>) -> Result<Vec<u8>> {
    const PAGE: usize = 64 << 10;
    /// A wasm section's size has to fit in 32 bits.
    const MOST: usize = u32::MAX as usize - PAGE;
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if end > MOST {
        return Err(Error::no_capture(format!("it uses {end} bytes, expected at most {MOST}")));
    }
    let data = vec![(0, Cow::Borrowed(&bytes[..end]))];
    Ok(Memory { minimum: (bytes.len() / PAGE) as u64, maximum, data }.module())
}
