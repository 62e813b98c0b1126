//! What would make a version fit (section 15, row cure): an undefined value is replaced by the nearest defined one, or
//! values are added where the profile stays as valid as it was, or one flavor is added; the fewest edits of the first kind
//! that does it.

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
        /// The place of the flavor that would then fit.
        flavor: usize,
        /// The values to add or to replace; all of them are needed.
        edits: Vec<Edit<'a>>,
        /// The flavor to add, where no edit of those that are there does it.
        add_flavor ["addFlavor"]: Option<Capabilities<'a>>,
        /// The document that `patch` applies to, as `Kind/name`.
        document: Option<String>,
        /// The change as a JSON Patch.
        patch: Option<Vec<Operation>>,
    }
}

answer! {
    /// One value added to one list, or replacing one that nothing defines.
    #[derive(Clone)]
    pub struct Edit<'a> {
        /// The capability.
        capability: &'a str,
        /// The value.
        add: &'a str,
        /// The undefined value that it replaces.
        replaces: Option<&'a str>,
        /// Whose list.
        to: Owner,
    }
}

words! {
    /// Whose list of values changes.
    pub enum Owner {
        /// The flavor's.
        Flavor = "flavor",
        /// The version's architectures, where the profile defines no capabilities and has no flavors.
        Version = "version",
        /// The machine type's.
        MachineType = "machineType",
    }
}

/// A machine type that a version is to fit, and what may be changed.
pub(super) struct Patient<'c, 'a> {
    pub space: &'c CapabilitySpace<'a>,
    /// What the machine type can.
    pub machine: &'c Capabilities<'a>,
    /// Its misspelt values, capability by capability.
    pub misspelt: &'c [Vec<Misspelt<'a>>],
    /// What of that its capabilities say, and not the older field.
    pub written: &'c Capabilities<'a>,
    pub set: &'c Set,
    /// The profile defines no capabilities: the older fields are compared, where several architectures are allowed.
    pub implied: bool,
    /// The flavors may not change: each is mapped to an artifact of the provider, so that none can be made up, or they are
    /// those of another document.
    pub fixed: bool,
    /// The older field of the machine type, where it may not differ from the capability.
    pub field: Option<&'a str>,
}

/// An undefined value that is near a defined one, with the place of that.
pub(super) type Misspelt<'a> = (usize, &'a str);

/// A flavor: its place, its bits, and what it can.
pub(super) type Flavor<'f, 'a> = (usize, &'f Set, &'f Capabilities<'a>);

impl<'a> Patient<'_, 'a> {
    /// The cure for a version with these flavors.
    pub(super) fn cure(&self, flavors: &[Flavor<'_, 'a>]) -> Option<Cure<'a>> {
        let replaced = || self.fewest(flavors, Self::replacements);
        let misspelt = if self.space.has_undefined() { replaced() } else { None };
        misspelt.or_else(|| self.fewest(flavors, Self::additions)).or_else(|| self.new_flavor(flavors))
    }

    /// The cure of the flavor that needs the fewest edits; of several the first.
    fn fewest(
        &self,
        flavors: &[Flavor<'_, 'a>],
        edits: fn(&Self, Flavor<'_, 'a>, usize) -> Option<Vec<Edit<'a>>>,
    ) -> Option<Cure<'a>> {
        let mut fewest: Option<Cure<'a>> = None;
        for flavor in flavors {
            let apart = self.space.mismatches(self.set, flavor.1);
            // Each capability takes an edit at least.
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

    /// Undefined values of either side, replaced by what they were perhaps meant for.
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

    /// A value for the flavor's list, or for the machine type's where that holds no defined one or the flavor's may not
    /// change; of several values the one that is defined first.
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
            // Neither side has any: the machine type gets the first value, and the flavor the same.
            (None, None) => {
                let first = self.space.defined(capability).first().map(|_| 0)?;
                Some(vec![to_machine(first, true)?, to_flavor(first)?])
            }
        }
    }

    /// Whose list changes, if not the machine type's.
    fn image_side(&self) -> Owner {
        if self.implied { Owner::Version } else { Owner::Flavor }
    }

    /// Whether a flavor may have a further value: it is one artifact, which has one architecture.
    fn flavor_takes(&self, flavor: &Capabilities<'a>, capability: usize) -> bool {
        !self.fixed && (self.implied || self.takes_one(flavor, capability))
    }

    /// Whether the machine type may have a value, in the place of one that is not defined if `instead`. The older field
    /// has one value, and may say nothing else than the capability.
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

    /// A list of architectures that has exactly one takes no second; what is wrong already does not become worse.
    fn takes_one(&self, side: &Capabilities<'a>, capability: usize) -> bool {
        let name = self.space.name(capability);
        name != ARCHITECTURE || side.get(name).is_none_or(|values| values.len() != 1)
    }

    /// A flavor for the first architecture of the machine type, which can everything else.
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

/// The undefined values of a side that are near a defined one. Of many only the first are compared: each would be with
/// each.
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
