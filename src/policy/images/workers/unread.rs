//! What pools may say and nothing reads: capabilities (section 15, worker's `machine.capabilities`), update strategies that
//! there are none of, and what an API server would refuse of them before any rule here looks at it.

use super::stored::Stored;
use crate::base::Index;
use crate::policy::images::catalog::{Offer, architectures};
use crate::policy::images::documents::{STRATEGIES, ShootDocument, WORKERS, Worker, WorkerDocument};
use crate::policy::images::reasons::{WORKER_CAPABILITIES_UNREAD, WORKER_IS_ANOTHER, WORKER_STRATEGY_UNKNOWN};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

/// What is said of a pool that is at `place` in `given`.
pub(crate) fn unread_of_worker(worker: &Worker<'_>, place: &Pointer) -> Vec<Problem> {
    unread(worker, place, &Pointer::to("given").join(place))
}

/// The same of a pool by itself, with what an API server would refuse of it.
pub(crate) fn unread_of_one(worker: &WorkerDocument<'_>, place: &Pointer) -> Vec<Problem> {
    let mut problems = unread_of_worker(worker, place);
    let at = [place.clone(), Pointer::to("given").join(place)];
    problems.extend(Stored { worker, written: worker.value, at }.refused_alone());
    problems
}

/// The same for each pool of a Shoot.
pub(crate) fn unread_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let pools = shoot.workers().iter().enumerate();
    let mut written = shoot.written_workers();
    let names: Index<'_> = shoot.workers().iter().map(Worker::name).collect();
    let each = pools.map(|(index, worker)| {
        let at = [below(shoot.place(), index), below(shoot.path(), index)];
        let [place, path] = &at;
        let mut problems = unread(worker, place, path);
        let is_repeated = names.find(worker.name()) != Some(index);
        let pool = Stored { worker, written: written.next().unwrap_or(Value::NULL), at };
        problems.extend(pool.refused(is_repeated));
        problems
    });
    each.flatten().collect()
}

/// What an API server would refuse of pools that have nodes at least and no `maximum`. Who asks a question leaves out what
/// it is not about, who applies a Shoot does not.
pub(crate) fn without_maximum(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let lacking = shoot.workers().iter().enumerate().filter(|(_, worker)| worker.maximum.is_none());
    let of = |(index, worker): (usize, &Worker<'_>)| {
        let minimum = worker.minimum.filter(|minimum| *minimum > 0)?;
        let at = [below(shoot.place(), index), below(shoot.path(), index)];
        let what = format!("its minimum is {minimum}, and it has no maximum");
        Some(Stored { worker, written: Value::NULL, at }.warning(&["maximum"], what))
    };
    lacking.filter_map(of).collect()
}

fn below(shoot: Pointer, pool: usize) -> Pointer {
    WORKERS.iter().fold(shoot, |at, key| at.key(key)).index(pool)
}

/// Warns of a pool, with a place and a path, whose machines are of another architecture than it says.
pub(crate) fn of_another_architecture(worker: &Worker<'_>, offer: &Offer<'_>, at: [Pointer; 2]) -> Option<Problem> {
    let spec = offer.spec();
    let machine = spec.machine_types.get(offer.catalog.machine_named(worker.machine_type())?)?;
    let expected = architectures::of_machine_type(machine, &spec.machine_capabilities);
    let own = worker.architecture().filter(|own| !expected.is_empty() && *own != expected)?;
    let [place, path] = at.map(|at| at.key("machine").key("architecture"));
    Some(Problem::warning(&WORKER_IS_ANOTHER, path).fact(Fact::at(place, own)).fact(Fact::named("expected", expected)))
}

fn unread(worker: &Worker<'_>, place: &Pointer, path: &Pointer) -> Vec<Problem> {
    let capabilities =
        worker.machine.as_ref().and_then(|machine| machine.capabilities.filter(|value| !value.is_null()));
    let capabilities = capabilities.map(|value| {
        let [place, path] = [place, path].map(|at| at.clone().key("machine").key("capabilities"));
        Problem::warning(&WORKER_CAPABILITIES_UNREAD, path).fact(Fact::at(place, value))
    });
    let unknown = |word: &&str| !STRATEGIES.contains(word);
    let strategy = worker.update_strategy.filter(unknown).map(|word| {
        let [place, path] = [place, path].map(|at| at.clone().key("updateStrategy"));
        Problem::warning(&WORKER_STRATEGY_UNKNOWN, path).fact(Fact::at(place, word)).nearest_to(word, STRATEGIES)
    });
    capabilities.into_iter().chain(strategy).collect()
}
