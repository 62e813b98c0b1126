//! What the rules about imported clusters can find, and its English, a file for each subject.

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

use crate::reason::{Code, join};

/// All of them.
pub static CODES: &[&Code] = &join::<COUNT>(PARTS);

const PARTS: &[&[&Code]] = &[marking::CODES, lookup::CODES, passing::CODES, records::CODES, effects::CODES];

const COUNT: usize = crate::reason::count(PARTS);
