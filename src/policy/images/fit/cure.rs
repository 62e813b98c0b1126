//! The smallest change that makes a version fit (section 15, row cure).
//!
//! Three kinds of changes are tried in order: replacing undefined values by the nearest defined ones, adding values
//! where the profile stays as valid as it was, and adding one flavor. The first kind that works counts, with the fewest
//! edits.

use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, KNOWN};
use crate::policy::images::edits::Operation;
use crate::wire::{answer, words};

use crate::base::nearest;
use crate::policy::images::catalog::is_architecture;

answer! {
    /// A change of a profile after which a version would fit.
    #[derive(Clone)]
    pub struct Cure<'a> {
        /// The index of the flavor that would then fit.
        flavor: usize,
        /// The values to add or replace, all of which are needed.
        edits: Vec<Edit<'a>>,
        /// The flavor to add, if no edit of the existing flavors helps.
        add_flavor ["addFlavor"]: Option<Capabilities<'a>>,
        /// The document that `patch` applies to, as `Kind/name` or `Kind/namespace/name`.
        document: Option<String>,
        /// The change as a JSON Patch.
        patch: Option<Vec<Operation>>,
    }
}

answer! {
    /// One value that is added to a list or replaces an undefined one.
    #[derive(Clone)]
    pub struct Edit<'a> {
        /// The name of the capability.
        capability: &'a str,
        /// The value to add.
        add: &'a str,
        /// The undefined value that it replaces; absent if the value is added.
        replaces: Option<&'a str>,
        /// Whose list changes.
        to: Owner,
    }
}

words! {
    /// Whose list of values changes.
    pub enum Owner {
        /// The flavor's list of values.
        Flavor = "flavor",
        /// The version's architectures, if the profile defines no capabilities.
        Version = "version",
        /// The machine type's list of values, or its architecture field.
        MachineType = "machineType",
    }
}

/// A machine type that a version should fit, and what may be changed.
pub(super) struct Patient<'c, 'a> {
    pub space: &'c CapabilitySpace<'a>,
    /// The capabilities of the machine type.
    pub machine: &'c Capabilities<'a>,
    /// The misspelt values of the machine type, by capability.
    pub misspelt: &'c [Vec<Misspelt<'a>>],
    /// The capabilities as the machine type writes them, without the older field.
    pub written: &'c Capabilities<'a>,
    pub set: &'c Set,
    /// Whether the profile defines no capabilities. Then the older fields are compared, and that of a version may hold
    /// several architectures.
    pub implied: bool,
    /// Whether the flavors may not change: they are mapped to artifacts of the provider, so that none can be made up,
    /// or they belong to another document.
    pub fixed: bool,
    /// The older field of the machine type, if it may not differ from the capability.
    pub field: Option<&'a str>,
}

/// The index of a defined value, and an undefined value that is spelled nearly like it.
pub(super) type Misspelt<'a> = (usize, &'a str);

