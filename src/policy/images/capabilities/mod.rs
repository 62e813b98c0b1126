//! Capabilities as bits: what two sets share, and which of several sets is preferred.

mod by_name;
mod gift;
mod preference;
mod space;
mod sparse;

pub(super) use by_name::ByName;
pub(super) use gift::Gift;
pub(super) use preference::Difference;
pub(super) use preference::in_rounds;
pub use preference::{Ambiguous, best};
pub use space::{CapabilitySpace, Set};
pub(super) use space::{Mismatches, Word};
