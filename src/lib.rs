//! Fitment decides what fits, and says why.

pub mod base;
pub mod wire;
