//! What is wrong with flavors and nodes although nobody complains.

mod classes;
mod finding;
mod flavor;
mod lookalikes;
mod nodes;
mod pools;
mod question;
mod warnings;

pub(crate) use finding::OneFlavor;
pub(crate) use question::Lint;
pub(crate) use warnings::warnings;
