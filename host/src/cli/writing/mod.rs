//! What goes back into files: the changes that an answer asks for, with comments and layout kept.

pub mod patch;
pub mod rewrites;
