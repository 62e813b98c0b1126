//! Shoots that leave out what maintenance depends on. Files from git do; stored Shoots do not.

use crate::base::masterminds::Version;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ShootDocument, Worker, WorkerDocument};
use crate::policy::images::reasons::{
    AUTO_UPDATE_NOT_SAID, KUBERNETES_VERSION_BEGUN, KUBERNETES_VERSION_NOT_TO_BE_HAD, ONLY_BEGUN, SHOOT_BEING_DELETED,
    UPDATES_LEFT_OPEN,
};
use crate::policy::images::shoots::of_another_case;
use crate::policy::images::store::Written;
use crate::policy::images::versions::Prefix;
use crate::policy::images::workers::{Pool, above_control_plane, pools, unread_of_pools, version_begun};
use crate::question::Doc;
use crate::reason::{Code, Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// How many Shoots a warning names, and how many warnings of a kind there are.
const NAMED: usize = 5;

/// The members of a profile that determine the images of pools.
const MAINTAINED_BY: [&str; 3] = ["machineImages", "machineTypes", "machineCapabilities"];

/// The keys of the flag for automatic image updates in a Shoot.
const UPDATES: [&str; 4] = ["spec", "maintenance", "autoUpdate", "machineImageVersion"];

/// Returns warnings about what a Shoot leaves out, or states in vain, that maintenance depends on. Those about unread
/// parts of pools come first.
pub(super) fn told_of_shoot<'a>(shoot: &Doc<'_, ShootDocument<'a>>, offer: &Offer<'a>) -> Vec<Problem> {
    let mut problems = unread_of_pools(shoot);
    problems.extend(being_deleted(shoot));
    problems.extend(not_said(shoot));
    problems.extend(begun(shoot));
    problems.extend(newer_than_control_plane(pools(shoot, [shoot.place(), shoot.path()]), shoot.kubernetes_version()));
    problems.extend(begun_versions(shoot, offer));
    problems
}

/// Returns warnings about what a pool without its Shoot leaves out that maintenance depends on: like [`told_of_shoot`],
/// for a control plane of the version that the question gives.
pub(super) fn told_of_worker<'a>(
    worker: &WorkerDocument<'a>,
    control_plane: Option<&str>,
    offer: &Offer<'a>,
) -> Vec<Problem> {
    let given = Pointer::to("given");
    let pool = || {
        let at = Pointer::to("worker");
        Pool { worker, written: worker.value, at: [at.clone(), given.clone().join(&at)] }
    };
    let own = worker.kubernetes_version().map(|own| (own, pool().at[0].clone().key("kubernetes").key("version")));
    let versions = control_plane.map(|version| (version, Pointer::to("kubernetesVersion"))).into_iter().chain(own);
    let begun = versions.filter(|(version, _)| is_begun(version) && Version::parse(version).is_some());
    let told = begun.map(|(version, place)| {
        let problem = Problem::warning(&KUBERNETES_VERSION_NOT_TO_BE_HAD, given.clone().join(&place));
        problem.fact(Fact::at(place, version)).fact(Fact::named("why", ONLY_BEGUN))
    });
    let mut problems: Vec<Problem> = told.collect();
    problems.extend(newer_than_control_plane(std::iter::once(pool()), control_plane.unwrap_or_default()));
    problems.extend(version_begun(worker, offer, pool().at));
    problems.extend(of_another_case(std::iter::once(pool()), offer.spec()));
    problems
}

/// Returns a warning if a Shoot does not say whether its images are updated automatically.
fn not_said(shoot: &Doc<'_, ShootDocument<'_>>) -> Option<Problem> {
    let [place, path] = [shoot.place(), shoot.path()].map(|at| UPDATES.iter().fold(at, |at, key| at.key(key)));
    let problem = Problem::warning(&AUTO_UPDATE_NOT_SAID, path).fact(Fact::absent(place));
    (!says_updates(shoot.value)).then_some(problem)
}

/// Returns a warning if a Shoot is being deleted, since no maintenance will reach it.
fn being_deleted(shoot: &Doc<'_, ShootDocument<'_>>) -> Option<Problem> {
    let at = Pointer::to("metadata").key("deletionTimestamp");
    let when = shoot.value.get("metadata")?.get("deletionTimestamp")?;
    let [place, path] = [shoot.place(), shoot.path()].map(|place| place.join(&at));
    let problem = Problem::warning(&SHOOT_BEING_DELETED, path).fact(Fact::at(place, when));
    shoot.is_being_deleted().then_some(problem)
}

