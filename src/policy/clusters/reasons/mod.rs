//! What the rules about imported clusters can find, in English, with one file for each subject.

mod effects;
mod lookup;
mod marking;
mod passing;
mod records;

pub use effects::*;
pub use lookup::*;
pub use marking::*;
pub use passing::*;
pub use records::*;
