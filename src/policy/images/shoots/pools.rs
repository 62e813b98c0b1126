//! What Gardener refuses of the pools of a Shoot taken together, and of changes of machines that stay where they are, and no
//! rule about a single pool looks at.

use super::admission::Admission;
use super::operation::Operation;
use crate::base::masterminds::Version;
use crate::base::{Known, Names};
use crate::policy::images::documents::{ShootDocument, WORKERS, Worker};
use crate::policy::images::reasons::{POOL_NOT_STORED, SHOOT_NOT_STORED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// A warning for each of these.
pub(super) fn refused_of_pools(admission: &Admission<'_, '_>) -> Vec<Problem> {
    if admission.shoot.is_being_deleted() {
        return Vec::new();
    }
    let workers =
        [admission.shoot.path(), admission.shoot.place()].map(|at| WORKERS.iter().fold(at, |at, key| at.key(key)));
    let mut problems: Vec<Problem> = come_or_go(admission).map(|what| not_stored(&workers, what)).into_iter().collect();
    problems.extend(of_system_components(admission.shoot, &workers));
    problems.extend(far_behind(admission.shoot, &workers));
    problems.extend(behind_a_gate(admission, &workers));
    problems.extend(kept_machines(admission, &workers));
    problems
}

/// Pools that begin to be updated in place, which a landscape has to allow first.
fn behind_a_gate(admission: &Admission<'_, '_>, workers: &[Pointer; 2]) -> Vec<Problem> {
    let old = admission.old.filter(|_| admission.operation == Operation::Update);
    let before: Names<'_> = old
        .map(|old| old.workers())
        .unwrap_or_default()
        .iter()
        .filter(|worker| worker.is_in_place())
        .map(Worker::name)
        .collect();
    let new = pools(admission.shoot).filter(|pool| pool.worker.is_in_place() && !before.contains(pool.worker.name()));
    new.map(|pool| {
        let what =
            "updates in place take the feature gate `InPlaceNodeUpdates`, which is off unless the landscape sets it";
        pool.not_stored(workers, &["updateStrategy"], what.to_owned())
    })
    .collect()
}

/// How many minor versions kubelets may be behind the control plane.
const BEHIND: u64 = 3;

/// Pools whose kubelets the control plane does not know any more.
fn far_behind(shoot: &ShootDocument<'_>, workers: &[Pointer; 2]) -> Vec<Problem> {
    let Some(control_plane) = Version::parse(shoot.kubernetes_version()) else { return Vec::new() };
    let far = pools(shoot).filter_map(|pool| {
        let version = pool.worker.kubernetes_version()?;
        let own = Version::parse(version)?;
        let is_far = own.major == control_plane.major && own.minor.saturating_add(BEHIND) < control_plane.minor;
        let what = || {
            format!("its Kubernetes version `{version}` is more than {BEHIND} minor ones behind the control plane's")
        };
        is_far.then(|| pool.not_stored(workers, &["kubernetes", "version"], what()))
    });
    far.collect()
}

fn not_stored([path, place]: &[Pointer; 2], what: &str) -> Problem {
    Problem::warning(&SHOOT_NOT_STORED, path.clone()).fact(Fact::absent(place.clone())).fact(Fact::named("what", what))
}

/// A Shoot has pools for ever, or never.
fn come_or_go(admission: &Admission<'_, '_>) -> Option<&'static str> {
    let old = admission.old.filter(|_| admission.operation == Operation::Update)?;
    match (old.workers(), admission.shoot.workers()) {
        ([], [_, ..]) => Some("a Shoot without pools may not get any"),
        ([_, ..], []) => Some("a Shoot with pools may not lose all of them"),
        _ => None,
    }
}

