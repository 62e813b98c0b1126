//! Pools that keep their image version when their Shoot goes to another profile, but boot another artifact there
//! (section 17.4). Only the provider's extension looks at that.

use super::admission::{Admission, Admitted};
use crate::base::Index;
use crate::policy::images::documents::Worker;
use crate::policy::images::provider::{HeldConfig, MachineToBoot};
use crate::policy::images::reasons::POOL_BOOTS_ANOTHER;
use crate::policy::images::store::ProfileGiven;
use crate::question::Asked;
use crate::reason::{Fact, Problem};

/// Warns of the first such pools of a Shoot that had the first of these profiles and now has the second.
pub(crate) fn boots_another<'a>(
    admission: &Admission<'_, 'a>,
    admitted: &Admitted<'a>,
    profiles: [ProfileGiven<'a>; 2],
    asked: &Asked<'a>,
) -> Vec<Problem> {
    const NAMED: usize = 20;
    let (shoot, Some(old)) = (admission.shoot, admission.old) else { return Vec::new() };
    let [Some((before, held_before)), Some((after, held_after))] =
        profiles.map(|profile| HeldConfig::of_profile(profile, asked))
    else {
        return Vec::new();
    };
    let names: Index<'_> = old.workers().iter().map(Worker::name).collect();
    let pools = admitted.completed.workers.iter().enumerate().filter_map(|(index, worker)| {
        let was = old.workers().get(names.find(worker.name())?)?;
        let image = worker.image().map(|image| (image.name(), image.version()))?;
        if was.image().map(|image| (image.name(), image.version())) != Some(image) {
            return None;
        }
        let sides = [(&before, &held_before, was, old.region()), (&after, &held_after, worker, shoot.region())];
        let [old, new] = sides.map(|(offer, held, worker, region)| {
            let machine = offer.spec().machine_types.get(offer.catalog.machine_named(worker.machine_type())?)?;
            let wish = MachineToBoot { machine, architecture: worker.architecture(), image, region };
            wish.artifact(offer.spec(), [Some(held), None], asked)
        });
        let (old, new) = old.zip(new).filter(|(old, new)| old != new)?;
        let path = shoot.path().key("spec").key("provider").key("workers").index(index);
        let problem = Problem::warning(&POOL_BOOTS_ANOTHER, path.key("machine").key("image"));
        let problem = problem.fact(Fact::named("pool", worker.name()));
        let problem = problem.fact(Fact::named("version", format!("{}:{}", image.0, image.1)));
        Some(problem.fact(Fact::named("before", old)).fact(Fact::named("after", new)))
    });
    pools.take(NAMED).collect()
}
