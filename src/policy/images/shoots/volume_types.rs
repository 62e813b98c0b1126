//! The types of root disks of a profile, as the pools of a Shoot ask for them.

use crate::base::Known;
use crate::policy::images::documents::{ProfileSpec, Quantity, VolumeType};

/// What a profile says of root disks, found without looking at all of it for every pool.
pub(super) struct VolumeTypes<'a> {
    types: Known<&'a str, VolumeOffer<'a>>,
    /// How large the disks of a type are at least in machines of a type.
    machines: Known<(&'a str, &'a str), Option<Quantity<'a>>>,
}

/// What is said of one type, by all entries of its name together.
#[derive(Default)]
pub(super) struct VolumeOffer<'a> {
    pub usable: bool,
    least: Option<Quantity<'a>>,
}

impl<'a> VolumeTypes<'a> {
    pub(super) fn of(spec: &ProfileSpec<'a>) -> Self {
        let mut volumes = Self { types: Known::default(), machines: Known::default() };
        for volume in &spec.volume_types {
            volumes.types.update(volume.name.unwrap_or_default(), |offer| {
                offer.usable |= is_usable(volume);
                offer.least = larger(offer.least, volume.min_size);
            });
        }
        for machine in &spec.machine_types {
            let storage = machine.storage.as_ref();
            let least = storage.and_then(|storage| Some((storage.storage_type?, storage.min_size?)));
            if let Some((volume, least)) = least {
                volumes.machines.update((machine.name(), volume), |known| *known = larger(*known, Some(least)));
            }
        }
        volumes
    }

    /// What is said of a type.
    pub(super) fn offer(&self, name: &str) -> Option<&VolumeOffer<'a>> {
        self.types.get(name)
    }

    /// How large a disk is at least: what the machine type says comes before what is said of disks in general.
    pub(super) fn leasts(&self, machine_type: &str, name: &str) -> [Option<Quantity<'a>>; 2] {
        let of_volume = self.types.get(name).and_then(|offer| offer.least);
        [self.machines.get(&(machine_type, name)).copied().flatten(), of_volume]
    }
}

fn larger<'a>(one: Option<Quantity<'a>>, other: Option<Quantity<'a>>) -> Option<Quantity<'a>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.nanos() > one.nanos() { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// Whether a type can be taken at all.
pub(super) fn is_usable(volume: &VolumeType<'_>) -> bool {
    volume.usable == Some(true)
}
