//! Versions by themselves: how they compare, and what one is at a moment (sections 1.8 and 2).

mod lifecycle;
mod questions;

pub use lifecycle::{Classification, Life, Lived, current, expiry_before, why_classified};
pub use questions::{ClassifyVersion, CompareVersions, ParseVersion, Satisfies};
