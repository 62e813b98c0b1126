//! What the rules about traits can find, and its English.

mod checks;
mod lint;
mod matching;
mod placement;
mod reports;

pub(crate) use checks::*;
pub(crate) use lint::*;
pub(crate) use matching::*;
pub(crate) use placement::*;
pub(crate) use reports::*;
