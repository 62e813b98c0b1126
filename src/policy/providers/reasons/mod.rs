//! What the rules about providers can find, and its English, a file for each subject.

mod objects;
mod sources;
mod templates;

pub use objects::*;
pub use sources::*;
pub use templates::*;
