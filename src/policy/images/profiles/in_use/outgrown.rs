//! Pools that outgrow what they are offered. On any change of a Shoot, admission checks how many nodes a pool may have,
//! which kubelets its image runs, and what its own kubelet settings reserve of its machines (sections 8.1, 8.2 and
//! 8.6). Nothing checks what the kubelet settings of a whole Shoot reserve, and the nodes then never become ready.
//! Container runtimes matter when machines are created.

use super::listed::Listed;
use super::pool::{Pool, Pools};
use super::pools::Documents;
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::documents::{Cri, ImageVersion, MachineType, ProfileSpec, Shoot, Worker};
use crate::policy::images::reasons::CHANGE_HURTS_POOLS;
use crate::policy::images::workers::{Reservation, WantedCri, runs_kubelet};
use crate::reason::{Fact, Problem};

/// Whether a change may cause any pool to outgrow what it is offered.
pub(super) fn may_outgrow(before: &ProfileSpec<'_>, after: &ProfileSpec<'_>) -> bool {
    before.most_nodes() != after.most_nodes()
        || !demands(before).eq(demands(after))
        || !capacities(before).eq(capacities(after))
}

/// The kubelets that each version of a profile demands, and the container runtimes that it brings, in document order.
fn demands<'v>(spec: &'v ProfileSpec<'_>) -> impl Iterator<Item = (&'v str, &'v str, Option<&'v str>, &'v [Cri<'v>])> {
    spec.machine_images.iter().flat_map(|image| {
        let versions = image.versions.iter();
        versions.map(|it| (image.name(), it.version(), it.kubelet_version_constraint, it.cri.as_slice()))
    })
}

/// The CPU and memory of each machine type of a profile, in document order.
fn capacities<'v>(spec: &'v ProfileSpec<'_>) -> impl Iterator<Item = (&'v str, [Option<i128>; 2])> {
    let amounts = |machine: &MachineType<'_>| [machine.cpu, machine.memory].map(|amount| Some(amount?.nanos()));
    spec.machine_types.iter().map(move |machine| (machine.name(), amounts(machine)))
}

