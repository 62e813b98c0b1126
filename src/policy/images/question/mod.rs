//! What the questions about images are given and answer.

pub mod bastion;
pub mod capability;
pub mod fit;
pub mod in_use;
pub mod machine_types;
pub mod maintain;
pub mod matrix;
pub mod pick;
pub mod profile;
pub mod shoot;
pub mod version;
pub mod worker;
