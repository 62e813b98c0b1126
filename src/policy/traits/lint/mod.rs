//! What is wrong with flavors and nodes although nobody complains.

mod answer;
mod finding;
mod flavor;
mod nodes;
mod pools;

pub use answer::Lint;
