//! A profile, compiled: what it offers, ready to be matched without comparing texts.

pub mod architectures;
mod availability;
mod compiled;
mod names;
mod offer;

pub use availability::{Availability, Lacking};
pub use compiled::{Catalog, effective_capabilities};
pub use names::Names;
pub use offer::Offer;
