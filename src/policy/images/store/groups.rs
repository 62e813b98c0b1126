//! What machine types and image versions have of a capability, for whoever shows those of one kind side by side.

use std::cmp::Ordering;

use super::profiles::LoadedProfile;
use crate::base::Edition;
use crate::base::sort::{set, sorted_places};
use crate::policy::images::capabilities::CapabilitySpace;
use crate::wire::{answer, to_json};

answer! {
    /// What there is of a capability, and who has it.
    struct Groups {
        /// What there is, a label each: the values, and those of flavors that differ side by side.
        label: Vec<String>,
        /// The place of the label of each machine type.
        machine_type ["machineType"]: Vec<usize>,
        /// The same of each image version.
        version: Vec<usize>,
    }
}

/// Values of a capability, the preferred ones first. `None`: all that are defined.
type Values<'a> = Option<Vec<(usize, &'a str)>>;

/// What a machine type has, or the flavors of a version; of flavors that are alike one.
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
    /// What each machine type and each image version has of a capability, which is named by its place among all, as JSON:
    /// labels, where all values come first and then the preferred ones, and of each the place of its label. What is not
    /// said is filled in as where it is matched.
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
            // One without flavors has one that supports everything.
            let flavors = set(flavors);
            Kind(if flavors.is_empty() { vec![None] } else { flavors })
        });
        let kinds: Vec<Kind<'_>> = machine_types.chain(versions).collect();
        to_json(&numbered(&kinds, spec.machine_types.len(), space.defined(capability)))
    }
}

/// What is named of a capability, as it is matched.
fn values<'a>(space: &CapabilitySpace<'a>, named: Option<&Vec<&'a str>>, capability: usize) -> Values<'a> {
    let ranked = set(named?.iter().map(|value| (space.rank(capability, value), *value)));
    let defined = space.defined(capability).iter().copied().enumerate();
    (!ranked.iter().copied().eq(defined)).then_some(ranked)
}

/// Each kind once, in order, and of all the place of theirs; the first so many are those of machine types.
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
