//! What Gardener refuses about a Shoot although no rule about pools covers it: what its profile does not have, and what
//! the Shoot itself lacks.

use std::cell::OnceCell;

use super::admission::{Admission, Admitted};
use super::kubelet::kept_whole;
use super::new_zones::lacked_in_new_zones;
use super::operation::Operation;
use super::pools::refused_of_all_pools;
use super::taken_instead::taken_instead;
use super::unread_before::unread_before;
use super::unwritten::{moves_unwritten, on_expired};
use super::without_pools::refused_without_pools;
use crate::base;
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{
    Names, doubtful_of_pools, has_kubernetes, known_kubernetes, unknown_kubernetes, unknown_types,
};
use crate::policy::images::documents::{ExpirableVersion, ProfileSpec, ShootDocument, WorkerImage};
use crate::policy::images::reasons::{
    IMAGE_OF_ANOTHER_CASE, PROFILE_IS_ANOTHER, SHOOT_NOT_STORED, SHOOT_OF_ANOTHER_PROVIDER,
};
use crate::policy::images::versions::{Classification, current};
use crate::policy::images::workers::{Pool, pools, refused_of_kubelet, without_machines, without_pools};
use crate::question::{Asked, Doc};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of each such problem that is new or has changed since the stored Shoot.
pub(crate) fn beside_profile<'a>(
    admission: &Admission<'_, 'a>,
    admitted: &Admitted<'a>,
    asked: &Asked<'_>,
) -> Vec<Problem> {
    let Admission { shoot, old, profile, .. } = *admission;
    let spec = profile.spec();
    let is_new =
        |now: &str, was: fn(&ShootDocument<'a>) -> &'a str| !now.is_empty() && old.is_none_or(|old| was(old) != now);
    let mut problems = Vec::new();
    if is_new(shoot.provider_type(), |shoot| shoot.provider_type()) {
        problems.extend(of_another_provider(shoot, spec).or_else(|| of_changed_provider(admission)));
    }
    problems.extend(of_another_case(all_pools(shoot), spec));
    // A Shoot without a whole version gets one. A question about pools alone may leave the version out.
    let version = match shoot.kubernetes_version() {
        "" if shoot.part("kind").is_none() => "",
        _ => admitted.completed.kubernetes_version,
    };
    problems.extend(of_kubernetes(admission, version, asked));
    problems.extend(on_expired(admission, version, asked));
    problems.extend(refused_of_all_pools(admission, version));
    // A refused Shoot gets no machines.
    if admitted.is_allowed() && !shoot.is_being_deleted() {
        problems.extend(lacked_in_new_zones(admission));
        problems.extend(kept_whole(admission.shoot, admission.profile));
        problems.extend(without_machines(shoot));
    }
    let kubelet = ["kubernetes", "kubelet"];
    let told = ["spec"].iter().chain(&kubelet).try_fold(shoot.value, |value, key| value.get(key));
    for (keys, what) in told.map(refused_of_kubelet).unwrap_or_default() {
        let [path, place] = at(admission, &[&kubelet, keys.as_slice()].concat());
        let amount = told.and_then(|kubelet| keys.iter().try_fold(kubelet, |value, key| value.get(key)));
        let problem = Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::of(place, amount));
        problems.push(problem.fact(Fact::named("what", what)));
    }
    problems.extend(taken_instead(shoot, &admitted.completed));
    problems.extend(moves_unwritten(admission, &admitted.completed));
    problems.extend(refused_without_pools(admission));
    problems.extend(of_older_name(admission, version));
    problems.extend(of_two_names(admission));
    problems.extend(of_region(admission));
    if profile.lacks_unknown() {
        problems.extend(unknown_types(spec, [profile.spec_place(), profile.spec_path()], Some(shoot.region())));
    }
    problems.extend(unread_before(admission));
    problems.extend(doubtful_of_pools(profile, admitted.completed.workers.iter()));
    problems
}

/// The first minor version of Kubernetes with which a Shoot may not name its profile in the older field.
const NAMED_BY_REFERENCE: u64 = 34;

/// Warns that the Shoot names its profile in a field that its Kubernetes version does not allow.
fn of_older_name(admission: &Admission<'_, '_>, version: &str) -> Option<Problem> {
    let name = admission.shoot.spec.as_ref()?.cloud_profile_name.filter(|name| !name.is_empty())?;
    let version = Version::parse(version)?;
    let what = "from Kubernetes 1.34 on `spec.cloudProfile` names the profile, and `spec.cloudProfileName` is refused";
    let is_too_new = (version.major, version.minor) >= (1, NAMED_BY_REFERENCE);
    is_too_new.then(|| refused(admission, &["cloudProfileName"], name, what))
}

