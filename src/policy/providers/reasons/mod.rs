//! What the rules about providers can find, and its English, a file for each subject.

mod templates;

pub use templates::*;
