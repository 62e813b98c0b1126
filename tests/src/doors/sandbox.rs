use fitment_host::{Error, Host, Limits, Session};

use super::{Door, Verb};

/// The plain wasm file, in the host's sandbox.
#[derive(Debug)]
pub struct Sandbox(pub Session);

impl Sandbox {
    /// Opens a sandbox with the engine that the host carries.
    pub fn open() -> Self {
        let host = Host::new(Limits::default()).expect("the host starts");
        let session = host.embedded().and_then(|prepared| prepared.session());
        Self(session.expect("the host carries its engine"))
    }

    fn answer(&mut self, verb: Verb, request: &[u8]) -> Result<Vec<u8>, Error> {
        match verb {
            Verb::Load => self.0.load(request),
            Verb::Ask => self.0.ask(request),
            Verb::Review => self.0.review(request),
        }
    }
}

impl Door for Sandbox {
    fn name(&self) -> &'static str {
        "host"
    }

    fn call(&mut self, verb: Verb, request: &[u8]) -> Vec<u8> {
        self.answer(verb, request).unwrap_or_else(|error| panic!("{verb:?} in the host: {error}"))
    }

    fn call_within_limits(&mut self, verb: Verb, request: &[u8]) -> Option<Vec<u8>> {
        match self.answer(verb, request) {
            Ok(answer) => Some(answer),
            Err(error) if error.is_out_of_memory() => {
                *self = Self::open();
                None
            }
            Err(error) => panic!("{verb:?} in the host: {error}"),
        }
    }
}
