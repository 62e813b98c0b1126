//! A machine against the flavors of one image version: which fit, which is taken, and why.

mod flavor_match;
mod questions;
mod sides;

pub(super) use flavor_match::FlavorMatch;
pub(crate) use questions::same_capabilities;
pub use questions::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
