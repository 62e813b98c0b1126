//! A machine compared with the flavors of an image version: which fit, which is taken, and why; and which of several
//! versions goes first.

mod choice;
mod defaults;
mod flavor_match;
mod questions;
mod sides;
mod taken;

pub(super) use choice::{Contender, DecidedBy};
pub use defaults::{DefaultCapabilities, DefaultFlavors};
pub(super) use flavor_match::FlavorMatch;
pub(crate) use questions::same_capabilities;
pub use questions::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, SameCapabilities, SupportedAsked,
};
pub(super) use taken::Taken;
