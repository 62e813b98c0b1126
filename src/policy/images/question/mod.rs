//! What the questions about images are given and answer.

pub mod capability;
pub mod fit;
pub mod version;
