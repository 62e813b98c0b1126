//! What the rules about traits can find, and its English.

mod checks;
#[cfg(feature = "operators")]
mod gather;
mod lint;
mod matching;
mod placement;
mod reports;

pub(crate) use checks::*;
#[cfg(feature = "operators")]
pub(crate) use gather::*;
pub(crate) use lint::*;
pub(crate) use matching::*;
pub(crate) use placement::*;
pub(crate) use reports::*;
