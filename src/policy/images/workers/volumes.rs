//! The types of root disks that a profile offers to pools (section 8.2).

use crate::base::Known;
use crate::policy::images::documents::{ProfileSpec, Quantity, VolumeType};

/// The root disks that a profile offers, indexed so that not every pool has to search the profile.
pub(crate) struct VolumeTypes<'a> {
    types: Known<&'a str, VolumeOffer<'a>>,
    /// The minimum size by machine type and volume type.
    machines: Known<(&'a str, &'a str), Option<Quantity<'a>>>,
}

/// What all entries of one name say together about a volume type.
#[derive(Default)]
pub(crate) struct VolumeOffer<'a> {
    usable: bool,
    least: Option<Quantity<'a>>,
}

impl VolumeOffer<'_> {
    /// Why pools cannot have the type; `is_lacking` says whether a zone lacks it.
    pub(crate) fn why_not(&self, is_lacking: bool) -> Option<String> {
        let reasons =
            [(!self.usable).then_some("is unusable"), is_lacking.then_some("is unavailable in at least one zone")];
        let reasons: Vec<&str> = reasons.into_iter().flatten().collect();
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }
}

impl<'a> VolumeTypes<'a> {
    pub(crate) fn of(spec: &ProfileSpec<'a>) -> Self {
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

    /// The offer of a type, if the profile has the type.
    pub(crate) fn offer(&self, name: &str) -> Option<&VolumeOffer<'a>> {
        self.types.get(name)
    }

    /// The minimum size that a disk of this size falls below. The minimum of the machine type comes before that of the
    /// volume type.
    pub(crate) fn least_above(&self, size: Quantity<'_>, machine_type: &str, name: &str) -> Option<Quantity<'a>> {
        let of_volume = self.types.get(name).and_then(|offer| offer.least);
        let leasts = [self.machines.get(&(machine_type, name)).copied().flatten(), of_volume];
        leasts.into_iter().flatten().find(|least| size.nanos() < least.nanos())
    }
}

fn larger<'a>(one: Option<Quantity<'a>>, other: Option<Quantity<'a>>) -> Option<Quantity<'a>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.nanos() > one.nanos() { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// Whether the type is marked as usable.
pub(crate) fn is_usable(volume: &VolumeType<'_>) -> bool {
    volume.usable == Some(true)
}
