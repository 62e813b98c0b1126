//! The region of a Shoot, as the profile has it.

use crate::base::sort::sort;
use crate::policy::images::catalog::Lacking;
use crate::policy::images::documents::ProfileSpec;

/// A region with its zones and what they lack.
pub(super) struct Region<'a> {
    /// The name of the region.
    pub name: &'a str,
    /// Whether the profile has the region.
    pub is_known: bool,
    /// The names of the zones, sorted.
    pub zones: Vec<&'a str>,
    /// The machine types that the zones lack.
    pub machine_types: Lacking<'a>,
    /// The volume types that the zones lack.
    pub volume_types: Lacking<'a>,
}

impl<'a> Region<'a> {
    /// Finds a region by name. Its zones are those of the first region of that name; what they lack comes from all of
    /// them.
    pub(super) fn new(name: &'a str, spec: &ProfileSpec<'a>) -> Self {
        let first = spec.regions.iter().find(|region| region.name == Some(name));
        let zones = first.map(|region| region.zones.as_slice()).unwrap_or_default();
        let mut zones: Vec<&str> = zones.iter().filter_map(|zone| zone.name).collect();
        sort(&mut zones);
        Self {
            name,
            is_known: first.is_some(),
            zones,
            machine_types: Lacking::of(spec, name, |zone| zone.unavailable_machine_types.clone()),
            volume_types: Lacking::of(spec, name, |zone| zone.unavailable_volume_types.clone()),
        }
    }
}
