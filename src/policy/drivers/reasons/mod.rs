//! What the rules about drivers can find, and its English.

mod choosing;
mod templates;

pub(crate) use choosing::*;
pub(crate) use templates::*;
