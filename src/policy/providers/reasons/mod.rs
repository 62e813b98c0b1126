//! What the rules about providers can find, and its English, a file for each subject.

mod clusterctl;
mod components;
mod installing;
mod life;
mod objects;
mod sources;
mod templates;

pub use clusterctl::*;
pub use components::*;
pub use installing::*;
pub use life::*;
pub use objects::*;
pub use sources::*;
pub use templates::*;
