//! Finds mistakes in flavors and nodes that go unnoticed.

mod classes;
mod finding;
mod flavor;
mod given;
mod lookalikes;
mod nodes;
mod pools;
mod question;
mod warnings;

pub(crate) use finding::OneFlavor;
#[cfg(feature = "operators")]
pub(crate) use flavor::drops_a_trait;
pub(crate) use question::Lint;
#[cfg(feature = "operators")]
pub(crate) use question::{nothing_to_look_at, twice};
pub(crate) use warnings::warnings;
