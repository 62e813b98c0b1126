//! What the rules about providers can find, and its English, a file for each subject.

mod components;
mod life;
mod objects;
mod sources;
mod templates;

pub use components::*;
pub use life::*;
pub use objects::*;
pub use sources::*;
pub use templates::*;