/// Warns of pools of sorted Shoots that outgrow what they are offered. `offers` are profiles before and after the
/// change, and `offer_of` returns the place of the one that a Shoot uses.
pub(super) fn outgrown<'s, 'a>(
    documents: &Documents<'_, '_>,
    offers: &[[&ProfileSpec<'a>; 2]],
    offer_of: impl Fn(&Shoot<'_>) -> Option<usize>,
    shoots: &[&'s Shoot<'s>],
) -> Vec<Problem> {
    if !offers.iter().any(|[before, after]| may_outgrow(before, after)) {
        return Vec::new();
    }
    let changes: Vec<Change<'_, 'a>> = offers.iter().map(|offer| Change::of(*offer, documents)).collect();
    let mut hurt: Known<Outgrown, Pools> = Known::default();
    for shoot in shoots {
        let Some(change) = offer_of(shoot).and_then(|place| changes.get(place)) else { continue };
        for worker in shoot.workers() {
            let pool = Pool { shoot, worker };
            let of_image =
                change.image(worker).map(|image| [change.kubelet(image, pool), change.runtimes(image, worker)]);
            let told = change.nodes(worker).into_iter().chain(of_image.into_iter().flatten().flatten());
            let told = told.chain(change.reserved(pool));
            told.for_each(|told| hurt.update(told, |pools| pools.add(pool)));
        }
    }
    let problem = |((place, says), pools): (&Outgrown, &Pools)| {
        Problem::warning(&CHANGE_HURTS_POOLS, documents.path(place, false))
            .fact(Fact::named("hurt", says.as_str()))
            .fact(Fact::named("count", pools.count))
            .fact(Fact::named("pools", pools.listed()))
    };
    hurt.entries().map(problem).collect()
}

/// What pools outgrow: its place in the document, and a description of the change that mentions no pool.
type Outgrown = (String, String);

/// The image version of a pool, before and after.
#[derive(Clone, Copy)]
struct Image<'w, 'c, 'a> {
    name: (&'w str, &'w str),
    versions: [&'c ImageVersion<'a>; 2],
}

/// A profile that some Shoots use, before and after the change.
struct Change<'c, 'a> {
    specs: [&'c ProfileSpec<'a>; 2],
    listed: [Listed<'c, 'a>; 2],
    documents: &'c Documents<'c, 'c>,
}

impl<'c, 'a> Change<'c, 'a> {
    fn of(specs: [&'c ProfileSpec<'a>; 2], documents: &'c Documents<'c, 'c>) -> Self {
        let listed = specs.map(|spec| Listed::new(&spec.machine_images, &spec.machine_types));
        Self { specs, listed, documents }
    }

    /// The limit on nodes, if the pool by itself may exceed it and could not before.
    fn nodes(&self, worker: &Worker<'_>) -> Option<Outgrown> {
        let [before, after] = self.specs.map(ProfileSpec::most_nodes);
        let (limit, most) = (after?, worker.maximum.unwrap_or_default());
        let exceeds = most > limit && before.is_none_or(|limit| most <= limit);
        let nodes = if limit == 1 { "node" } else { "nodes" };
        let says = || format!("no change is admitted of a Shoot with a pool of more than {limit} {nodes}");
        exceeds.then(|| ("/spec/limits/maxNodesTotal".to_owned(), says()))
    }

    /// The kubelet constraint, if the pool's kubelet no longer meets it.
    fn kubelet(&self, image: Image<'_, '_, 'a>, Pool { shoot, worker }: Pool<'_>) -> Option<Outgrown> {
        let Image { name, versions: [before, after] } = image;
        let constraint = after.kubelet_version_constraint?;
        let kubelet = Version::parse(worker.kubernetes_version().unwrap_or(shoot.kubernetes_version()))?;
        let outgrows = runs_kubelet(before, &kubelet) && !runs_kubelet(after, &kubelet);
        let says = || format!("`{}:{}` runs kubelets `{constraint}` alone from now on", name.0, name.1);
        outgrows.then(|| (self.place(name, "kubeletVersionConstraint"), says()))
    }

    /// The container runtimes, if the image no longer brings the one that the pool names, or the default one if it
    /// names none.
    fn runtimes(&self, image: Image<'_, '_, 'a>, worker: &Worker<'_>) -> Option<Outgrown> {
        let Image { name, versions: [before, after] } = image;
        let wanted = WantedCri::of(worker);
        let outgrows = wanted.is_among(&before.cri) && !wanted.is_among(&after.cri);
        let gone = || wanted.first_lacking(&after.cri).unwrap_or_default();
        let says = || format!("`{}:{}` does not bring `{}` any more", name.0, name.1, gone());
        outgrows.then(|| (self.place(name, "cri"), says()))
    }

    /// What kubelets reserve so much of that nothing is left of the pool's machines, unless that was so before.
    fn reserved(&self, Pool { shoot, worker }: Pool<'_>) -> Vec<Outgrown> {
        let of_shoot = || shoot.kubelet().cloned().unwrap_or_default().completed();
        let kubelet = &worker.kubelet().cloned().unwrap_or_else(of_shoot);
        let name = worker.machine_type();
        let [before, after] = self.listed.each_ref().map(|listed| listed.machine(name).map(|(_, machine)| machine));
        let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
        let kept_before = Reservation::all(kubelet, before);
        let kept = Reservation::all(kubelet, after).into_iter();
        let new = kept.filter(|kept| kept_before.iter().all(|before| before.what != kept.what));
        let told = new.map(|Reservation { what, capacity, .. }| {
            let place = self.documents.after.machine(name).map(|(place, _)| format!("/{place}")).unwrap_or_default();
            let says = format!("`{name}` has no more than {capacity} of {what} from now on, which kubelets keep");
            (format!("/spec/machineTypes{place}"), says)
        });
        told.collect()
    }

    fn image<'w>(&self, worker: &'w Worker<'_>) -> Option<Image<'w, 'c, 'a>> {
        let name = worker.image().map(|image| (image.name(), image.version()))?;
        let [before, after] = self.listed.each_ref().map(|listed| listed.version(name).map(|(_, version)| version));
        Some(Image { name, versions: [before?, after?] })
    }

    /// The place of a version's key in the document, or the list of images if the version is only in the parent.
    fn place(&self, version: (&str, &str), key: &str) -> String {
        let at = self.documents.after.version(version).map(|(at, _)| format!("{at}/{key}"));
        at.unwrap_or_else(|| "/spec/machineImages".to_owned())
    }
}
