//! What tests and benchmarks share: the files of vectors, the doors an answer can come through, what it may
//! cost, and numbers.

pub mod calls;
pub mod doors;
pub mod files;
pub mod law;
pub mod numbers;
