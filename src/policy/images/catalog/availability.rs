//! Where a machine type can be had (sections 1.1 and 8.3).

use std::collections::{BTreeMap, BTreeSet};

use crate::policy::images::documents::{ProfileSpec, Region, Zone};

/// Which machine types can be had in the zones of a region.
#[derive(Clone, Debug)]
pub(crate) enum Availability<'a> {
    /// None of them.
    Nothing,
    /// All but these.
    AllBut(BTreeSet<&'a str>),
}

impl<'a> Availability<'a> {
    /// In all of these zones of a region; without zones, in any of the region's. `None`: the profile has no such
    /// region.
    pub(crate) fn of(spec: &ProfileSpec<'a>, region: &str, zones: &[&str]) -> Option<Self> {
        let region = spec.regions.iter().find(|known| known.name == Some(region))?;
        Some(if zones.is_empty() { Self::in_any_zone(region) } else { Self::in_zones(region, zones) })
    }

    /// What some zone of the region has; a region without zones has everything.
    fn in_any_zone(region: &Region<'a>) -> Self {
        let mut lacking: BTreeMap<&'a str, usize> = BTreeMap::new();
        for machine_type in region.zones.iter().flat_map(lacked) {
            *lacking.entry(machine_type).or_default() += 1;
        }
        let everywhere = lacking.into_iter().filter(|(_, zones)| *zones == region.zones.len());
        Self::AllBut(everywhere.map(|(machine_type, _)| machine_type).collect())
    }

    /// What all of these zones have.
    fn in_zones(region: &Region<'a>, zones: &[&str]) -> Self {
        let mut wanted: BTreeSet<&str> = zones.iter().copied().collect();
        let mut lacking = BTreeSet::new();
        for zone in &region.zones {
            // Of several zones of one name the first one counts.
            if zone.name.is_some_and(|name| wanted.remove(name)) {
                lacking.extend(lacked(zone));
            }
        }
        if wanted.is_empty() { Self::AllBut(lacking) } else { Self::Nothing }
    }

    /// Whether a machine type can be had.
    pub(crate) fn has(&self, machine_type: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::AllBut(lacking) => !lacking.contains(machine_type),
        }
    }
}

/// The machine types that a zone does not have, each once.
fn lacked<'a>(zone: &Zone<'a>) -> BTreeSet<&'a str> {
    zone.unavailable_machine_types.iter().copied().collect()
}

/// What the zones of a region lack, each thing with the zones that lack it. Zones that the profile does not have lack
/// nothing.
#[derive(Clone, Debug)]
pub(crate) struct Lacking<'a> {
    zones: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Lacking<'a> {
    /// In all regions of a name.
    pub(crate) fn of(spec: &ProfileSpec<'a>, region: &str, lacks: impl Fn(&Zone<'a>) -> Vec<&'a str>) -> Self {
        let mut lacking: BTreeMap<&'a str, BTreeSet<&'a str>> = BTreeMap::new();
        let regions = spec.regions.iter().filter(|known| known.name == Some(region));
        for zone in regions.flat_map(|region| &region.zones) {
            let Some(name) = zone.name else { continue };
            lacks(zone).into_iter().for_each(|what| {
                lacking.entry(what).or_default().insert(name);
            });
        }
        Self { zones: lacking }
    }

    /// Whether any of these zones lacks something.
    pub(crate) fn lacks(&self, what: &str, zones: &BTreeSet<&str>) -> bool {
        self.zones.get(what).is_some_and(|lacking| !lacking.is_disjoint(zones))
    }
}
