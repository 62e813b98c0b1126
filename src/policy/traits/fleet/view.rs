//! A fleet as Placement sees it: after a sync of every node, in one edition.

use super::compiled::Fleet;
use crate::base::Edition;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::divergences::MIRRORED_TRAITS;
use crate::policy::traits::names::{Library, is_custom, is_standard_class};
use crate::policy::traits::placement::Market;
use crate::policy::traits::reporting::{Capabilities, SyncError};

/// What is in Placement after every node of a fleet was reported.
pub(crate) struct View<'f, 'a> {
    /// The fleet.
    pub fleet: &'f Fleet<'a>,
    /// The names that Placement knows, where they are not the fleet's.
    pub other_library: Option<Library<'a>>,
    /// What Nova adds and takes away. `None`: the node's list is the provider's.
    capabilities: Option<Capabilities<'a>>,
    /// Nodes whose class was written.
    inventoried: Bits,
    /// Nodes whose traits were written too.
    synced: Bits,
    /// Nodes that Placement refused the class or a trait of.
    refused: Bits,
}

impl<'f, 'a> View<'f, 'a> {
    /// Reports a fleet.
    pub(crate) fn new(
        fleet: &'f Fleet<'a>,
        other_library: Option<Library<'a>>,
        capabilities: Capabilities<'a>,
        edition: Edition,
    ) -> Self {
        let capabilities = Some(capabilities).filter(|_| !edition.applies(&MIRRORED_TRAITS));
        let mut inventoried = Bits::all(fleet.len());
        for out in [fleet.classless(), fleet.traitless(), fleet.tracking()] {
            inventoried.remove(out);
        }
        let mut misclassed = fleet.misclassed().clone();
        misclassed.keep(&inventoried);
        inventoried.remove(&misclassed);
        let mut refused = Bits::none(fleet.len());
        let decides = |name: &str| capabilities.as_ref().and_then(|capabilities| capabilities.decides(name));
        for name in fleet.refused_traits(other_library.as_ref()) {
            if decides(name) != Some(false) {
                refused.add(&fleet.having(name, &inventoried));
            }
        }
        let library = other_library.as_ref().unwrap_or(fleet.library());
        if capabilities.iter().flat_map(Capabilities::added).any(|name| !library.accepts(name)) {
            refused = inventoried.clone();
        }
        let mut synced = inventoried.clone();
        synced.remove(&refused);
        refused.add(&misclassed);
        Self { fleet, other_library, capabilities, inventoried, synced, refused }
    }

    /// Whether the compute service puts a trait on every provider, whatever Ironic says of the node.
    pub(crate) fn adds(&self, name: &str) -> bool {
        self.capabilities.iter().flat_map(Capabilities::added).any(|added| added == name)
    }

    /// The names that Placement knows without any node.
    pub(crate) fn library(&self) -> &Library<'a> {
        self.other_library.as_ref().unwrap_or(self.fleet.library())
    }

    /// What Nova puts on every node and Placement does not accept. Then no node is reported wholly.
    pub(crate) fn lacking_marks(&self) -> impl Iterator<Item = &str> {
        let added = self.capabilities.iter().flat_map(Capabilities::added);
        added.filter(|name| !self.library().accepts(name))
    }

    /// Nodes that were reported wholly.
    pub(crate) fn synced(&self) -> &Bits {
        &self.synced
    }

    /// Nodes whose class Placement knows.
    pub(crate) fn inventoried(&self) -> &Bits {
        &self.inventoried
    }

    /// Nodes that Placement refused the class or a trait of.
    pub(crate) fn refused(&self) -> &Bits {
        &self.refused
    }

    /// Why a node could not be reported, if so.
    pub(crate) fn sync_error(&self, place: usize) -> Option<SyncError> {
        let fleet = self.fleet;
        let errors = [
            (fleet.classless(), SyncError::NoResourceClass),
            (fleet.traitless(), SyncError::TraitsFieldMissing),
            (fleet.tracking(), SyncError::PciTrackingConflict),
            (&self.refused, SyncError::PlacementRefused),
        ];
        errors.into_iter().find(|(nodes, _)| nodes.has(place)).map(|(_, error)| error)
    }

    /// Nodes that could not be reported, or not wholly.
    pub(crate) fn unsynced(&self) -> Bits {
        let mut unsynced = Bits::all(self.fleet.len());
        unsynced.remove(&self.synced);
        unsynced
    }
}

impl Market for View<'_, '_> {
    /// A provider is there before anything of its node is written.
    fn all(&self) -> Bits {
        Bits::all(self.fleet.len())
    }

    fn knows_class(&self, class: &str) -> bool {
        is_standard_class(class) || self.fleet.anybody_of_class(class, &self.inventoried)
    }

    fn knows_trait(&self, name: &str) -> bool {
        self.library().knows(name) || is_custom(name) && self.fleet.anybody_has(name, &self.synced)
    }

    /// A node has one unit, whole or not at all.
    fn offering(&self, class: &str, amount: i128) -> Bits {
        let mut offering = Bits::none(self.fleet.len());
        if amount <= 1 {
            offering = self.fleet.of_class(class, &self.inventoried);
            offering.keep(self.fleet.free());
        }
        offering
    }

    fn having(&self, name: &str) -> Bits {
        match self.capabilities.as_ref().and_then(|capabilities| capabilities.decides(name)) {
            Some(true) => self.synced.clone(),
            Some(false) => Bits::none(self.fleet.len()),
            None => self.fleet.having(name, &self.synced),
        }
    }

    fn in_aggregate(&self, _: &str) -> Bits {
        Bits::none(self.fleet.len())
    }

    fn named(&self, _: &str) -> Bits {
        Bits::none(self.fleet.len())
    }
}

/// A fleet as Placement would see it, were all nodes free.
#[cfg(feature = "operators")]
pub(crate) struct AllFree<'v, 'f, 'a>(pub &'v View<'f, 'a>);

#[cfg(feature = "operators")]
impl Market for AllFree<'_, '_, '_> {
    fn all(&self) -> Bits {
        self.0.all()
    }

    fn knows_class(&self, class: &str) -> bool {
        self.0.knows_class(class)
    }

    fn knows_trait(&self, name: &str) -> bool {
        self.0.knows_trait(name)
    }

    fn offering(&self, class: &str, amount: i128) -> Bits {
        match amount {
            ..=1 => self.0.fleet.of_class(class, &self.0.inventoried),
            _ => Bits::none(self.0.fleet.len()),
        }
    }

    fn having(&self, name: &str) -> Bits {
        self.0.having(name)
    }

    fn in_aggregate(&self, uuid: &str) -> Bits {
        self.0.in_aggregate(uuid)
    }

    fn named(&self, uuid: &str) -> Bits {
        self.0.named(uuid)
    }
}
