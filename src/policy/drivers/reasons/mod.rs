//! The codes that the rules about drivers can find, with their English.

mod choosing;
#[cfg(feature = "operators")]
mod operating;
mod templates;

pub(crate) use choosing::*;
#[cfg(feature = "operators")]
pub(crate) use operating::*;
pub(crate) use templates::*;
