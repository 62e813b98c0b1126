//! Capabilities as bits: which of two sets share what, and which of several is preferred.

mod by_name;
mod preference;
mod space;
mod sparse;

pub(super) use by_name::ByName;
pub use preference::{Ambiguous, best};
pub(super) use preference::{Difference, difference};
pub(super) use space::Word;
pub use space::{CapabilitySpace, Set};
