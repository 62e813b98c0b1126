//! Fitment decides what fits, and says why.

pub mod base;
pub mod reason;
pub mod resolve;
pub mod wire;
