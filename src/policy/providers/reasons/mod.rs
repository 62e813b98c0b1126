//! The codes of everything the rules about providers can find, with their English texts, in one file per subject.

mod changes;
mod clusterctl;
mod components;
mod contracts;
mod installing;
mod life;
mod objects;
mod planning;
mod releases;
mod reviews;
mod sources;
mod templates;

pub use changes::*;
pub use clusterctl::*;
pub use components::*;
pub use contracts::*;
pub use installing::*;
pub use life::*;
pub use objects::*;
pub use planning::*;
pub use releases::*;
pub use reviews::*;
pub use sources::*;
pub use templates::*;
