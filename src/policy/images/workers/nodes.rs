//! The number of nodes that a profile allows (`spec.limits`).

use crate::policy::images::reasons::TOO_MANY_NODES;
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// Why a pool, or all pools together, cannot have that many nodes; `spec` is the place of the profile's `spec`.
pub(crate) fn too_many_nodes(who: &str, nodes: i64, limit: i64, spec: &Pointer) -> Reason {
    Reason::new(&TOO_MANY_NODES, who)
        .saw(spec.clone().key("limits").key("maxNodesTotal"), limit)
        .fact(Fact::named("nodes", nodes))
}
