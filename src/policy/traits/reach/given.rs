//! What `traits/reach` is given.

use super::access::AccessRow;
use crate::policy::traits::documents::{Flavor, Node};
use crate::policy::traits::names::KnownTrait;
use crate::policy::traits::reporting::CapabilityTraits;
use crate::question::Reference;
use crate::wire::given;

given! {
    /// A project, the flavors of a deployment, and its nodes.
    pub(crate) struct ReachGiven<'a> {
        /// The id of the project.
        project: &'a str,
        /// All flavors, including those of other projects, which say for whom pools are reserved.
        flavors: Vec<Flavor<'a>>,
        /// The access lists of private flavors as Nova shows them separately, in addition to the lists in the flavors.
        access: Vec<AccessRow<'a>>,
        /// The nodes; either these or `fleet` is required.
        nodes: Option<Vec<Node<'a>>>,
        /// A `Fleet`, or the name of a loaded one, in place of `nodes`.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; if standard names are among them, those are all the standard
        /// traits it knows. They replace the fleet's own list.
        known_traits ["knownTraits"]: Option<Vec<KnownTrait<'a>>>,
        /// Traits that mark pools of nodes, in place of those that flavors require.
        pools: Vec<&'a str>,
        /// The version of the oldest compute service; 73 unless given.
        min_compute_version ["minComputeVersion"]: Option<u64>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// The capabilities that the driver has and lacks; those of today's Ironic driver unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// The maximum number of flavors, breaks, and pools and nodes per flavor; 200, 200, 20 and 20 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}
