//! The codes that the rules about traits can find, with their English.

mod checks;
#[cfg(feature = "operators")]
mod gather;
mod lint;
mod matching;
mod placement;
#[cfg(feature = "operators")]
mod reach;
mod reports;

pub(crate) use checks::*;
#[cfg(feature = "operators")]
pub(crate) use gather::*;
pub(crate) use lint::*;
pub(crate) use matching::*;
pub(crate) use placement::*;
#[cfg(feature = "operators")]
pub(crate) use reach::*;
pub(crate) use reports::*;
