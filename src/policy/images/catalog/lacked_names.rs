//! Names that zones are said to lack and that the profile does not have: a misspelt one leaves a type where it is not.

use crate::base::Names;
use crate::policy::images::documents::{MachineType, ProfileSpec, Zone};
use crate::policy::images::reasons::{LACKED_TYPE_UNKNOWN, MORE_NOT_DEFINED};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// How many are named.
const NAMED: usize = 20;

/// A warning for each such machine or volume type of a region, of all unless one is named. `at` is where the profile's
/// `spec` is, in facts and in the request.
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
    if more > 0 {
        let [_, path] = at;
        problems.push(Problem::warning(&MORE_NOT_DEFINED, path).fact(Fact::named("count", more)));
    }
    problems
}

/// What a zone is said to lack: the place, the name, the list, and what there is.
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