/// A flavor: its index, its bits and its capabilities.
pub(super) type Flavor<'f, 'a> = (usize, &'f Set, &'f Capabilities<'a>);

impl<'a> Patient<'_, 'a> {
    /// Returns the cure for a version with these flavors.
    pub(super) fn cure(&self, flavors: &[Flavor<'_, 'a>]) -> Option<Cure<'a>> {
        let replaced = || self.fewest(flavors, Self::replacements);
        let misspelt = if self.space.has_undefined() { replaced() } else { None };
        misspelt.or_else(|| self.fewest(flavors, Self::additions)).or_else(|| self.new_flavor(flavors))
    }

    /// Returns the cure of the flavor that needs the fewest edits; the first one if several need as many.
    fn fewest(
        &self,
        flavors: &[Flavor<'_, 'a>],
        edits: fn(&Self, Flavor<'_, 'a>, usize) -> Option<Vec<Edit<'a>>>,
    ) -> Option<Cure<'a>> {
        let mut fewest: Option<Cure<'a>> = None;
        for flavor in flavors {
            let apart = self.space.mismatches(self.set, flavor.1);
            // Each capability takes at least one edit.
            let too_many = |count| fewest.as_ref().is_some_and(|cure| count >= cure.edits.len());
            if too_many(apart.clone().count()) {
                continue;
            }
            let all: Option<Vec<_>> = apart.map(|capability| edits(self, *flavor, capability)).collect();
            let Some(edits) = all.map(|all| all.concat()).filter(|edits| !too_many(edits.len())) else { continue };
            fewest = Some(Cure { flavor: flavor.0, edits, add_flavor: None, document: None, patch: None });
        }
        fewest
    }

    /// Replaces undefined values of either side by the defined values that they may have been meant for.
    fn replacements(&self, (_, set, flavor): Flavor<'_, 'a>, capability: usize) -> Option<Vec<Edit<'a>>> {
        let ours = self.misspelt.get(capability).map(Vec::as_slice).unwrap_or_default();
        let theirs = misspelt(self.space, flavor, capability);
        let first = |of: &[Misspelt<'a>], other: &Set| {
            let useful = of.iter().filter(|(value, _)| self.space.has(other, capability, *value));
            useful.min_by_key(|(value, _)| *value).copied()
        };
        let edit = |(value, replaces), to| Some(self.edit(capability, value, Some(replaces), to));
        if let Some(found) = first(&theirs, self.set) {
            return edit(found, self.image_side()).map(|edit| vec![edit]);
        }
        if let Some(found) = first(ours, set) {
            return edit(found, Owner::MachineType).map(|edit| vec![edit]);
        }
        let alike = |(value, _): &&(usize, &str)| theirs.iter().find(|(other, _)| other == value);
        let both = ours.iter().filter_map(|our| Some((our, alike(&our)?))).min_by_key(|((value, _), _)| *value);
        let (our, their) = both?;
        Some(vec![edit(*our, Owner::MachineType)?, edit(*their, self.image_side())?])
    }

    /// Adds a value to the flavor's list, or to the machine type's if that has no defined value or the flavor's may not
    /// change. Of several values the one that is defined first is added.
    fn additions(&self, (_, set, flavor): Flavor<'_, 'a>, capability: usize) -> Option<Vec<Edit<'a>>> {
        let of_set = |set: &Set| {
            let mut values = 0..self.space.defined(capability).len();
            values.find(|value| self.space.has(set, capability, *value))
        };
        let to_flavor = |value| {
            let takes = self.flavor_takes(flavor, capability);
            takes.then(|| self.edit(capability, value, None, self.image_side()))
        };
        let to_machine = |value, instead| {
            let takes = self.machine_takes(capability, value, instead);
            takes.then(|| self.edit(capability, value, None, Owner::MachineType))
        };
        match (of_set(self.set), of_set(set)) {
            (Some(ours), theirs) => {
                let edit = to_flavor(ours).or_else(|| to_machine(theirs?, false))?;
                Some(vec![edit])
            }
            (None, Some(theirs)) => Some(vec![to_machine(theirs, true)?]),
            // Neither side has a defined value, so both get the first one.
            (None, None) => {
                let first = self.space.defined(capability).first().map(|_| 0)?;
                Some(vec![to_machine(first, true)?, to_flavor(first)?])
            }
        }
    }

    /// The owner of the list on the image's side.
    fn image_side(&self) -> Owner {
        if self.implied { Owner::Version } else { Owner::Flavor }
    }

    /// Whether a flavor may have a further value. A flavor stands for one artifact, which has one architecture.
    fn flavor_takes(&self, flavor: &Capabilities<'a>, capability: usize) -> bool {
        !self.fixed && (self.implied || self.takes_one(flavor, capability))
    }

    /// Whether the machine type may have a value; `instead` says that its own values are all undefined. The older field
    /// holds one value and may not contradict the capability.
    fn machine_takes(&self, capability: usize, value: usize, instead: bool) -> bool {
        let name = self.space.name(capability);
        if name != ARCHITECTURE {
            return true;
        }
        let value = self.space.defined(capability).get(value);
        if self.implied || self.written.get(name).is_none() {
            return instead && value.is_some_and(|value| KNOWN.contains(value));
        }
        self.field.is_none_or(|field| Some(&field) == value) && self.takes_one(self.machine, capability)
    }

    /// Whether a list of values may grow. A list with exactly one architecture may not; a list that is wrong already
    /// does not become worse.
    fn takes_one(&self, side: &Capabilities<'a>, capability: usize) -> bool {
        let name = self.space.name(capability);
        name != ARCHITECTURE || side.get(name).is_none_or(|values| values.len() != 1)
    }

    /// Adds a flavor for the first architecture of the machine type that supports everything else.
    fn new_flavor(&self, flavors: &[Flavor<'_, 'a>]) -> Option<Cure<'a>> {
        if self.fixed || self.implied {
            return None;
        }
        let mut add_flavor = Capabilities::default();
        for capability in 0..self.space.count() {
            let defined = self.space.defined(capability);
            let (_, first) =
                defined.iter().enumerate().find(|(value, _)| self.space.has(self.set, capability, *value))?;
            if self.space.name(capability) == ARCHITECTURE {
                add_flavor.push(ARCHITECTURE, vec![*first]);
            }
        }
        let flavor = flavors.iter().map(|(place, ..)| place + 1).max().unwrap_or_default();
        let added = !add_flavor.is_empty();
        added.then(|| Cure { flavor, edits: Vec::new(), add_flavor: Some(add_flavor), document: None, patch: None })
    }

    fn edit(&self, capability: usize, value: usize, replaces: Option<&'a str>, to: Owner) -> Edit<'a> {
        let add = self.space.defined(capability).get(value).copied().unwrap_or_default();
        Edit { capability: self.space.name(capability), add, replaces, to }
    }
}

/// Returns the undefined values of one side that are spelled nearly like a defined one. Each undefined value is
/// compared with each defined one, so only the first values of long lists are.
pub(super) fn misspelt<'a>(
    space: &CapabilitySpace<'a>,
    side: &Capabilities<'a>,
    capability: usize,
) -> Vec<Misspelt<'a>> {
    const COMPARED: usize = 100;
    let (name, defined) = (space.name(capability), space.defined(capability));
    let own = side.get(name).map(Vec::as_slice).unwrap_or_default();
    let undefined = own.iter().filter(|value| !space.defines(capability, value) && !is_architecture(name, value));
    let near = undefined.take(COMPARED).filter_map(|value| {
        let near = nearest(value, defined.iter().copied().take(COMPARED))?;
        Some((defined.iter().position(|known| *known == near)?, *value))
    });
    near.collect()
}
