//! Matches machine types with image versions: which versions fit, what keeps the others out, and which to take
//! (section 15).

#[cfg(feature = "images")]
mod artifacts;
mod choice;
mod cure;
mod doubtful;
mod listed;
mod machine;
mod machine_types;
mod matrix;
mod own;
mod patch;
mod pick;
mod query;
mod ready;
mod recommendation;
mod told;
mod versions;
mod wanted;
mod why;

pub(super) use machine::Fitting;
pub use machine_types::MachineTypes;
pub use matrix::Matrix;
pub use pick::Pick;
pub(super) use query::FitQuery;
pub use versions::Fit;
