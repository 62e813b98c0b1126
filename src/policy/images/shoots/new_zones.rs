//! New zones of a pool that lack its machine type or volume type. Gardener looks at that if the types change (sections
//! 8.2 and 8.3), but not if only the zones do.

use super::admission::Admission;
use super::operation::Operation;
use super::region::Region;
use crate::base::{Known, Names};
use crate::policy::images::documents::Worker;
use crate::policy::images::reasons::NEW_ZONE_LACKS;
use crate::policy::images::workers::pools;
use crate::reason::{Fact, Problem};

/// Warns of each such zone.
pub(super) fn lacked_in_new_zones(admission: &Admission<'_, '_>) -> Vec<Problem> {
    let (shoot, spec) = (admission.shoot, admission.profile.spec());
    let Some(old) = admission.old.filter(|_| admission.operation == Operation::Update) else { return Vec::new() };
    // If two pools have the same name, the first counts.
    let before: Known<&str, &Worker<'_>> = old.workers().iter().rev().map(|worker| (worker.name(), worker)).collect();
    let region = Region::new(shoot.region(), spec);
    let lacking = [("machine type", &region.machine_types), ("type of volume", &region.volume_types)];
    let mut problems = Vec::new();
    for pool in pools(shoot, [shoot.place(), shoot.path()]) {
        let Some(was) = before.get(pool.worker.name()) else { continue };
        let old_zones: Names<'_> = was.zones.iter().copied().collect();
        let [now, then] = [pool.worker, *was].map(|worker| [Some(worker.machine_type()), worker.volume_type()]);
        for (index, zone) in pool.worker.zones.iter().enumerate().filter(|(_, zone)| !old_zones.contains(zone)) {
            let kept = lacking.iter().zip(now).zip(then).filter(|((_, now), then)| now == then);
            for ((kind, lacking), name) in kept.filter_map(|((lacking, now), _)| Some((lacking, now?))) {
                if lacking.lacks(name, &[*zone].into_iter().collect()) {
                    let [place, path] = pool.at.clone().map(|at| at.key("zones").index(index));
                    let problem = Problem::warning(&NEW_ZONE_LACKS, path).fact(Fact::at(place, *zone));
                    let problem = problem.fact(Fact::named("pool", pool.worker.name()));
                    problems.push(problem.fact(Fact::named("kind", *kind)).fact(Fact::named("name", name)));
                }
            }
        }
    }
    problems
}
