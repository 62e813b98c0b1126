//! What the fuzzers share: how inputs become others.

pub mod change;
