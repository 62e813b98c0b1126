//! What `traits/reach` answers.

use super::access::Seen;
use super::landing::Landing;
use crate::policy::traits::placement::{Found, Rejection};
use crate::wire::answer;

answer! {
    /// What a project sees and gets.
    pub(crate) struct Reached<'a> {
        /// Whether the project gets no node that is reserved for others; absent if that is unknown.
        separated: Option<bool>,
        /// The number of nodes that the project could land on if all nodes were free.
        nodes: usize,
        /// The number of nodes that the project can land on now.
        free: usize,
        /// The number of private flavors that the project does not see.
        hidden: usize,
        /// The flavors that the project sees or may see.
        flavors: Vec<FlavorReach<'a>>,
        /// The number of further flavors; absent if all are listed.
        more_flavors ["moreFlavors"]: Option<usize>,
        /// The flavors through which the project gets, or may get, nodes that are reserved for others.
        breaks: Vec<Break<'a>>,
        /// The number of further breaks; absent if all are listed.
        more_breaks ["moreBreaks"]: Option<usize>,
    }
}

answer! {
    /// The nodes and pools that a flavor leads to.
    pub(crate) struct FlavorReach<'a> {
        /// The name of the flavor.
        flavor: &'a str,
        /// Whether the project sees the flavor, and why.
        seen: Seen,
        /// What Placement would answer if all nodes were free.
        outcome: Found,
        /// The reason why Placement refuses the query; absent unless it does.
        reason: Option<Rejection>,
        /// The class of nodes that the flavor asks for; absent unless it asks for exactly one unit of one class.
        class: Option<&'a str>,
        /// The number of nodes that the flavor could land on if all nodes were free.
        count: usize,
        /// The number of nodes that the flavor can land on now.
        free: usize,
        /// The first of the nodes by name.
        nodes: Vec<&'a str>,
        /// The number of further nodes; absent if all are listed.
        more_nodes ["moreNodes"]: Option<usize>,
        /// The pools that the nodes are in.
        pools: Vec<Landing<'a>>,
        /// The number of further pools; absent if all are listed.
        more_pools ["morePools"]: Option<usize>,
    }
}

answer! {
    /// Nodes of a reserved pool that the project gets, or may get, through a flavor.
    #[derive(Clone)]
    pub(crate) struct Break<'a> {
        /// The name of the flavor.
        flavor: &'a str,
        /// The trait that marks the pool.
        pool: &'a str,
        /// The class of the nodes.
        class: Option<&'a str>,
        /// The number of nodes of the pool.
        nodes: usize,
        /// Whether it is certain that the project sees the flavor and that the pool is not reserved for it.
        certain: bool,
    }
}