/// Warns that the two fields name different profiles, of which that in the newer field counts.
fn of_two_names(admission: &Admission<'_, '_>) -> Option<Problem> {
    let spec = admission.shoot.spec.as_ref()?;
    let older = spec.cloud_profile_name.filter(|name| !name.is_empty())?;
    let (_, named) = admission.shoot.profile().filter(|_| spec.cloud_profile.is_some())?;
    let [path, place] = at(admission, &["cloudProfileName"]);
    let problem = Problem::warning(&PROFILE_IS_ANOTHER, path).fact(Fact::at(place, older));
    (older != named).then(|| problem.fact(Fact::named("given", named)))
}

/// Warns of what is wrong with the Kubernetes version of the control plane, if it changes or the Shoot is new.
fn of_kubernetes(admission: &Admission<'_, '_>, version: &str, asked: &Asked<'_>) -> Vec<Problem> {
    let spec = admission.profile.spec();
    let before = admission.old.map(|old| old.kubernetes_version()).unwrap_or_default();
    if version.is_empty() || admission.old.is_some() && before == version {
        return Vec::new();
    }
    let told = |what: String| refused(admission, &["kubernetes", "version"], version, &what);
    let mut problems = Vec::new();
    if let (Some(now), Some(was)) = (Version::parse(version), Version::parse(before)) {
        // The rules that need no profile refuse it themselves.
        if now < was && !admission.static_rules {
            problems.push(told(format!("the Kubernetes version may not go down from `{before}` to `{version}`")));
        } else if now.skips_minor_after(&was) {
            let what = format!("the Kubernetes version may not skip a minor one, from `{before}` to `{version}`");
            problems.push(told(what));
        }
    }
    if !has_kubernetes(spec, version) {
        let known: Vec<String> = known_kubernetes(spec).map(|known| format!("`{known}`")).collect();
        problems.push(told(format!("the profile has no Kubernetes version `{version}`, only {}", known.join(", "))));
    } else if let Some(why) = inactive(admission, version, asked) {
        problems.push(told(format!("the Kubernetes version `{version}` {why}")));
    }
    problems
}

/// Warns that the provider changes, which is not allowed.
fn of_changed_provider(admission: &Admission<'_, '_>) -> Option<Problem> {
    let before = admission.old.map(|old| old.provider_type()).filter(|before| !before.is_empty())?;
    let now = admission.shoot.provider_type();
    let what = format!("the provider may not change from `{before}`");
    (now != before && !now.is_empty()).then(|| refused(admission, &["provider", "type"], now, &what))
}

/// Warns of what is wrong with the region: it may not change, has to be in the profile if it is new, and has to offer
/// the access restrictions of the Shoot.
fn of_region(admission: &Admission<'_, '_>) -> Vec<Problem> {
    let (shoot, spec) = (admission.shoot, admission.profile.spec());
    let region = shoot.region();
    let before = admission.old.map(|old| old.region()).filter(|before| !before.is_empty());
    let told = |what: String| refused(admission, &["region"], region, &what);
    let mut problems = Vec::new();
    problems.extend(
        before
            .filter(|before| *before != region)
            .map(|before| told(format!("the region may not change from `{before}`"))),
    );
    let names = || spec.regions.iter().filter_map(|region| region.name);
    let known = spec.regions.iter().find(|known| known.name == Some(region));
    if known.is_none() && !region.is_empty() && before != Some(region) && names().next().is_some() {
        problems.push(told(format!("the profile has no region `{region}`")).nearest_to(region, names()));
    }
    let Some(known) = known else { return problems };
    let restrictions = shoot.spec.as_ref().map(|spec| spec.access_restrictions.as_slice()).unwrap_or_default();
    let offered: base::Names<'_> = known.access_restrictions.iter().filter_map(|offered| offered.name).collect();
    let unknown = restrictions.iter().enumerate().filter_map(|(index, restriction)| {
        let name = restriction.name.unwrap_or_default();
        (!offered.contains(name)).then_some((index, name))
    });
    problems.extend(unknown.map(|(index, name)| {
        let [path, place] = at(admission, &["accessRestrictions"]).map(|at| at.index(index).key("name"));
        let what = format!("the region `{region}` has no access restriction `{name}`");
        let problem = Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::at(place, name));
        problem.fact(Fact::named("what", what))
    }));
    problems
}

/// Warns of each sign that a stored Shoot is not one of this profile: it has no pools, is for another provider, or has
/// a Kubernetes version that the profile does not know or an image name in other capitals than the profile.
pub(crate) fn signs_of_another(shoot: &Doc<'_, ShootDocument<'_>>, spec: &ProfileSpec<'_>) -> Vec<Problem> {
    let version = shoot.kubernetes_version();
    let kubernetes = || {
        let [path, place] = within(shoot, &["kubernetes", "version"]);
        unknown_kubernetes(spec, version, [place, path])
    };
    let mut problems: Vec<Problem> = without_pools(shoot).into_iter().chain(of_another_provider(shoot, spec)).collect();
    problems.extend((!version.is_empty()).then(kubernetes).flatten());
    problems.extend(of_another_case(all_pools(shoot), spec));
    problems
}

