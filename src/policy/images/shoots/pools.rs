//! What Gardener refuses although no rule about a single pool covers it: about all pools of a Shoot together, and about
//! changes of machines that are updated in place.

use super::admission::Admission;
use super::operation::Operation;
use crate::base::masterminds::Version;
use crate::base::{Known, Names};
use crate::policy::images::documents::{ShootDocument, WORKERS, Worker};
use crate::policy::images::reasons::SHOOT_NOT_STORED;
use crate::policy::images::workers::{NotStored, Pool, pools};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::Value;

/// Warns of each such problem; `version` is that of the control plane.
pub(super) fn refused_of_all_pools(admission: &Admission<'_, '_>, version: &str) -> Vec<Problem> {
    let shoot = admission.shoot;
    if shoot.is_being_deleted() {
        return Vec::new();
    }
    let all: Vec<Pool<'_, '_>> = pools(shoot, [shoot.place(), shoot.path()]).collect();
    let mut problems: Vec<Problem> = come_or_go(admission).map(|what| refused(shoot, what)).into_iter().collect();
    // A question about pools alone may leave out the number of machines; in a whole document that means none.
    let is_whole = shoot.part("kind").is_some();
    let has_machines = |pool: &&Pool<'_, '_>| pool.worker.maximum.map_or(!is_whole, |most| most != 0);
    let of_system: Vec<&Pool<'_, '_>> =
        all.iter().filter(has_machines).filter(|pool| is_for_the_system(pool)).collect();
    if of_system.is_empty() && !all.is_empty() {
        let what = "no pool that has machines is for the components of the system (`systemComponents.allow`)";
        problems.push(refused(shoot, what));
    }
    let of_pools = [
        too_few_for_the_system(&of_system),
        far_behind(version, &all),
        behind_a_gate(admission, &all),
        kept_machines(admission, version, &all),
    ];
    problems.extend(of_pools.into_iter().flatten().map(NotStored::warning));
    problems
}

/// Refuses pools that begin to be updated in place, which the landscape has to allow first.
fn behind_a_gate<'p>(admission: &Admission<'_, '_>, all: &[Pool<'p, '_>]) -> Vec<NotStored<'p>> {
    if admission.gates.in_place_updates() {
        return Vec::new();
    }
    let old = admission.old.filter(|_| admission.operation == Operation::Update);
    let before: Names<'_> = old
        .map(|old| old.workers())
        .unwrap_or_default()
        .iter()
        .filter(|worker| worker.is_in_place())
        .map(Worker::name)
        .collect();
    let new = all.iter().filter(|pool| pool.worker.is_in_place() && !before.contains(pool.worker.name()));
    let what = "updates in place take the feature gate `InPlaceNodeUpdates`, which is off unless the landscape sets it";
    new.map(|pool| pool.not_stored(&["updateStrategy"], what.to_owned())).collect()
}

/// The number of minor versions that kubelets may be behind the control plane.
const BEHIND: u64 = 3;

/// Refuses pools whose kubelets are too old for the control plane.
fn far_behind<'p>(version: &str, all: &[Pool<'p, '_>]) -> Vec<NotStored<'p>> {
    let Some(control_plane) = Version::parse(version) else { return Vec::new() };
    let far = all.iter().filter_map(|pool| {
        let version = pool.worker.kubernetes_version()?;
        let own = Version::parse(version)?;
        let is_far = own.major == control_plane.major && own.minor.saturating_add(BEHIND) < control_plane.minor;
        let what = || {
            format!("its Kubernetes version `{version}` is more than {BEHIND} minor ones behind the control plane's")
        };
        is_far.then(|| pool.not_stored(&["kubernetes", "version"], what()))
    });
    far.collect()
}

/// The warning about all pools of a Shoot together.
fn refused(shoot: &Doc<'_, ShootDocument<'_>>, what: &str) -> Problem {
    let path = WORKERS.iter().fold(shoot.path(), |at, key| at.key(key));
    Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::named("what", what))
}

/// Refuses that a Shoot with pools loses all of them, or that one without pools gets any.
fn come_or_go(admission: &Admission<'_, '_>) -> Option<&'static str> {
    let old = admission.old.filter(|_| admission.operation == Operation::Update)?;
    match (old.workers(), admission.shoot.workers()) {
        ([], [_, ..]) => Some("a Shoot without pools may not get any"),
        ([_, ..], []) => Some("a Shoot with pools may not lose all of them"),
        _ => None,
    }
}

/// Refuses pools for system components whose maximum is below the number of their zones, unless another pool with the
/// same zones has enough machines.
fn too_few_for_the_system<'p>(all: &[&Pool<'p, '_>]) -> Vec<NotStored<'p>> {
    let lacks = |pool: &&&Pool<'_, '_>| {
        pool.worker.maximum.is_some_and(|most| (0..pool.worker.zones.len() as i64).contains(&most))
    };
    let enough: Known<Vec<&str>, ()> = all.iter().filter(|pool| !lacks(pool)).map(|pool| (zones(pool), ())).collect();
    let few = all.iter().filter(lacks).filter(|pool| enough.get(&zones(pool)).is_none());
    few.map(|pool| {
        let (most, zones) = (pool.worker.maximum.unwrap_or_default(), pool.worker.zones.len());
        let what = format!("its maximum {most} is below its {zones} zones, and the components of the system need all");
        pool.not_stored(&["maximum"], what)
    })
    .collect()
}

/// Whether system components may run on the pool.
fn is_for_the_system(pool: &Pool<'_, '_>) -> bool {
    let said = pool.written.get("systemComponents").filter(|said| !said.is_null());
    said.is_none_or(|said| said.get("allow").and_then(Value::as_bool) == Some(true))
}

fn zones<'a>(pool: &Pool<'_, 'a>) -> Vec<&'a str> {
    pool.worker.zones.iter().copied().collect::<Names<'a>>().iter().collect()
}

/// Refuses changes of machines that are updated in place which would need new machines, or would skip a minor version
/// of Kubernetes.
fn kept_machines<'p>(admission: &Admission<'_, '_>, version: &str, all: &[Pool<'p, '_>]) -> Vec<NotStored<'p>> {
    let Some(old) = admission.old.filter(|_| admission.operation == Operation::Update) else { return Vec::new() };
    let shoot = admission.shoot;
    let before: Known<&str, Pool<'_, '_>> =
        pools(old, [shoot.place(), shoot.path()]).map(|pool| (pool.worker.name(), pool)).collect();
    let mut refused = Vec::new();
    for pool in all.iter().filter(|pool| pool.worker.is_in_place()) {
        let Some(was) = before.get(pool.worker.name()).filter(|was| was.worker.is_in_place()) else { continue };
        for part in ["dataVolumes", "providerConfig"] {
            let [now, then] = [pool.written, was.written].map(|pool| pool.get(part).filter(|part| !part.is_null()));
            if now != then {
                let what = format!("its `{part}` may not change while its machines are updated in place");
                refused.push(pool.not_stored(&[part], what));
            }
        }
        let from = was.worker.kubernetes_version().unwrap_or(old.kubernetes_version());
        let to = pool.worker.kubernetes_version().unwrap_or(version);
        if Version::parse(from).zip(Version::parse(to)).is_some_and(|(from, to)| to.skips_minor_after(&from)) {
            let what = format!("from Kubernetes `{from}` to `{to}` it would skip a minor version, in place");
            refused.push(pool.not_stored(&["kubernetes", "version"], what));
        }
    }
    refused
}
