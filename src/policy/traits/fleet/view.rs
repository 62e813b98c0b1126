//! A fleet as Placement sees it after every node was synced, in one edition.

use super::compiled::Fleet;
use crate::base::Edition;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::divergences::MIRRORED_TRAITS;
use crate::policy::traits::names::{Library, is_custom, is_standard_class};
use crate::policy::traits::placement::Market;
use crate::policy::traits::reporting::{Capabilities, SyncError};

/// The state of Placement after every node of a fleet was reported.
pub(crate) struct View<'f, 'a> {
    /// The fleet that was reported.
    pub fleet: &'f Fleet<'a>,
    /// The names that Placement knows, if they differ from the fleet's.
    pub other_library: Option<Library<'a>>,
    /// The traits that Nova adds and removes. `None`: the provider has exactly the node's traits.
    capabilities: Option<Capabilities<'a>>,
    /// The nodes whose class was written.
    inventoried: Bits,
    /// The nodes whose traits were written, too.
    synced: Bits,
    /// The nodes of which Placement refused the class or a trait.
    refused: Bits,
}

impl<'f, 'a> View<'f, 'a> {
    /// Reports all nodes of a fleet.
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

    /// Returns whether the compute service adds the trait to every provider or removes it, whatever Ironic says about
    /// the node. `None`: Ironic's list counts.
    pub(crate) fn decides(&self, name: &str) -> Option<bool> {
        self.capabilities.as_ref().and_then(|capabilities| capabilities.decides(name))
    }

    /// Returns the names that Placement knows independently of the nodes.
    pub(crate) fn library(&self) -> &Library<'a> {
        self.other_library.as_ref().unwrap_or(self.fleet.library())
    }

    /// Returns the traits that Nova adds to every node but Placement does not accept. If there are any, no node is
    /// reported completely.
    pub(crate) fn lacking_marks(&self) -> impl Iterator<Item = &str> {
        let added = self.capabilities.iter().flat_map(Capabilities::added);
        added.filter(|name| !self.library().accepts(name))
    }

    /// Returns the nodes that were reported completely.
    pub(crate) fn synced(&self) -> &Bits {
        &self.synced
    }

    /// Returns the nodes whose class was written.
    pub(crate) fn inventoried(&self) -> &Bits {
        &self.inventoried
    }

    /// Returns the nodes of which Placement refused the class or a trait.
    pub(crate) fn refused(&self) -> &Bits {
        &self.refused
    }

    /// Returns the reason why a node could not be reported completely, if it could not.
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

    /// Returns the nodes that were not reported, or not completely.
    pub(crate) fn unsynced(&self) -> Bits {
        let mut unsynced = Bits::all(self.fleet.len());
        unsynced.remove(&self.synced);
        unsynced
    }
}

impl Market for View<'_, '_> {
    /// A node's provider exists before anything about the node is written.
    fn all(&self) -> Bits {
        Bits::all(self.fleet.len())
    }

    fn knows_class(&self, class: &str) -> bool {
        is_standard_class(class) || self.fleet.anybody_of_class(class, &self.inventoried)
    }

    fn knows_trait(&self, name: &str) -> bool {
        self.library().knows(name) || is_custom(name) && self.fleet.anybody_has(name, &self.synced)
    }

    /// A node has exactly one unit, which cannot be divided.
    fn offering(&self, class: &str, amount: i128) -> Bits {
        let mut offering = Bits::none(self.fleet.len());
        if amount <= 1 {
            offering = self.fleet.of_class(class, &self.inventoried);
            offering.keep(self.fleet.free());
        }
        offering
    }

    fn having(&self, name: &str) -> Bits {
        match self.decides(name) {
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

/// A fleet as Placement would see it if all nodes were free.
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
