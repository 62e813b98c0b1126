//! What is wrong with flavors and nodes although nobody complains.

mod finding;
mod flavor;
mod nodes;
mod pools;
mod question;

pub(crate) use question::Lint;