fn all_pools<'p, 'a>(shoot: &'p Doc<'_, ShootDocument<'a>>) -> impl Iterator<Item = Pool<'p, 'a>> {
    pools(shoot, [shoot.place(), shoot.path()])
}

/// Warns that a Shoot is for another provider than its profile.
fn of_another_provider(shoot: &Doc<'_, ShootDocument<'_>>, spec: &ProfileSpec<'_>) -> Option<Problem> {
    let provider = shoot.provider_type();
    let expected = spec.provider_type.filter(|expected| !expected.is_empty() && *expected != provider)?;
    let [path, place] = within(shoot, &["provider", "type"]);
    let problem = Problem::warning(&SHOOT_OF_ANOTHER_PROVIDER, path).fact(Fact::at(place, provider));
    (!provider.is_empty()).then(|| problem.fact(Fact::named("expected", expected)))
}

/// Warns of each pool whose image name differs from one of the profile only in capitals: only maintenance takes the two
/// for the same.
pub(crate) fn of_another_case<'p, 'a: 'p>(
    pools: impl Iterator<Item = Pool<'p, 'a>>,
    spec: &ProfileSpec<'_>,
) -> Vec<Problem> {
    const NAMED: usize = 20;
    let images = &spec.machine_images;
    let known = Names::new(images.iter().map(|image| image.name()));
    let folded = OnceCell::new();
    let alike = |name: &str| {
        let folded = folded.get_or_init(|| Names::new(images.iter().map(|image| image.name().to_lowercase())));
        images.get(folded.first(name.to_lowercase())?)
    };
    let named = pools.filter_map(|Pool { worker, at, .. }| {
        let name = worker.image().map(WorkerImage::name).filter(|name| !name.is_empty())?;
        if known.first(name).is_some() {
            return None;
        }
        let meant = alike(name)?.name();
        let [place, path] = at.map(|at| at.key("machine").key("image").key("name"));
        let problem = Problem::warning(&IMAGE_OF_ANOTHER_CASE, path).fact(Fact::at(place, name));
        Some(problem.fact(Fact::named("meant", meant)))
    });
    named.take(NAMED).collect()
}

/// Warns of each field that every Shoot needs and this one lacks, unless the stored Shoot lacks it too.
pub(crate) fn lacking(admission: &Admission<'_, '_>) -> Vec<Problem> {
    without_region(admission).into_iter().chain(without_provider(admission)).collect()
}

/// Warns that a Shoot names no provider.
pub(crate) fn without_provider(admission: &Admission<'_, '_>) -> Option<Problem> {
    missing(admission, &["provider", "type"], |shoot| shoot.provider_type())
}

/// Warns that a Shoot has no region, so that its pools are not judged by what zones lack.
pub(crate) fn without_region(admission: &Admission<'_, '_>) -> Option<Problem> {
    missing(admission, &["region"], |shoot| shoot.region())
}

fn missing<'a>(admission: &Admission<'_, 'a>, keys: &[&str], of: fn(&ShootDocument<'a>) -> &'a str) -> Option<Problem> {
    let is_new = admission.old.is_none_or(|old| !of(old).is_empty());
    (of(admission.shoot).is_empty() && is_new).then(|| {
        let [path, place] = at(admission, keys);
        let what = format!("it has no `spec.{}`", keys.join("."));
        Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::absent(place)).fact(Fact::named("what", what))
    })
}

/// Why a new Shoot cannot have a Kubernetes version of the profile. An existing Shoot may be moved to an expired one.
fn inactive(admission: &Admission<'_, '_>, version: &str, asked: &Asked<'_>) -> Option<&'static str> {
    let entries = admission.profile.spec().kubernetes_versions();
    let mut whole = entries.iter().filter(|entry| entry.version == Some(version)).peekable();
    if admission.operation != Operation::Create || whole.peek().is_none() {
        return None;
    }
    // If the version depends on the time and the time is not known, there is no warning.
    let is = |entry: &ExpirableVersion<'_>| current(entry, asked).ok();
    let mut last = None;
    for entry in whole {
        last = Some(is(entry).filter(|is| !is.is_active())?);
    }
    Some(if last == Some(Classification::Unavailable) { "is not available yet" } else { "has expired" })
}

fn refused(admission: &Admission<'_, '_>, keys: &[&str], found: &str, what: &str) -> Problem {
    let [path, place] = at(admission, keys);
    Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::at(place, found)).fact(Fact::named("what", what))
}

/// The path and the place of a field in the Shoot's `spec`.
fn at(admission: &Admission<'_, '_>, keys: &[&str]) -> [Pointer; 2] {
    within(admission.shoot, keys)
}

fn within(shoot: &Doc<'_, ShootDocument<'_>>, keys: &[&str]) -> [Pointer; 2] {
    [shoot.path(), shoot.place()].map(|start| keys.iter().fold(start.key("spec"), |at, key| at.key(key)))
}
