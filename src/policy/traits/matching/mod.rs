//! Which nodes can take a flavor, what keeps the others out, and what would let in one more.

mod causes;
mod cure;
mod match_nodes;
mod why;

pub(crate) use match_nodes::MatchNodes;
