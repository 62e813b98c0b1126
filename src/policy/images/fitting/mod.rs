//! Machine types held against image versions: which fit, what keeps the others apart, which to take (section 15).

mod choice;
mod cure;
mod fit;
mod ground;
mod machine;
mod machine_types;
mod matrix;
mod pick;
mod summary;
mod wanted;
mod why;

pub use fit::Fit;
pub use machine_types::MachineTypes;
pub use matrix::Matrix;
pub use pick::Pick;
