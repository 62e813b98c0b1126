//! What tests and benchmarks share: the files of vectors, the doors to the engine, malicious guests, the costs that
//! answers may have, and pseudo-random numbers.

pub mod calls;
pub mod doors;
pub mod files;
#[cfg(feature = "doors")]
pub mod guests;
pub mod law;
pub mod numbers;
pub mod pointers;
