//! Unavailable types of zones that the profile does not have. A misspelt name makes a type look available where it is
//! not.

use crate::base::Names;
use crate::policy::images::documents::{MachineType, ProfileSpec, Zone};
use crate::policy::images::reasons::{LACKED_TYPE_UNKNOWN, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// How many types are listed.
const NAMED: usize = 20;

/// Returns a warning for each such machine or volume type, in all regions or in the wanted one. `at` is the place and
/// the path of the profile's `spec`.
pub(crate) fn unknown_types(spec: &ProfileSpec<'_>, at: [Pointer; 2], wanted: Option<&str>) -> Vec<Problem> {
    let machines: Names<'_> = spec.machine_types.iter().map(MachineType::name).collect();
    let volumes: Names<'_> = spec.volume_types.iter().filter_map(|volume| volume.name).collect();
    let (mut problems, mut more) = (Vec::new(), 0);
    for (index, region) in spec.regions.iter().enumerate() {
        if wanted.is_some() && wanted != region.name {
            continue;
        }
        for (zone_index, zone) in region.zones.iter().enumerate() {
            for (place, name, key, known) in lacked(zone, &machines, &volumes) {
                if known.contains(name) {
                    continue;
                }
                if problems.len() == NAMED {
                    more += 1;
                    continue;
                }
                let below = Pointer::to("regions").index(index).key("zones").index(zone_index).key(key).index(place);
                let [place, path] = at.clone().map(|at| at.join(&below));
                let problem = Problem::warning(&LACKED_TYPE_UNKNOWN, path).fact(Fact::at(place, name));
                let problem = problem.fact(Fact::named("zone", zone.name.unwrap_or_default()));
                problems.push(problem.nearest_to(name, known.iter()));
            }
        }
    }
    problems.extend(and_more(more, &at[1]));
    problems
}

/// The types that a zone lists as unavailable: the index, the name, the key of the list, and the known types.
fn lacked<'z, 'a>(
    zone: &'z Zone<'a>,
    machines: &'z Names<'a>,
    volumes: &'z Names<'a>,
) -> impl Iterator<Item = (usize, &'a str, &'static str, &'z Names<'a>)> {
    let lists = [
        (&zone.unavailable_machine_types, "unavailableMachineTypes", machines),
        (&zone.unavailable_volume_types, "unavailableVolumeTypes", volumes),
    ];
    lists
        .into_iter()
        .flat_map(|(list, key, known)| list.iter().enumerate().map(move |(place, name)| (place, *name, key, known)))
}
