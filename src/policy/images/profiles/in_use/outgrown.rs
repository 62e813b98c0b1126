//! Pools that a change has refused at the next edit of their Shoot, whatever that is: how many nodes a pool may have and
//! which kubelets its image runs is looked at although nothing of it changes (sections 8.1 and 8.6).

use super::pools::{Documents, Pool, Pools};
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::documents::{ImageVersion, ProfileSpec, Shoot, Worker};
use crate::policy::images::reasons::CHANGE_HURTS_POOLS;
use crate::policy::images::workers::runs_kubelet;
use crate::reason::{Fact, Problem};

/// Whether a change may do that to any pool.
pub(super) fn may_outgrow(before: &ProfileSpec<'_>, after: &ProfileSpec<'_>) -> bool {
    before.most_nodes() != after.most_nodes() || !constraints(before).eq(constraints(after))
}

/// What each version of a profile demands of kubelets, in their order.
fn constraints<'v>(spec: &'v ProfileSpec<'_>) -> impl Iterator<Item = (&'v str, &'v str, Option<&'v str>)> {
    spec.machine_images.iter().flat_map(|image| {
        let constraint = |version: &'v ImageVersion<'_>| version.kubelet_version_constraint;
        image.versions.iter().map(move |version| (image.name(), version.version(), constraint(version)))
    })
}

/// Warns of the pools of sorted Shoots, where `offers` are the profiles before and after the change that Shoots are made
/// from, and `offer_of` tells which.
pub(super) fn outgrown<'s, 'a>(
    documents: &Documents<'_, '_>,
    offers: &[[&ProfileSpec<'a>; 2]],
    offer_of: impl Fn(&Shoot<'_>) -> Option<usize>,
    shoots: &[&'s Shoot<'s>],
) -> Vec<Problem> {
    if !offers.iter().any(|[before, after]| may_outgrow(before, after)) {
        return Vec::new();
    }
    let versions: Vec<[Versions<'_, 'a>; 2]> = offers.iter().map(|offer| offer.map(versions)).collect();
    let mut hurt: Known<(String, String), Pools> = Known::default();
    for shoot in shoots {
        let Some(place) = offer_of(shoot) else { continue };
        let (Some([before, after]), Some(versions)) = (offers.get(place), versions.get(place)) else { continue };
        for worker in shoot.workers() {
            let too_many = nodes([before, after], worker);
            let kubelet = || kubelet(versions, documents, shoot, worker);
            for told in too_many.into_iter().chain(kubelet()) {
                hurt.update(told, |pools| pools.add(Pool { shoot, worker }));
            }
        }
    }
    let problem = |((place, says), pools): (&(String, String), &Pools)| {
        Problem::warning(&CHANGE_HURTS_POOLS, documents.path(place, false))
            .fact(Fact::named("hurt", says.as_str()))
            .fact(Fact::named("count", pools.count))
            .fact(Fact::named("pools", pools.listed()))
    };
    hurt.entries().map(problem).collect()
}

/// The versions of a profile's images by name.
type Versions<'v, 'a> = Known<(&'v str, &'v str), &'v ImageVersion<'a>>;

fn versions<'v, 'a>(spec: &'v ProfileSpec<'a>) -> Versions<'v, 'a> {
    let images = spec.machine_images.iter();
    images.flat_map(|image| image.versions.iter().map(|version| ((image.name(), version.version()), version))).collect()
}

/// The place and the words of a limit that a pool alone may exceed and could not before.
fn nodes([before, after]: [&ProfileSpec<'_>; 2], worker: &Worker<'_>) -> Option<(String, String)> {
    let (limit, most) = (after.most_nodes()?, worker.maximum.unwrap_or_default());
    let exceeds = most > limit && before.most_nodes().is_none_or(|limit| most <= limit);
    let says = || format!("no change is admitted of a Shoot with a pool of more than {limit} nodes");
    exceeds.then(|| ("/spec/limits/maxNodesTotal".to_owned(), says()))
}

/// The place and the words of a constraint that a pool's kubelet does not meet and met before.
fn kubelet(
    [before, after]: &[Versions<'_, '_>; 2],
    documents: &Documents<'_, '_>,
    shoot: &Shoot<'_>,
    worker: &Worker<'_>,
) -> Option<(String, String)> {
    let image = worker.image().map(|image| (image.name(), image.version()))?;
    let (before, after) = (before.get(&image)?, after.get(&image)?);
    let constraint = after.kubelet_version_constraint?;
    let kubelet = Version::parse(worker.kubernetes_version().unwrap_or(shoot.kubernetes_version()))?;
    let outgrows = runs_kubelet(before, &kubelet) && !runs_kubelet(after, &kubelet);
    let place = documents.after.version(image).map(|(place, _)| format!("{place}/kubeletVersionConstraint"));
    let says = || format!("`{}:{}` runs kubelets `{constraint}` alone from now on", image.0, image.1);
    outgrows.then(|| (place.unwrap_or_else(|| "/spec/machineImages".to_owned()), says()))
}
