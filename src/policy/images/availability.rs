//! Where a machine type can be had (sections 1.1 and 8.3).

use super::model::{ProfileSpec, Region, Zone};

/// Whether a machine type is available in all of these zones of a region; without zones, in any of the region's.
/// Nothing if the profile has no such region.
pub fn in_region(spec: &ProfileSpec<'_>, machine_type: &str, region: &str, zones: &[&str]) -> Option<bool> {
    let region = spec.regions.iter().find(|known| known.name == Some(region))?;
    if zones.is_empty() {
        return Some(region.zones.is_empty() || region.zones.iter().any(|zone| !zone.lacks_machine_type(machine_type)));
    }
    Some(zones.iter().all(|zone| in_zone(region, machine_type, zone)))
}

fn in_zone(region: &Region<'_>, machine_type: &str, zone: &str) -> bool {
    let found = region.zones.iter().find(|known| known.name == Some(zone));
    found.is_some_and(|zone| !zone.lacks_machine_type(machine_type))
}

/// Whether any of these zones of a region is one that lacks something. Zones that the profile does not have lack
/// nothing.
pub fn lacks_zone(spec: &ProfileSpec<'_>, region: &str, zones: &[&str], lacks: impl Fn(&Zone<'_>) -> bool) -> bool {
    let regions = spec.regions.iter().filter(|known| known.name == Some(region));
    let mut of_region = regions.flat_map(|region| &region.zones);
    of_region.any(|zone| zone.name.is_some_and(|name| zones.contains(&name)) && lacks(zone))
}
