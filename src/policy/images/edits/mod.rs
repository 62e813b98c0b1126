//! Changes to a document as a JSON Patch.

mod operation;

pub use operation::{Op, Operation};
