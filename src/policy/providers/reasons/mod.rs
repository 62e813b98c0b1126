//! What the rules about providers can find, and its English, a file for each subject.

mod changes;
mod contracts;
mod planning;
mod releases;

pub use changes::*;
pub use contracts::*;
pub use planning::*;
pub use releases::*;
