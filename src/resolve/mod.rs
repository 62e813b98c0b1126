//! Choosing among candidates, blind to what they are.

mod chain;
mod tally;

pub use chain::Chain;
pub use tally::Tally;
