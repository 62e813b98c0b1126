//! What the rules about drivers can find, and its English, a file for each subject.

mod choosing;
mod templates;

pub use choosing::*;
pub use templates::*;

use crate::reason::{Code, join};

/// All of them.
pub static CODES: &[&Code] = &join::<COUNT>(PARTS);

const PARTS: &[&[&Code]] = &[choosing::CODES, templates::CODES];

const COUNT: usize = crate::reason::count(PARTS);
