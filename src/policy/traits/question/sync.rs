//! The question of what a sync writes to Placement.

use crate::policy::traits::model::Node;
use crate::wire::{Json, Ordered, answer, given, words};

given! {
    /// A node, its provider in Placement, and what else Nova knows.
    pub struct SyncGiven<'a> {
        /// The node in Ironic.
        node: Node<'a>,
        /// What the driver says it can and cannot; what today's Ironic driver says, unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// Image types that the configuration switches off.
        image_type_exclude_list ["imageTypeExcludeList"]: Vec<&'a str>,
        /// The provider's traits in Placement.
        placement_traits ["placementTraits"]: Vec<&'a str>,
        /// The provider's inventory in Placement; none, unless given.
        placement_inventory ["placementInventory"]: Ordered<&'a str, PlacedInventory>,
        /// The provider's generation; 0 unless given.
        generation: Option<u64>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows.
        placement_known_traits ["placementKnownTraits"]: Vec<&'a str>,
        /// Traits of the file for providers, by the node's uuid, or under `$COMPUTE_NODE` for all.
        provider_config ["providerConfig"]: Ordered<&'a str, Vec<&'a str>>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// Whether the record of the compute service is missing.
        service_missing ["serviceMissing"]: bool,
        /// Whether nodes with an instance are reported without reservation.
        skip_reserve_in_use ["skipReserveInUse"]: bool,
        /// Whether Nova still has the view of a first report, which comes before the members below.
        stale_cache ["staleCache"]: bool,
        /// What somebody then set the provider's traits to, in Placement itself.
        placement_change ["placementChange"]: Option<Vec<&'a str>>,
        /// The node as it is by then, if it changed.
        node_after ["nodeAfter"]: Option<Node<'a>>,
        /// Whether Nova's view is old enough to be read anew.
        cache_expired ["cacheExpired"]: bool,
    }
}

given! {
    /// What a driver says of itself, as traits.
    pub struct CapabilityTraits<'a> {
        /// What it can.
        supported: Vec<&'a str>,
        /// What it cannot.
        unsupported: Vec<&'a str>,
    }
}

given! {
    /// The inventory of a class.
    #[derive(Clone, PartialEq, Eq)]
    foreign pub struct PlacedInventory {
        /// In all.
        total: u64,
        /// Not to be given out.
        reserved: Option<u64>,
    }
}

answer! {
    /// The provider afterwards, and what was written.
    pub struct Synced {
        /// Its traits, sorted.
        traits: Vec<String>,
        /// Its inventory.
        inventory: Ordered<String, Amounts>,
        /// Custom traits that were created, sorted; left out where creating stopped at a name that is refused.
        created_traits ["createdTraits"]: Option<Vec<String>>,
        /// Whether the provider's traits were sent.
        update_sent ["updateSent"]: bool,
        /// Why the node could not be reported, or not wholly.
        error: Option<SyncError>,
        /// The requests to Placement, in order; none where there is nothing to do.
        writes: Vec<PlacementWrite>,
    }
}

answer! {
    /// How much a provider has of a class.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Amounts {
        /// In all.
        total: u64,
        /// Not to be given out.
        reserved: u64,
    }
}

answer! {
    /// A request to Placement.
    pub struct PlacementWrite {
        /// The method.
        method: &'static str,
        /// The path.
        path: String,
        /// The body.
        body: Option<Json>,
        /// The status of the response, where it is not that of success.
        status: Option<u16>,
    }
}

words! {
    /// Why a node could not be reported, or not wholly.
    pub enum SyncError {
        /// It has no resource class.
        NoResourceClass = "no-resource-class",
        /// Ironic's answer does not tell its traits.
        TraitsFieldMissing = "traits-field-missing",
        /// It carries the mark of managed PCI devices.
        PciTrackingConflict = "pci-tracking-conflict",
        /// The file for providers adds a trait that is there already.
        ProviderConfigConflict = "provider-config-conflict",
        /// Placement refuses a name; class and inventory are there, traits are not.
        PlacementRefused = "placement-refused",
    }
}
