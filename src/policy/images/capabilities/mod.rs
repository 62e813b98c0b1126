//! Capabilities by themselves: as bits, which of two sets share what, which of several is preferred.

mod contest;
mod preference;
mod questions;
mod sides;
mod sparse;
mod universe;

pub(super) use contest::Contest;
pub use preference::{Ambiguous, Difference, best, difference};
pub use questions::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
pub use universe::{Set, Universe, Word};
