//! Capabilities as bits: which of two sets share what, and which of several is preferred.

mod by_name;
mod preference;
mod space;
mod sparse;

pub use by_name::ByName;
pub use preference::{Ambiguous, Difference, best, difference};
pub use space::{CapabilitySpace, Set, Word};
