//! What Gardener refuses of a Shoot where no rule about pools looks: what its profile does not have, and what it lacks
//! whatever the profile.

use super::admission::Admission;
use super::operation::Operation;
use crate::policy::images::catalog::has_kubernetes;
use crate::policy::images::documents::{ExpirableVersion, ShootDocument};
use crate::policy::images::reasons::{SHOOT_NOT_STORED, SHOOT_OF_ANOTHER_PROVIDER};
use crate::policy::images::versions::{Classification, current};
use crate::question::Asked;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A warning for each of these that is new, or not as it was in the stored Shoot.
pub(crate) fn beside_profile<'a>(admission: &Admission<'_, 'a>, asked: &Asked<'_>) -> Vec<Problem> {
    let Admission { shoot, old, profile, .. } = *admission;
    let spec = profile.spec();
    let is_new =
        |now: &str, was: fn(&ShootDocument<'a>) -> &'a str| !now.is_empty() && old.is_none_or(|old| was(old) != now);
    let mut problems = Vec::new();
    let provider = shoot.provider_type();
    let expected = spec.provider_type.filter(|expected| !expected.is_empty() && *expected != provider);
    if let Some(expected) = expected.filter(|_| is_new(provider, |shoot| shoot.provider_type())) {
        let [path, place] = at(admission, &["provider", "type"]);
        let problem = Problem::warning(&SHOOT_OF_ANOTHER_PROVIDER, path).fact(Fact::at(place, provider));
        problems.push(problem.fact(Fact::named("expected", expected)));
    }
    let version = shoot.kubernetes_version();
    if is_new(version, |shoot| shoot.kubernetes_version()) {
        let keys = ["kubernetes", "version"];
        if !has_kubernetes(spec, version) {
            let problem =
                refused(admission, &keys, version, &format!("the profile has no Kubernetes version `{version}`"));
            let known = spec.kubernetes_versions().iter().filter_map(|entry| entry.version);
            problems.push(problem.nearest_to(version, known));
        } else if let Some(why) = inactive(admission, version, asked) {
            problems.push(refused(admission, &keys, version, &format!("the Kubernetes version `{version}` {why}")));
        }
    }
    let region = shoot.region();
    let regions = || spec.regions.iter().filter_map(|region| region.name);
    if regions().next().is_some() && !regions().any(|known| known == region) && is_new(region, |shoot| shoot.region()) {
        let problem = refused(admission, &["region"], region, &format!("the profile has no region `{region}`"));
        problems.push(problem.nearest_to(region, regions()));
    }
    problems
}

/// A warning for each of what every Shoot has to have that is not there, and was not missing in the stored one.
pub(crate) fn lacking<'a>(admission: &Admission<'_, 'a>) -> Vec<Problem> {
    let Admission { shoot, old, .. } = *admission;
    let lacks =
        |of: fn(&ShootDocument<'a>) -> &'a str| of(shoot).is_empty() && old.is_none_or(|old| !of(old).is_empty());
    let missing = |keys: &[&str]| {
        let [path, place] = at(admission, keys);
        let what = format!("it has no `spec.{}`", keys.join("."));
        Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::absent(place)).fact(Fact::named("what", what))
    };
    let region = lacks(|shoot| shoot.region()).then(|| missing(&["region"]));
    let provider = lacks(|shoot| shoot.provider_type()).then(|| missing(&["provider", "type"]));
    region.into_iter().chain(provider).collect()
}

/// Why a new Shoot does not get a Kubernetes version of the profile. One that exists may be moved to one that has
/// expired.
fn inactive(admission: &Admission<'_, '_>, version: &str, asked: &Asked<'_>) -> Option<&'static str> {
    let entries = admission.profile.spec().kubernetes_versions();
    let mut whole = entries.iter().filter(|entry| entry.version == Some(version)).peekable();
    if admission.operation != Operation::Create || whole.peek().is_none() {
        return None;
    }
    // Where the time counts and is not known, nothing is said of it.
    let is = |entry: &ExpirableVersion<'_>| current(entry, asked).ok();
    let mut last = None;
    for entry in whole {
        last = Some(is(entry).filter(|is| !is.is_active())?);
    }
    Some(if last == Some(Classification::Unavailable) { "is not to be had yet" } else { "has expired" })
}

fn refused(admission: &Admission<'_, '_>, keys: &[&str], found: &str, what: &str) -> Problem {
    let [path, place] = at(admission, keys);
    Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::at(place, found)).fact(Fact::named("what", what))
}

/// The path and the place of something in the Shoot's `spec`.
fn at(admission: &Admission<'_, '_>, keys: &[&str]) -> [Pointer; 2] {
    let shoot = admission.shoot;
    [shoot.path(), shoot.place()].map(|start| keys.iter().fold(start.key("spec"), |at, key| at.key(key)))
}
