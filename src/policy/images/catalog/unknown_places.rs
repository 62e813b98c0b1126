//! Regions and zones that a profile does not have. Nothing is known about them, which differs from nothing being
//! available there.

use crate::base::Names;
use crate::policy::images::documents::{ProfileSpec, Zone};
use crate::policy::images::reasons::{REGION_UNKNOWN, ZONE_UNKNOWN};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Returns an error for the named region, or for each of these zones, that the profile does not have. Each zone comes
/// with its place.
pub(crate) fn unknown_places(spec: &ProfileSpec<'_>, name: &str, zones: Vec<(&str, Pointer)>) -> Vec<Problem> {
    let named = Fact::at(Pointer::to("region"), name);
    let Some(region) = spec.regions.iter().find(|known| known.name == Some(name)) else {
        let known = spec.regions.iter().filter_map(|region| region.name);
        let problem = Problem::error(&REGION_UNKNOWN, Pointer::to("given").key("region")).fact(named);
        return vec![problem.nearest_to(name, known)];
    };
    if zones.is_empty() {
        return Vec::new();
    }
    let known: Names<'_> = region.zones.iter().filter_map(Zone::named).collect();
    let unknown = zones.into_iter().filter(|(zone, _)| !known.contains(zone));
    let problem = |(zone, place): (&str, Pointer)| {
        Problem::error(&ZONE_UNKNOWN, Pointer::to("given").join(&place))
            .fact(Fact::at(place, zone))
            .fact(named.clone())
            .nearest_to(zone, known.iter())
    };
    unknown.map(problem).collect()
}
