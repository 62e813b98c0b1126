//! What the fuzzers share: inputs that are known, and how they become others.

pub mod change;
pub mod input;
