//! Where machine types are available (sections 1.1 and 8.3).

use crate::base::sort::set;
use crate::base::{Index, Names};
use crate::policy::images::documents::{ProfileSpec, Region, Zone};

/// Which machine types are available in the zones of a region.
#[derive(Clone, Debug)]
pub(crate) enum Availability<'a> {
    /// No machine type is available.
    Nothing,
    /// All machine types but these are available.
    AllBut(Names<'a>),
}

impl<'a> Availability<'a> {
    /// What is available in all of the given zones of a region, or in any of its zones if none are given. `None`: the
    /// profile has no such region.
    pub(crate) fn of(spec: &ProfileSpec<'a>, region: &str, zones: &[&str]) -> Option<Self> {
        let region = spec.regions.iter().find(|known| known.name == Some(region))?;
        Some(if zones.is_empty() { Self::in_any_zone(region) } else { Self::in_zones(region, zones) })
    }

    /// What is available in some zone of some region.
    pub(crate) fn in_any_region(spec: &ProfileSpec<'a>) -> Self {
        let lists = spec.regions.iter().filter_map(|region| match Self::in_any_zone(region) {
            Self::AllBut(lacking) => Some(lacking),
            Self::Nothing => None,
        });
        let everywhere = lists.reduce(|all, own| all.within(&own).collect());
        everywhere.map_or(Self::Nothing, Self::AllBut)
    }

    /// What is available in some zone of the region. In a region without zones, everything is.
    fn in_any_zone(region: &Region<'a>) -> Self {
        // No pool can be in a zone without a name.
        let zones: Names<'a> = region.zones.iter().filter_map(Zone::named).collect();
        if zones.is_empty() && !region.zones.is_empty() {
            return Self::Nothing;
        }
        let lacks = |zone: &Zone<'a>| {
            let lacking = zone.unavailable_machine_types.iter();
            zone.named().map(|name| lacking.map(move |machine_type| (*machine_type, name)).collect::<Vec<_>>())
        };
        let lacking = set(region.zones.iter().filter_map(lacks).flatten());
        let of_each = lacking.chunk_by(|(one, _), (other, _)| one == other);
        let everywhere = of_each.filter(|zones_without| zones_without.len() == zones.len());
        Self::AllBut(everywhere.filter_map(|found| found.first().map(|(machine_type, _)| *machine_type)).collect())
    }

    /// What is available in all of these zones.
    fn in_zones(region: &Region<'a>, zones: &[&str]) -> Self {
        let named = || region.zones.iter().filter_map(|zone| Some((zone.named()?, zone)));
        let places: Index<'_> = named().map(|(name, _)| name).collect();
        let known: Vec<&Zone<'a>> = named().map(|(_, zone)| zone).collect();
        let mut lacking = Vec::new();
        for name in set(zones.iter().copied()) {
            let mut entries = places.places(name).filter_map(|place| known.get(place)).peekable();
            if entries.peek().is_none() {
                return Self::Nothing;
            }
            // If a zone is listed twice, admission looks at all its entries.
            lacking.extend(entries.flat_map(|zone| &zone.unavailable_machine_types));
        }
        Self::AllBut(lacking.into_iter().collect())
    }

    /// Whether a machine type is available.
    pub(crate) fn has(&self, machine_type: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::AllBut(lacking) => !lacking.contains(machine_type),
        }
    }
}

/// What the zones of a region lack, each with the zones that lack it. Zones that the profile does not have lack
/// nothing.
#[derive(Clone, Debug)]
pub(crate) struct Lacking<'a> {
    /// Pairs of what is lacking and the zone that lacks it, sorted.
    zones: Vec<(&'a str, &'a str)>,
}

impl<'a> Lacking<'a> {
    /// Collects what the zones lack in all regions with this name.
    pub(crate) fn of(spec: &ProfileSpec<'a>, region: &str, lacks: impl Fn(&Zone<'a>) -> Vec<&'a str>) -> Self {
        let mut lacking = Vec::new();
        let regions = spec.regions.iter().filter(|known| known.name == Some(region));
        for zone in regions.flat_map(|region| &region.zones) {
            let Some(name) = zone.name else { continue };
            lacking.extend(lacks(zone).into_iter().map(|what| (what, name)));
        }
        Self { zones: set(lacking) }
    }

    /// Whether any of these zones lacks something.
    pub(crate) fn lacks(&self, what: &str, zones: &Names<'_>) -> bool {
        zones.iter().any(|zone| self.zones.binary_search(&(what, zone)).is_ok())
    }
}
