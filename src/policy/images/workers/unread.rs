//! What pools may say and nothing reads (section 15, worker's `machine.capabilities`).

use crate::policy::images::documents::{ShootDocument, Worker};
use crate::policy::images::reasons::WORKER_CAPABILITIES_UNREAD;
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A warning of the capabilities of a pool that is at `place` in `given`.
pub(crate) fn capabilities_of_worker(worker: Option<&Worker<'_>>, place: &Pointer) -> Option<Problem> {
    unread(worker?, place, &Pointer::to("given").join(place))
}

/// The same for each pool of a Shoot.
pub(crate) fn capabilities_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let below = |at: Pointer, index| at.key("spec").key("provider").key("workers").index(index);
    let pools = shoot.workers().iter().enumerate();
    let unread =
        pools.filter_map(|(index, worker)| unread(worker, &below(shoot.place(), index), &below(shoot.path(), index)));
    unread.collect()
}

fn unread(worker: &Worker<'_>, place: &Pointer, path: &Pointer) -> Option<Problem> {
    let value = worker.machine.as_ref()?.capabilities.filter(|value| !value.is_null())?;
    let [place, path] = [place, path].map(|at| at.clone().key("machine").key("capabilities"));
    Some(Problem::warning(&WORKER_CAPABILITIES_UNREAD, path).fact(Fact::at(place, value)))
}
