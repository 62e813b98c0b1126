//! Regions and zones that a profile does not have: nothing is known of them, which is not the same as nothing there.

use crate::base::Names;
use crate::policy::images::documents::{ProfileSpec, Zone};
use crate::policy::images::reasons::{REGION_UNKNOWN, ZONE_UNKNOWN};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// What of a region that is asked about, and of its zones with where each is named, the profile does not have.
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
