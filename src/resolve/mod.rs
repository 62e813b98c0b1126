//! Choosing among candidates, blind to what they are.

mod chain;

pub use chain::Chain;
