//! What pools may say and nothing reads: capabilities (section 15, worker's `machine.capabilities`), and update strategies
//! that there are none of.

use crate::policy::images::documents::{IN_PLACE, ShootDocument, Worker};
use crate::policy::images::reasons::{WORKER_CAPABILITIES_UNREAD, WORKER_STRATEGY_UNKNOWN};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// What is said of a pool that is at `place` in `given`.
pub(crate) fn unread_of_worker(worker: Option<&Worker<'_>>, place: &Pointer) -> Vec<Problem> {
    let said = worker.map(|worker| unread(worker, place, &Pointer::to("given").join(place)));
    said.unwrap_or_default()
}

/// The same for each pool of a Shoot.
pub(crate) fn unread_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let below = |at: Pointer, index| at.key("spec").key("provider").key("workers").index(index);
    let pools = shoot.workers().iter().enumerate();
    let unread =
        pools.flat_map(|(index, worker)| unread(worker, &below(shoot.place(), index), &below(shoot.path(), index)));
    unread.collect()
}

fn unread(worker: &Worker<'_>, place: &Pointer, path: &Pointer) -> Vec<Problem> {
    let capabilities =
        worker.machine.as_ref().and_then(|machine| machine.capabilities.filter(|value| !value.is_null()));
    let capabilities = capabilities.map(|value| {
        let [place, path] = [place, path].map(|at| at.clone().key("machine").key("capabilities"));
        Problem::warning(&WORKER_CAPABILITIES_UNREAD, path).fact(Fact::at(place, value))
    });
    let known = || IN_PLACE.into_iter().chain(["AutoRollingUpdate"]);
    let unknown = |word: &&str| !word.is_empty() && known().all(|known| known != *word);
    let strategy = worker.update_strategy.filter(unknown).map(|word| {
        let [place, path] = [place, path].map(|at| at.clone().key("updateStrategy"));
        Problem::warning(&WORKER_STRATEGY_UNKNOWN, path).fact(Fact::at(place, word)).nearest_to(word, known())
    });
    capabilities.into_iter().chain(strategy).collect()
}
