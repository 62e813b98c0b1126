//! What the questions about images are given and answer.

pub mod capability;
pub mod fit;
pub mod machine_types;
pub mod matrix;
pub mod pick;
pub mod version;
