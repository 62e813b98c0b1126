//! The nodes of a deployment: compiled once, and as Placement sees them after each was reported.

mod compiled;
mod doubles;
mod given;
mod loaded;
mod view;

pub(crate) use compiled::Fleet;
pub(crate) use doubles::{doubles, presumed, shown_otherwise, twice};
pub(crate) use given::fleet_of;
pub(crate) use loaded::FLEET;
pub use loaded::LoadedFleet;
#[cfg(feature = "operators")]
pub(crate) use view::AllFree;
pub(crate) use view::View;
