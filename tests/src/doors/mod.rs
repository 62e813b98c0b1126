//! The doors into the engine. Each takes the same bytes and has to give the same answers.
//!
//! Without the feature `doors` there is only one, the crate itself, so that a rule can be tried in seconds.

#[cfg(feature = "doors")]
mod node;
#[cfg(feature = "doors")]
mod sandbox;

#[cfg(feature = "doors")]
pub use node::Node;
#[cfg(feature = "doors")]
pub use sandbox::Sandbox;

/// Returns all doors, the crate itself first.
pub fn all() -> Vec<Box<dyn Door>> {
    #[cfg(feature = "doors")]
    return vec![Box::new(Native::default()), Box::new(Sandbox::open()), Box::new(Node::open())];
    #[cfg(not(feature = "doors"))]
    vec![Box::new(Native::default())]
}

/// Returns the doors that are cheap to open: all but node.
pub fn near() -> Vec<Box<dyn Door>> {
    all().into_iter().filter(|door| door.name() != "node").collect()
}

/// Returns the door with the narrowest limits: the sandbox, with its deadline and memory cap, if there is one.
pub fn narrowest() -> Box<dyn Door> {
    near().pop().expect("there is a door")
}

/// A way to ask the engine.
pub trait Door {
    /// The door's name in messages.
    fn name(&self) -> &'static str;
    /// Calls `load`, `ask` or `review`.
    fn call(&mut self, verb: Verb, request: &[u8]) -> Vec<u8>;

    /// Like `call`, for answers that the door's limits may not allow. `None`: its memory did not suffice, and the
    /// loaded documents are lost.
    fn call_within_limits(&mut self, verb: Verb, request: &[u8]) -> Option<Vec<u8>> {
        Some(self.call(verb, request))
    }
}

/// A verb of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Loads documents.
    Load,
    /// Answers a question.
    Ask,
    /// Judges a review.
    Review,
}

/// The Rust crate, linked into the tests.
#[derive(Default, Debug)]
pub struct Native(pub fitment::Engine);

impl Door for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn call(&mut self, verb: Verb, request: &[u8]) -> Vec<u8> {
        match verb {
            Verb::Load => self.0.load(request),
            Verb::Ask => self.0.ask(request),
            Verb::Review => self.0.review(request),
        }
        .into_bytes()
    }
}
