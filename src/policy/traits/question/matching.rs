//! The question of which nodes can take a flavor.

use super::placement::{Found, Rejection};
use super::sync::{CapabilityTraits, SyncError};
use crate::policy::traits::model::{Flavor, Image, Node};
use crate::question::Reference;
use crate::wire::{Ordered, answer, given, words};

given! {
    /// A flavor, an image, and the nodes they are held against.
    pub struct MatchGiven<'a> {
        /// The nodes.
        nodes: Option<Vec<Node<'a>>>,
        /// A fleet in their place, or the name of a loaded one.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement, whether any node has them; with standard names among them, those
        /// are all the standard ones it knows. In place of those of the fleet.
        known_traits ["knownTraits"]: Option<Vec<&'a str>>,
        /// The flavor.
        flavor: Flavor<'a>,
        /// The image.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume.
        boot_from_volume ["bootFromVolume"]: bool,
        /// The version of the oldest compute service; 73 unless given, from which on Nova marks what it owns.
        min_compute_version ["minComputeVersion"]: Option<u64>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// What the driver says it can and cannot; what today's Ironic driver says, unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// How many of the nodes that do not fit are listed one by one; all of a list, 20 of a loaded fleet.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// Which nodes can take the flavor.
    pub struct Matched<'a> {
        /// What it comes to.
        outcome: Found,
        /// The names of the nodes that can, sorted.
        candidates: Vec<&'a str>,
        /// The status of Placement's response, where it refuses the question.
        status: Option<u16>,
        /// Why it refuses.
        reason: Option<Rejection>,
        /// Nodes that could not be reported, or not wholly.
        unsynced_nodes ["unsyncedNodes"]: Option<Ordered<&'a str, SyncError>>,
        /// How many can, and what keeps the others out.
        summary: Summary<'a>,
        /// The nodes that cannot, one by one.
        refused: Option<Vec<NodeRefused<'a>>>,
        /// The smallest change of the flavor or the image that would let in one more node.
        cure: Option<Cure<'a>>,
    }
}

answer! {
    /// How many nodes can, and what keeps the others out.
    #[derive(Clone)]
    pub struct Summary<'a> {
        /// How many nodes there are.
        nodes: usize,
        /// How many of them fit.
        fitting: usize,
        /// The others by cause, what is nearest to fitting first; empty where the question itself is refused.
        refused: Vec<Cause<'a>>,
    }
}

answer! {
    /// A cause with the nodes it keeps out.
    #[derive(Clone)]
    pub struct Cause<'a> {
        /// What it is.
        cause: Kind,
        /// The required traits that are missing, all of them.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits that are there, all of them.
        forbidden: Option<Vec<&'a str>>,
        /// Why the nodes could not be reported.
        error: Option<SyncError>,
        /// How many nodes.
        count: usize,
        /// How many of them are free, where that is not the cause.
        free: Option<usize>,
        /// The first of them by name.
        nodes: Vec<&'a str>,
    }
}

words! {
    /// What keeps a node out; the first that applies from the bottom up.
    pub enum Kind {
        /// Its traits.
        Traits = "traits",
        /// It is given out, or not to be given out.
        NotFree = "not-free",
        /// The conditions that Nova adds: the service is disabled.
        Hidden = "hidden",
        /// It could not be reported to Placement.
        NotSynced = "not-synced",
        /// It does not have what is asked for.
        ResourceClass = "resource-class",
    }
}

words! {
    /// What holds back the unit of a node.
    pub enum Hold {
        /// It is in maintenance.
        Maintenance = "maintenance",
        /// Its power state is unknown or an error.
        PowerState = "power-state",
        /// Its provision state is not `available`.
        ProvisionState = "provision-state",
        /// An instance is attached.
        Instance = "instance",
    }
}

answer! {
    /// A node that cannot take the flavor.
    pub struct NodeRefused<'a> {
        /// Its name.
        node: &'a str,
        /// What keeps it out.
        cause: Kind,
        /// The required traits it lacks.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits it has.
        forbidden: Option<Vec<&'a str>>,
        /// What holds its unit back.
        held_by ["heldBy"]: Option<Vec<Hold>>,
        /// The class it is reported with, where that is the cause.
        resource_class ["resourceClass"]: Option<String>,
        /// Why it could not be reported.
        error: Option<SyncError>,
    }
}

answer! {
    /// A change of the flavor or the image; all its edits are needed.
    #[derive(Clone)]
    pub struct Cure<'a> {
        /// The edits.
        edits: Vec<Edit<'a>>,
        /// The first node that it lets in.
        node: &'a str,
        /// How many it lets in.
        more: usize,
    }
}

answer! {
    /// One key taken out or set.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Edit<'a> {
        /// Where.
        of: Owner,
        /// What is done to it.
        action: Action,
        /// The key of the extra spec or the property.
        key: String,
        /// The value that it has now, if it is there.
        found: Option<&'a str>,
        /// The value to set.
        value: Option<&'static str>,
    }
}

words! {
    /// What is changed.
    pub enum Owner {
        /// The flavor's extra specs.
        Flavor = "flavor",
        /// The image's properties.
        Image = "image",
    }
}

words! {
    /// What is done to a key.
    pub enum Action {
        /// It is taken out.
        Drop = "drop",
        /// It is set.
        Set = "set",
    }
}