/// Returns a warning if the Kubernetes version of a Shoot is only a prefix, and for each pool whose own version is.
fn begun(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    // A missing version is reported elsewhere.
    let own = Some((shoot.kubernetes_version(), shoot.path().key("spec"))).filter(|(version, _)| !version.is_empty());
    let of_pools = pools(shoot, [shoot.place(), shoot.path()])
        .filter_map(|Pool { worker, at: [_, path], .. }| Some((worker.kubernetes_version()?, path)));
    let begun = own.into_iter().chain(of_pools).filter(|(version, _)| is_begun(version));
    let told = begun.filter_map(|(version, at)| {
        let path = at.key("kubernetes").key("version");
        Some(told(&KUBERNETES_VERSION_BEGUN, [&**shoot].into_iter(), &path)?.fact(Fact::named("value", version)))
    });
    told.take(NAMED).collect()
}

/// Whether a version is only a prefix; a missing one is too.
fn is_begun(version: &str) -> bool {
    matches!(Prefix::of(version), Ok(Some(_)))
}

/// Returns warnings about a profile's Shoots that do not say whether their images are updated, or that have no complete
/// Kubernetes version, if the change of the profile may affect what maintenance does.
pub(crate) fn unsaid<'s, 'a: 's>(
    sides: [&Written<'_>; 2],
    shoots: impl Iterator<Item = &'s ShootDocument<'a>> + Clone,
) -> Vec<Problem> {
    let specs = sides.map(|side| side.get("spec").unwrap_or(Value::NULL));
    if MAINTAINED_BY.iter().all(|key| specs[0].get(key) == specs[1].get(key)) {
        return Vec::new();
    }
    let path = &sides[1].path();
    let shoots = shoots.filter(|shoot| !shoot.is_being_deleted() && !shoot.workers().is_empty());
    let open = shoots.clone().filter(|shoot| !says_updates(shoot.value));
    let open = told(&UPDATES_LEFT_OPEN, open, path);
    open.into_iter().chain(begun_of(shoots, path)).collect()
}

fn begun_of<'s, 'a: 's>(
    shoots: impl Iterator<Item = &'s ShootDocument<'a>> + Clone,
    path: &Pointer,
) -> Option<Problem> {
    let begun_in = |shoot: &ShootDocument<'a>| {
        let of_pools = shoot.workers().iter().filter_map(Worker::kubernetes_version);
        let mut versions = [shoot.kubernetes_version()].into_iter().chain(of_pools);
        versions.find(|version| is_begun(version))
    };
    let mut begun = shoots.filter(|shoot| begun_in(shoot).is_some());
    let first = begun.clone().find_map(begun_in)?;
    Some(told(&KUBERNETES_VERSION_BEGUN, begun.by_ref(), path)?.fact(Fact::named("value", first)))
}

fn told<'s, 'a: 's>(
    code: &'static Code,
    mut shoots: impl Iterator<Item = &'s ShootDocument<'a>>,
    path: &Pointer,
) -> Option<Problem> {
    let name = |shoot: &ShootDocument<'_>| format!("{}/{}", shoot.namespace(), shoot.name());
    let named: Vec<String> = shoots.by_ref().take(NAMED).map(name).collect();
    let count = named.len() + shoots.count();
    let named: Json = named.into_iter().collect();
    let problem = Problem::warning(code, path.clone()).fact(Fact::named("count", count));
    (count > 0).then(|| problem.fact(Fact::named("shoots", named)))
}

fn says_updates(shoot: Value<'_>) -> bool {
    UPDATES.iter().try_fold(shoot, |value, key| value.get(key)).is_some_and(|said| !said.is_null())
}

/// Returns a warning for each pool whose image version is only a prefix and does not exist literally in the profile.
fn begun_versions<'a>(shoot: &Doc<'_, ShootDocument<'a>>, offer: &Offer<'a>) -> Vec<Problem> {
    let pools = pools(shoot, [shoot.place(), shoot.path()]);
    pools.filter_map(|pool| version_begun(pool.worker, offer, pool.at)).take(NAMED).collect()
}

/// Returns a warning for each pool with a newer Kubernetes version than its control plane, which no stored Shoot has.
/// The control plane's version limits the pool's.
fn newer_than_control_plane<'p, 'a: 'p>(
    pools: impl Iterator<Item = Pool<'p, 'a>>,
    control_plane: &str,
) -> Vec<Problem> {
    let Some(limit) = Version::parse(control_plane) else { return Vec::new() };
    let newer = pools.filter_map(|Pool { worker, at, .. }| {
        let own = worker.kubernetes_version()?;
        let [place, path] = at.map(|at| at.key("kubernetes").key("version"));
        let why = || above_control_plane(worker.name(), Fact::at(place, own), [own, control_plane]);
        (Version::parse(own)? > limit).then(|| Problem::warning_of(why(), path))
    });
    newer.take(NAMED).collect()
}