/// The components of the system need a pool that has machines, and machines in each of its zones.
fn of_system_components(shoot: &ShootDocument<'_>, workers: &[Pointer; 2]) -> Vec<Problem> {
    let allowed = |written: Value<'_>| match written.get("systemComponents").filter(|said| !said.is_null()) {
        Some(said) => said.get("allow").and_then(Value::as_bool) == Some(true),
        None => true,
    };
    let active: Vec<Pool<'_, '_>> =
        pools(shoot).filter(|pool| pool.worker.maximum != Some(0) && allowed(pool.written)).collect();
    if active.is_empty() && !shoot.workers().is_empty() {
        let what = "no pool that has machines is for the components of the system (`systemComponents.allow`)";
        return vec![not_stored(workers, what)];
    }
    // Who does not say how many machines there are at most asks about something else.
    let lacks = |pool: &Pool<'_, '_>| {
        pool.worker.maximum.is_some_and(|most| (0..pool.worker.zones.len() as i64).contains(&most))
    };
    let enough: Known<Vec<&str>, ()> =
        active.iter().filter(|pool| !lacks(pool)).map(|pool| (pool.zones(), ())).collect();
    let few = active.iter().filter(|pool| lacks(pool) && enough.get(&pool.zones()).is_none());
    few.map(|pool| {
        let (most, zones) = (pool.worker.maximum.unwrap_or_default(), pool.worker.zones.len());
        let what = format!("its maximum {most} is below its {zones} zones, and the components of the system need all");
        pool.not_stored(workers, &["maximum"], what)
    })
    .collect()
}

/// Machines that are updated in place are not made anew: what would take that may not change.
fn kept_machines(admission: &Admission<'_, '_>, workers: &[Pointer; 2]) -> Vec<Problem> {
    let Some(old) = admission.old.filter(|_| admission.operation == Operation::Update) else { return Vec::new() };
    let before: Known<&str, Pool<'_, '_>> = pools(old).map(|pool| (pool.worker.name(), pool)).collect();
    let shoot = admission.shoot;
    let mut problems = Vec::new();
    for pool in pools(shoot) {
        let was = before.get(pool.worker.name()).filter(|was| was.worker.is_in_place() && pool.worker.is_in_place());
        let Some(was) = was else { continue };
        for part in ["dataVolumes", "providerConfig"] {
            let [now, then] = [pool.written, was.written].map(|pool| pool.get(part).filter(|part| !part.is_null()));
            if now != then {
                let what = format!("its `{part}` may not change while its machines are updated in place");
                problems.push(pool.not_stored(workers, &[part], what));
            }
        }
        let from = was.worker.kubernetes_version().unwrap_or(old.kubernetes_version());
        let to = pool.worker.kubernetes_version().unwrap_or(shoot.kubernetes_version());
        if Version::parse(from).zip(Version::parse(to)).is_some_and(|(from, to)| to.skips_minor_after(&from)) {
            let what = format!("from Kubernetes `{from}` to `{to}` it would skip a minor version, in place");
            problems.push(pool.not_stored(workers, &["kubernetes", "version"], what));
        }
    }
    problems
}

/// A pool as it is read and as it is written.
struct Pool<'p, 'a> {
    index: usize,
    worker: &'p Worker<'a>,
    written: Value<'a>,
}

fn pools<'s, 'a>(shoot: &'s ShootDocument<'a>) -> impl Iterator<Item = Pool<'s, 'a>> {
    let all = shoot.workers().iter().zip(shoot.written_workers()).enumerate();
    all.map(|(index, (worker, written))| Pool { index, worker, written })
}

impl<'a> Pool<'_, 'a> {
    fn zones(&self) -> Vec<&'a str> {
        self.worker.zones.iter().copied().collect::<Names<'a>>().iter().collect()
    }

    fn not_stored(&self, workers: &[Pointer; 2], keys: &[&str], what: String) -> Problem {
        let [path, place] = workers.clone().map(|at| keys.iter().fold(at.index(self.index), |at, key| at.key(key)));
        let found = keys.iter().try_fold(self.written, |value, key| value.get(key)).map(Json::from);
        let problem = Problem::warning(&POOL_NOT_STORED, path).fact(Fact::of(place, found));
        problem.fact(Fact::named("pool", self.worker.name())).fact(Fact::named("what", what))
    }
}
