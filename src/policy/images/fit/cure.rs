//! The smallest change that would make a version fit: the fewest values added to lists.

use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::wire::{answer, words};

answer! {
    /// A change of a flavor or of the machine type.
    #[derive(Clone)]
    pub struct Cure<'a> {
        /// The place of the flavor that would then fit.
        flavor: usize,
        /// The values to add; all of them are needed.
        edits: Vec<Edit<'a>>,
    }
}

answer! {
    /// One value added to one list.
    #[derive(Clone)]
    pub struct Edit<'a> {
        /// The capability.
        capability: &'a str,
        /// The value.
        add: &'a str,
        /// Whose list.
        to: Owner,
    }
}

words! {
    /// Whose list of values changes.
    pub enum Owner {
        /// The flavor's.
        Flavor = "flavor",
        /// The machine type's.
        MachineType = "machineType",
    }
}

/// The cure of one flavor, if there is one. A value is added to the flavor's list, or to the machine type's where that
/// holds no defined value; of several values the one that is defined first.
fn cure_flavor<'a>(space: &CapabilitySpace<'a>, machine: &Set, flavor: &Set) -> Option<Vec<Edit<'a>>> {
    let mut edits = Vec::new();
    for capability in space.mismatches(machine, flavor) {
        let name = space.name(capability);
        let defined = space.defined(capability);
        let of_set = |set: &Set| {
            let mut values = defined.iter().enumerate();
            values.find(|(place, _)| space.has(set, capability, *place)).map(|(_, value)| *value)
        };
        let edit = |add, to| Edit { capability: name, add, to };
        match (of_set(machine), of_set(flavor)) {
            (Some(value), _) => edits.push(edit(value, Owner::Flavor)),
            (None, Some(value)) => edits.push(edit(value, Owner::MachineType)),
            // Neither side has any: the machine type gets the first value, and the flavor the same.
            (None, None) => {
                let value = defined.first()?;
                edits.extend([edit(value, Owner::MachineType), edit(value, Owner::Flavor)]);
            }
        }
    }
    Some(edits)
}

/// The cure with the fewest edits; of several the one of the first flavor.
pub(super) fn smallest_cure<'a, 's>(
    space: &CapabilitySpace<'a>,
    machine: &Set,
    flavors: impl Iterator<Item = (usize, &'s Set)>,
) -> Option<Cure<'a>> {
    let cures = flavors.filter_map(|(flavor, set)| Some(Cure { flavor, edits: cure_flavor(space, machine, set)? }));
    cures.min_by_key(|cure| cure.edits.len())
}
