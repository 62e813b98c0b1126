//! What `traits/sync` is given.

use super::capabilities::CapabilityTraits;
use crate::policy::traits::documents::Node;
use crate::policy::traits::names::KnownTrait;
use crate::wire::{Ordered, given};

given! {
    /// A node, its provider in Placement, and what else Nova knows.
    pub(crate) struct SyncGiven<'a> {
        /// The node in Ironic.
        node: Node<'a>,
        /// The capabilities that the driver has and lacks; those of today's Ironic driver unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// The image types that the configuration excludes, in lower case.
        image_type_exclude_list ["imageTypeExcludeList"]: Vec<&'a str>,
        /// The provider's traits in Placement; without these, `placementInventory` and `generation`, no provider exists
        /// yet.
        placement_traits ["placementTraits"]: Option<Vec<&'a str>>,
        /// The provider's inventory in Placement, by resource class.
        placement_inventory ["placementInventory"]: Option<Ordered<&'a str, PlacedInventory>>,
        /// The provider's generation; 0 unless given.
        generation: Option<u64>,
        /// Custom traits that were created in Placement; if standard names are among them, those are all the standard
        /// traits it knows.
        placement_known_traits ["placementKnownTraits"]: Vec<KnownTrait<'a>>,
        /// The traits in the provider configuration file, by the node's uuid, or under `$COMPUTE_NODE` for all nodes.
        provider_config ["providerConfig"]: Ordered<&'a str, Vec<&'a str>>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// Whether the record of the compute service is missing.
        service_missing ["serviceMissing"]: bool,
        /// Whether nodes with an instance are reported without a reservation.
        skip_reserve_in_use ["skipReserveInUse"]: bool,
        /// Whether Nova still has its view from a first report of `node`, before `placementChange` and `nodeAfter`.
        stale_cache ["staleCache"]: bool,
        /// The traits that somebody sets directly in Placement after the first report; no change unless given.
        placement_change ["placementChange"]: Option<Vec<&'a str>>,
        /// The node at the second report; unchanged unless given.
        node_after ["nodeAfter"]: Option<Node<'a>>,
        /// Whether Nova's view is old enough to be refreshed.
        cache_expired ["cacheExpired"]: bool,
    }
}

given! {
    /// The inventory of a resource class.
    #[derive(Clone, PartialEq, Eq)]
    foreign pub(crate) struct PlacedInventory {
        /// The total amount.
        total: u64,
        /// The reserved amount; 0 unless given.
        reserved: Option<u64>,
    }
}
