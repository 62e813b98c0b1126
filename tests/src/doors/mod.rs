//! The doors into the engine. Each takes the same bytes and has to give the same.
//!
//! Without the feature `doors` there is one, the crate itself, so that a rule can be tried in seconds.

#[cfg(feature = "doors")]
mod node;
#[cfg(feature = "doors")]
mod sandbox;

#[cfg(feature = "doors")]
pub use node::Node;
#[cfg(feature = "doors")]
pub use sandbox::Sandbox;

/// Every door there is, the crate itself first.
pub fn all() -> Vec<Box<dyn Door>> {
    #[cfg(feature = "doors")]
    return vec![Box::new(Native::default()), Box::new(Sandbox::open()), Box::new(Node::open())];
    #[cfg(not(feature = "doors"))]
    vec![Box::new(Native::default())]
}

/// The doors that cost nothing to open: not node.
pub fn near() -> Vec<Box<dyn Door>> {
    all().into_iter().filter(|door| door.name() != "node").collect()
}

/// The door with the narrowest limits: a deadline and a cap of memory where there is a sandbox.
pub fn narrowest() -> Box<dyn Door> {
    near().pop().expect("there is a door")
}

/// A way to ask the engine.
pub trait Door {
    /// What it is called in messages.
    fn name(&self) -> &'static str;
    /// Calls `load`, `ask` or `review`.
    fn call(&mut self, verb: Verb, request: &[u8]) -> Vec<u8>;

    /// The same, where the limits of the door may be too narrow for the answer: `None` if its memory did not suffice.
    /// What it held is gone then.
    fn call_within_limits(&mut self, verb: Verb, request: &[u8]) -> Option<Vec<u8>> {
        Some(self.call(verb, request))
    }
}

/// A verb of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Keep documents.
    Load,
    /// Answer a question.
    Ask,
    /// Judge a review.
    Review,
}

/// The Rust crate, linked.
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
