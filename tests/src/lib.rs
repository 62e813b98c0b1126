//! What tests and benchmarks share: the files of vectors, the doors an answer can come through, guests that
//! mean harm, what an answer may cost, and numbers.

pub mod calls;
pub mod doors;
pub mod files;
#[cfg(feature = "doors")]
pub mod guests;
pub mod law;
pub mod numbers;
