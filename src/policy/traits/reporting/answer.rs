//! What `traits/sync` answers.

use crate::base::Names;
use crate::wire::{Json, Ordered, answer, words};

answer! {
    /// The provider after the report, and what was written.
    pub(crate) struct Synced {
        /// The traits of the provider, sorted.
        traits: Vec<String>,
        /// The inventory of the provider, by resource class.
        inventory: Ordered<String, Amounts>,
        /// Custom traits that were created, sorted; absent if Placement refused a name, because they have no fixed
        /// order.
        created_traits ["createdTraits"]: Option<Vec<String>>,
        /// Whether the provider's traits were sent.
        update_sent ["updateSent"]: bool,
        /// Why the node could not be reported, or not completely; absent if it was.
        error: Option<SyncError>,
        /// The requests to Placement, in order; empty if there is nothing to write.
        writes: Vec<PlacementWrite>,
    }
}

answer! {
    /// How much a provider has of a resource class.
    #[derive(Clone, PartialEq, Eq)]
    pub(crate) struct Amounts {
        /// The total amount.
        total: u64,
        /// The reserved amount.
        reserved: u64,
    }
}

answer! {
    /// A request to Placement.
    pub(crate) struct PlacementWrite {
        /// The HTTP method.
        method: &'static str,
        /// The path of the request.
        path: String,
        /// The body; absent if the request has none.
        body: Option<Json>,
        /// The HTTP status of the response; absent on success.
        status: Option<u16>,
    }
}

words! {
    /// The reason why a node could not be reported, or not completely.
    pub(crate) enum SyncError {
        /// The node has no resource class.
        NoResourceClass = "no-resource-class",
        /// Ironic's answer does not have the node's traits.
        TraitsFieldMissing = "traits-field-missing",
        /// The node has the mark for managed PCI devices.
        PciTrackingConflict = "pci-tracking-conflict",
        /// The provider configuration file adds a standard trait that is already there.
        ProviderConfigConflict = "provider-config-conflict",
        /// Placement refuses the class, so nothing is written, or a trait, so only the inventory is written.
        PlacementRefused = "placement-refused",
    }
}

/// The path of the resource classes in Placement's API.
pub(super) const CLASSES: &str = "/resource_classes/";

/// The state of a provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProviderState<'a> {
    /// The traits of the provider.
    pub traits: Names<'a>,
    /// How much the provider has of each class.
    pub inventory: Vec<(String, Amounts)>,
}
