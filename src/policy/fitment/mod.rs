//! Questions about the engine itself, so that a host that only holds the wasm file can print all it needs.

mod about;
mod codes;
mod editions;
mod explain;
mod questions;
pub mod reasons;
mod words;

pub use about::About;
pub use codes::CodesAsked;
pub use editions::Editions;
pub use explain::Explain;
pub use questions::Questions;
pub use words::Words;
