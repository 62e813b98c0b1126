//! Capabilities as bits: which of two sets share what, and which of several is preferred.

mod preference;
mod sparse;
mod universe;

pub use preference::{Ambiguous, Difference, best, difference};
pub use universe::{Set, Universe, Word};
