//! Which values of a capability machine types and image versions have, for showing equal ones side by side.

use std::cmp::Ordering;

use super::profiles::LoadedProfile;
use crate::base::Edition;
use crate::base::sort::{set, sorted_places};
use crate::policy::images::capabilities::CapabilitySpace;
use crate::wire::{answer, to_json};

answer! {
    /// The groups of machine types and image versions that have the same values of a capability.
    struct Groups {
        /// The label of each group: its values, separated by commas, and by `|` between flavors that differ.
        label: Vec<String>,
        /// The place of the label of each machine type.
        machine_type ["machineType"]: Vec<usize>,
        /// The place of the label of each image version.
        version: Vec<usize>,
    }
}

/// Values of a capability, preferred ones first. `None`: all defined values.
type Values<'a> = Option<Vec<(usize, &'a str)>>;

/// The values of a machine type, or those of the flavors of a version without duplicates.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Kind<'a>(Vec<Values<'a>>);

impl Kind<'_> {
    fn label(&self, defined: &[&str]) -> String {
        let one = |values: &Values<'_>| match values {
            None => defined.join(", "),
            Some(values) => values.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", "),
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(" | ")
    }
}

impl LoadedProfile {
    /// Groups machine types and image versions by their values of a capability, which is given by its place among all.
    /// The answer is JSON: the labels, all values first and then by preference, and for each machine type and image
    /// version the place of its label. Missing values are filled in as for matching.
    ///
    /// ```
    /// use fitment::{Edition, LoadedProfile};
    ///
    /// let profile = LoadedProfile::read(br#"{"spec": {
    ///     "machineCapabilities": [{"name": "boot", "values": ["uefi", "bios"]}],
    ///     "machineTypes": [{"name": "old", "capabilities": {"boot": ["bios"]}}, {"name": "new"}],
    ///     "machineImages": [{"name": "ubuntu", "versions": [
    ///         {"version": "24.4.0", "capabilityFlavors": [{"boot": ["bios"]}, {"boot": ["uefi"]}]}
    ///     ]}]
    /// }}"#)?;
    /// let groups = r#"{"label":["uefi, bios","uefi | bios","bios"],"machineType":[2,0],"version":[1]}"#;
    /// assert_eq!(profile.groups(0, Edition::default()), groups);
    /// # Ok::<(), String>(())
    /// ```
    pub fn groups(&self, capability: usize, edition: Edition) -> String {
        let (catalog, spec) = (&self.offer().catalog, self.offer().profile.spec());
        let space = catalog.space();
        let machine_types = spec.machine_types.iter().map(|machine| {
            let own = catalog.machine(machine, edition);
            Kind(vec![values(space, own.get(space.name(capability)), capability)])
        });
        let versions = (0..catalog.versions().len()).map(|version| {
            let flavors = catalog.flavors(version).map(|(place, _)| {
                let own = catalog.flavor_capabilities(spec, version, place);
                values(space, own.get(space.name(capability)), capability)
            });
            // A version without flavors counts as one flavor that supports everything.
            let flavors = set(flavors);
            Kind(if flavors.is_empty() { vec![None] } else { flavors })
        });
        let kinds: Vec<Kind<'_>> = machine_types.chain(versions).collect();
        to_json(&numbered(&kinds, spec.machine_types.len(), space.defined(capability)))
    }
}

/// The named values of a capability, as matching sees them.
fn values<'a>(space: &CapabilitySpace<'a>, named: Option<&Vec<&'a str>>, capability: usize) -> Values<'a> {
    let ranked = set(named?.iter().map(|value| (space.rank(capability, value), *value)));
    let defined = space.defined(capability).iter().copied().enumerate();
    (!ranked.iter().copied().eq(defined)).then_some(ranked)
}

/// Numbers the kinds in order, each once. The first `machine_types` of them belong to machine types, the others to
/// versions.
fn numbered(kinds: &[Kind<'_>], machine_types: usize, defined: &[&str]) -> Groups {
    let mut compare = |left: usize, right: usize| match (kinds.get(left), kinds.get(right)) {
        (Some(left), Some(right)) => left.cmp(right),
        _ => Ordering::Equal,
    };
    let mut label = Vec::new();
    let mut numbers = vec![0; kinds.len()];
    let mut last = None;
    for place in sorted_places(kinds.len(), &mut compare) {
        let kind = kinds.get(place as usize);
        if kind != last {
            label.extend(kind.map(|kind| kind.label(defined)));
            last = kind;
        }
        if let Some(number) = numbers.get_mut(place as usize) {
            *number = label.len().saturating_sub(1);
        }
    }
    let version = numbers.split_off(machine_types.min(numbers.len()));
    Groups { label, machine_type: numbers, version }
}
