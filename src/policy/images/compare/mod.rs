//! A machine against the flavors of one image version: which fit, which is taken, and why.

mod contest;
mod questions;
mod sides;

pub use contest::Contest;
pub use questions::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
