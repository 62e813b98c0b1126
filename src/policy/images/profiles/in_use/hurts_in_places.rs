//! What a change of regions and zones does to the pools in them.

use super::hurts::{Hurts, Of};
use super::sides::Offered;
use crate::base::sort::set;
use crate::base::{Index, Names};
use crate::policy::images::documents::{MachineType, Region, Zone};

impl<'k> Hurts<'k> {
    /// Adds the regions and zones that are removed, and what is no longer available in the others.
    pub(super) fn zones(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let regions = |offered: Offered<'k, 'k>| set(offered.regions.iter().filter_map(|region| region.name));
        let kept = regions(after);
        for (index, region) in before.regions.iter().enumerate() {
            let gone = region.name.filter(|name| kept.binary_search(name).is_err());
            if let Some(name) = gone {
                let (says, place) = (format!("the region `{name}` goes"), format!("/spec/regions/{index}"));
                self.add(Of::Region(name), says.clone(), place.clone(), true);
                self.add(Of::ShootIn(name), says, place, true);
            }
        }
        self.restrictions(before, after);
        let names = |offered: Offered<'k, 'k>| set(zones(offered.regions).map(|zone| (zone.region, zone.name)));
        let (old, new) = (names(before), names(after));
        for Placed { region, name, place, .. } in zones(before.regions) {
            if new.binary_search(&(region, name)).is_err() {
                self.add(
                    Of::Zone(region, name),
                    format!("the zone `{name}` of the region `{region}` goes"),
                    place,
                    true,
                );
            }
        }
        let types = set(before.types.iter().map(MachineType::name));
        self.lacking(before, after, &old, ("unavailableMachineTypes", "machine", &types), Of::TypeIn, |zone| {
            &zone.unavailable_machine_types
        });
        let types = set(before.volumes.iter().filter_map(|volume| volume.name));
        self.lacking(before, after, &old, ("unavailableVolumeTypes", "volume", &types), Of::VolumeIn, |zone| {
            &zone.unavailable_volume_types
        });
    }

    /// Adds the access restrictions that a remaining region no longer has. Shoots with such a restriction will be
    /// refused.
    fn restrictions(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let remaining: Index<'_> = after.regions.iter().map(|region| region.name.unwrap_or_default()).collect();
        for (index, region) in before.regions.iter().enumerate() {
            let name = region.name.unwrap_or_default();
            let Some(stays) = remaining.find(name).and_then(|place| after.regions.get(place)) else { continue };
            let kept: Names<'_> = stays.access_restrictions.iter().filter_map(|kept| kept.name).collect();
            for (place, restriction) in region.access_restrictions.iter().enumerate() {
                let own = restriction.name.unwrap_or_default();
                if kept.contains(own) {
                    continue;
                }
                let says = format!("the access restriction `{own}` of the region `{name}` goes");
                let place = format!("/spec/regions/{index}/accessRestrictions/{place}");
                self.add(Of::Restriction(name, own), says.clone(), place.clone(), true);
                self.add(Of::ShootRestricted(name, own), says, place, true);
            }
        }
    }

    /// Adds the types that are no longer available in a remaining zone. A type that the profile itself did not have is
    /// only reported for pools, which have it from a NamespacedCloudProfile: nobody else could use it there.
    fn lacking(
        &mut self,
        before: Offered<'k, 'k>,
        after: Offered<'k, 'k>,
        stay: &[(&str, &str)],
        (key, what, had): (&str, &str, &[&str]),
        of: fn(&'k str, &'k str, &'k str) -> Of<'k>,
        lacks: impl for<'z, 'd> Fn(&'z Zone<'d>) -> &'z Vec<&'d str>,
    ) {
        let old =
            zones(before.regions).flat_map(|zone| lacks(zone.zone).iter().map(move |it| (zone.region, zone.name, *it)));
        let old = set(old);
        for Placed { region, name, place, zone } in zones(after.regions) {
            if stay.binary_search(&(region, name)).is_err() {
                continue;
            }
            for (index, lacking) in lacks(zone).iter().enumerate() {
                if old.binary_search(&(region, name, *lacking)).is_err() {
                    let says = format!("the {what} type `{lacking}` is not available in the zone `{name}` any more");
                    self.add(of(lacking, region, name), says, format!("{place}/{key}/{index}"), false);
                    if let Some(hurt) = self.hurts.last_mut() {
                        hurt.is_apart = had.binary_search(lacking).is_ok();
                    }
                }
            }
        }
    }
}

/// A zone with the name of its region, and its place.
struct Placed<'z, 'k> {
    region: &'k str,
    name: &'k str,
    place: String,
    zone: &'z Zone<'k>,
}

fn zones<'z, 'k>(regions: &'z [Region<'k>]) -> impl Iterator<Item = Placed<'z, 'k>> {
    regions.iter().enumerate().flat_map(|(place, region)| {
        region.zones.iter().enumerate().map(move |(index, zone)| Placed {
            region: region.name.unwrap_or_default(),
            name: zone.name.unwrap_or_default(),
            place: format!("/spec/regions/{place}/zones/{index}"),
            zone,
        })
    })
}
