//! What the rules about traits can find, and its English.

mod checks;
mod lint;
mod matching;
mod placement;
mod reports;

pub use checks::*;
pub use lint::*;
pub use matching::*;
pub use placement::*;
pub use reports::*;
