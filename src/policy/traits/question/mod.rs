//! What the questions about traits are given and answer.

pub mod boot;
pub mod checks;
pub mod flavor;
pub mod lint;
pub mod matching;
pub mod placement;
pub mod sync;
