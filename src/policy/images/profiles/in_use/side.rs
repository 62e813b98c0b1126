//! A profile before or after a change, as the rules for pools see it (sections 3.5, 5, and 8.3 to 8.5).

use super::listed::Listed;
use crate::base::{Edition, Names};
use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::policy::images::catalog::{WantedArchitecture, architectures, effective_capabilities};
use crate::policy::images::documents::{
    ARCHITECTURE, Capabilities, Definition, ImageVersion, MachineType, ProfileSpec,
};
use crate::wire::Ordered;

/// A profile before or after a change.
pub(super) struct Side<'s, 'a> {
    pub listed: Listed<'s, 'a>,
    pub definitions: &'s [Definition<'a>],
    pub space: CapabilitySpace<'a>,
    /// The defined architectures, as written. `defined` has them sorted.
    architectures: Option<&'s [&'a str]>,
    defined: Names<'a>,
    edition: Edition,
}

impl<'s, 'a> Side<'s, 'a> {
    /// Indexes a profile, with everything that it or `other` names.
    pub(super) fn new(spec: &'s ProfileSpec<'a>, other: &'s ProfileSpec<'a>, edition: Edition) -> Self {
        let types = || spec.machine_types.iter().chain(&other.machine_types);
        let versions = spec.machine_images.iter().chain(&other.machine_images).flat_map(|image| &image.versions);
        let flavors = versions.flat_map(|version| version.flavors().map(|(_, flavor)| flavor));
        let field = |architecture| [(ARCHITECTURE, vec![architecture])].into_iter().collect();
        let fields: Vec<Capabilities<'a>> = types().filter_map(|machine| machine.architecture.map(field)).collect();
        let named = flavors.chain(types().map(|machine| &machine.capabilities)).chain(&fields);
        let definitions = spec.machine_capabilities.as_slice();
        let space = CapabilitySpace::new(definitions, named);
        let listed = Listed::new(&spec.machine_images, &spec.machine_types);
        let architectures = architectures::where_defined(definitions);
        let defined = architectures.unwrap_or_default().iter().copied().collect();
        Self { listed, definitions, space, architectures, defined, edition }
    }

    /// The architecture of a pool that names none.
    pub(super) fn architecture_of(&self, machine: &MachineType<'a>) -> &'a str {
        architectures::of_worker(Some(machine), self.architectures)
    }

    /// Whether a pool of a machine type and an architecture may have a version.
    pub(super) fn suits(&self, machine: &MachineType<'a>, version: &ImageVersion<'a>, architecture: &str) -> bool {
        let precedes = !self.definitions.is_empty() && architectures::capability_precedes(self.edition);
        architectures::effective(machine, self.architectures) == architecture
            && WantedArchitecture::among(architecture, &self.defined, precedes).is_of(version)
            && (self.definitions.is_empty()
                || version.flavors().next().is_none()
                || self.suiting(machine, version).next().is_some())
    }

    /// The flavors that fit a machine type, with their places.
    pub(super) fn suiting<'v>(
        &'v self,
        machine: &MachineType<'a>,
        version: &'v ImageVersion<'a>,
    ) -> impl Iterator<Item = (usize, &'v Capabilities<'a>)> {
        let set = self.set(machine, architectures::are_several(self.architectures()));
        version.flavors().filter(move |(_, flavor)| self.space.fits(&set, &self.space.set(flavor)))
    }

    /// Whether a pool may still have the version without some of the defined values. With all values it may.
    pub(super) fn suits_without(
        &self,
        (capability, removed): (usize, &[usize]),
        machine: &MachineType<'a>,
        version: &ImageVersion<'a>,
        architecture: &str,
    ) -> bool {
        let name = self.space.name(capability);
        let mut several = architectures::are_several(self.architectures());
        if name == ARCHITECTURE {
            let kept = self.space.defined(capability).iter().enumerate();
            let kept = kept.filter(|(value, _)| !removed.contains(value)).map(|(_, value)| *value);
            let left = [Definition { name: Some(ARCHITECTURE), values: kept.collect() }];
            let values = architectures::where_defined(&left);
            several = values.is_some_and(architectures::are_several);
            if architectures::effective(machine, values) != architecture
                || !WantedArchitecture::new(architecture, &left, self.edition).is_of(version)
            {
                return false;
            }
        }
        if version.flavors().next().is_none() {
            return true;
        }
        let own = effective_capabilities(machine, several, self.edition);
        let set = self.space.set(&own);
        version.flavors().any(|(_, flavor)| {
            let other = self.space.set(flavor);
            // Values that both sides name still match as text once no definition covers them.
            let as_texts = own.get(name).is_some() && flavor.get(name).is_some();
            let shares = || {
                let shared = self.space.shared(&set, &other, capability);
                shared.into_iter().any(|value| !removed.contains(&value))
            };
            self.space.fits(&set, &other) && (as_texts || shares())
        })
    }

    /// The places of the defined values that a machine type shares with any flavor that fits it.
    pub(super) fn shared(
        &self,
        machine: &MachineType<'a>,
        version: &ImageVersion<'a>,
        capability: usize,
    ) -> Vec<usize> {
        let set = self.set(machine, architectures::are_several(self.architectures()));
        if version.flavors().next().is_none() {
            return self.space.shared(&set, &self.space.set(&Ordered::default()), capability);
        }
        let suiting = self.suiting(machine, version);
        let shared = suiting.flat_map(|(_, flavor)| self.space.shared(&set, &self.space.set(flavor), capability));
        crate::base::sort::set(shared)
    }

    fn set(&self, machine: &MachineType<'a>, several: bool) -> Set {
        self.space.set(&effective_capabilities(machine, several, self.edition))
    }

    fn architectures(&self) -> &'s [&'a str] {
        self.architectures.unwrap_or_default()
    }
}
