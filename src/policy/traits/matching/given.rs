//! What `traits/match-nodes` is given.

use crate::policy::traits::documents::{Flavor, Image, Node};
use crate::policy::traits::names::KnownTrait;
use crate::policy::traits::reporting::CapabilityTraits;
use crate::question::Reference;
use crate::wire::given;

given! {
    /// A flavor, an image, and the nodes to match.
    pub(crate) struct MatchGiven<'a> {
        /// The nodes; either these or `fleet` is required.
        nodes: Option<Vec<Node<'a>>>,
        /// A `Fleet`, or the name of a loaded one, in place of `nodes`.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were ever created in Placement, on a node or not; if standard names are among them, those
        /// are all the standard traits it knows. They replace the fleet's own list.
        known_traits ["knownTraits"]: Option<Vec<KnownTrait<'a>>>,
        /// The flavor to match.
        flavor: Flavor<'a>,
        /// The image that is booted; none unless given.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume, so that it takes no disk space of the node.
        boot_from_volume ["bootFromVolume"]: bool,
        /// The version of the oldest compute service; 73 unless given. From 73 on, Nova marks its providers.
        min_compute_version ["minComputeVersion"]: Option<u64>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// The capabilities that the driver has and lacks; those of today's Ironic driver unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// The maximum number of refused nodes to list one by one; unless given, 20 of a loaded fleet and all of
        /// others.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}
