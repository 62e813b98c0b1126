//! Contracts: which one is older, and which ones get on with each other.

mod order;

pub use order::{Age, compare, is_retired, tolerates};
