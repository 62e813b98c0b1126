//! Warnings of what pools say although nothing reads it, which is capabilities (section 15, worker's
//! `machine.capabilities`), and of what an API server would refuse before any rule here looks at it.

use super::pool::{NotStored, Pool, pools};
use crate::base::Index;
use crate::policy::images::catalog::{Offer, architectures};
use crate::policy::images::documents::{ShootDocument, Worker, WorkerDocument};
use crate::policy::images::reasons::{
    IMAGE_VERSION_BEGUN, POOL_WITHOUT_MACHINES, SHOOT_WITHOUT_POOLS, WORKER_CAPABILITIES_UNREAD, WORKER_IS_ANOTHER,
};
use crate::policy::images::versions::Prefix;
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

/// Warns of the capabilities and the unknown update strategy of a pool that is at `place` in `given`.
pub(super) fn unread_of_worker(worker: &Worker<'_>, place: &Pointer) -> Vec<Problem> {
    let pool = given(worker, Value::NULL, place);
    pool.unread().into_iter().chain(pool.unknown_strategy().map(NotStored::warning)).collect()
}

/// Like [`unread_of_worker`], and also warns of what an API server would refuse about a pool without a Shoot.
pub(crate) fn unread_of_one(worker: &WorkerDocument<'_>, place: &Pointer) -> Vec<Problem> {
    let pool = given(worker, worker.value, place);
    let refused = pool.unknown_strategy().into_iter().chain(pool.refused_alone());
    pool.unread().into_iter().chain(refused.map(NotStored::warning)).collect()
}

/// Warns that a Shoot has no pools, so that nothing is decided about them.
pub(crate) fn without_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Option<Problem> {
    let path = || shoot.path().key("spec").key("provider").key("workers");
    shoot.workers().is_empty().then(|| Problem::warning(&SHOOT_WITHOUT_POOLS, path()))
}

/// Warns of the capabilities of each pool of a Shoot, and of what an API server would refuse about it.
pub(crate) fn unread_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    told_of_pools(shoot, |pool, refused| {
        pool.unread().into_iter().chain(refused.into_iter().map(NotStored::warning)).collect()
    })
}

/// Warns only of the capabilities of the pools, for callers that judge the rest.
pub(crate) fn capabilities_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    pools(shoot, [shoot.place(), shoot.path()]).filter_map(|pool| pool.unread()).collect()
}

/// Returns only what an API server would refuse about the pools.
pub(crate) fn refused_of_pools<'p>(shoot: &'p Doc<'_, ShootDocument<'_>>) -> Vec<NotStored<'p>> {
    told_of_pools(shoot, |_, refused| refused)
}

/// Warns only of unknown update strategies of the pools.
pub(crate) fn strategies_of_none(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let all = pools(shoot, [shoot.place(), shoot.path()]);
    all.filter_map(|pool| pool.unknown_strategy().map(NotStored::warning)).collect()
}

/// What an API server would refuse about pools with a `minimum` above zero and no `maximum`. A question may leave out
/// what it is not about, but a Shoot that is applied may not.
pub(crate) fn without_maximum<'p>(shoot: &'p Doc<'_, ShootDocument<'_>>) -> impl Iterator<Item = NotStored<'p>> {
    let lacking = pools(shoot, [shoot.place(), shoot.path()]).filter(|pool| pool.worker.maximum.is_none());
    lacking.filter_map(|pool| {
        let minimum = pool.worker.minimum.filter(|minimum| *minimum > 0)?;
        Some(pool.not_stored(&["maximum"], format!("its minimum is {minimum}, and it has no maximum")))
    })
}

/// Warns of pools in a whole Shoot that do not say how many machines they have.
pub(crate) fn without_machines(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    const NAMED: usize = 20;
    let all = pools(shoot, [shoot.place(), shoot.path()]).filter(|_| shoot.part("kind").is_some());
    let unsaid = all.filter(|pool| pool.worker.minimum.is_none() && pool.worker.maximum.is_none());
    let told = unsaid.take(NAMED).map(|pool| {
        let [place, path] = pool.at.clone();
        Problem::warning(&POOL_WITHOUT_MACHINES, path).fact(Fact::at(place.key("name"), pool.worker.name()))
    });
    told.collect()
}

fn told_of_pools<'p, 'a, T>(
    shoot: &'p Doc<'_, ShootDocument<'a>>,
    told: impl Fn(Pool<'p, 'a>, Vec<NotStored<'p>>) -> Vec<T>,
) -> Vec<T> {
    let names: Index<'_> = shoot.workers().iter().map(Worker::name).collect();
    let each = pools(shoot, [shoot.place(), shoot.path()]).enumerate().map(|(index, pool)| {
        let is_repeated = names.find(pool.worker.name()) != Some(index);
        let refused = pool.unknown_strategy().into_iter().chain(pool.refused(is_repeated)).collect();
        told(pool, refused)
    });
    each.flatten().collect()
}

fn given<'p, 'a>(worker: &'p Worker<'a>, written: Value<'a>, place: &Pointer) -> Pool<'p, 'a> {
    Pool { worker, written, at: [place.clone(), Pointer::to("given").join(place)] }
}

impl Pool<'_, '_> {
    fn unread(&self) -> Option<Problem> {
        let capabilities = self.worker.machine.as_ref()?.capabilities.filter(|value| !value.is_null())?;
        let [place, path] = self.at.clone().map(|at| at.key("machine").key("capabilities"));
        Some(Problem::warning(&WORKER_CAPABILITIES_UNREAD, path).fact(Fact::at(place, capabilities)))
    }
}

/// Warns of a pool whose machine type has another architecture than the pool names; `at` is its place and its path.
pub(crate) fn of_another_architecture(worker: &Worker<'_>, offer: &Offer<'_>, at: [Pointer; 2]) -> Option<Problem> {
    let spec = offer.spec();
    let machine = spec.machine_types.get(offer.catalog.machine_named(worker.machine_type())?)?;
    of_other_architecture(worker, architectures::of_machine_type(machine, &spec.machine_capabilities), at)
}

/// Warns of a pool that names another architecture than expected; `at` is its place and its path.
pub(super) fn of_other_architecture(worker: &Worker<'_>, expected: &str, at: [Pointer; 2]) -> Option<Problem> {
    let own = worker.architecture().filter(|own| !expected.is_empty() && *own != expected)?;
    let [place, path] = at.map(|at| at.key("machine").key("architecture"));
    Some(Problem::warning(&WORKER_IS_ANOTHER, path).fact(Fact::at(place, own)).fact(Fact::named("expected", expected)))
}

/// Warns of a pool whose image version is only the beginning of one; `at` is its place and its path.
pub(crate) fn version_begun(worker: &Worker<'_>, offer: &Offer<'_>, at: [Pointer; 2]) -> Option<Problem> {
    let (image, version) = worker.image().map(|image| (image.name(), image.version()))?;
    let is_begun = !version.is_empty() && matches!(Prefix::of(version), Ok(Some(_)));
    let is_known = || offer.versions_named(image, version).next().is_some();
    let [place, path] = at.map(|at| at.key("machine").key("image").key("version"));
    let problem = Problem::warning(&IMAGE_VERSION_BEGUN, path).fact(Fact::at(place, version));
    (is_begun && !is_known()).then(|| problem.fact(Fact::named("pool", worker.name())))
}
