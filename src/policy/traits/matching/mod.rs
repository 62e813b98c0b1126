//! Which nodes can take a flavor, what keeps the others out, and what would let in one more.

mod boot;
mod causes;
mod conditions;
mod cure;
mod given;
mod match_nodes;
mod why;

#[cfg(feature = "operators")]
pub(crate) use boot::Boot;
#[cfg(feature = "operators")]
pub(crate) use conditions::Conditions;
pub(crate) use match_nodes::MatchNodes;
