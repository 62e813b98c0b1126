//! What a Shoot says and its profile does not have, where no rule about pools looks: the API server may refuse it, or
//! machines never come up.

use crate::policy::images::catalog::{Offer, unknown_kubernetes};
use crate::policy::images::documents::ShootDocument;
use crate::policy::images::reasons::{REGION_UNKNOWN, SHOOT_OF_ANOTHER_PROVIDER};
use crate::question::Doc;
use crate::reason::{Fact, Problem};

/// A warning for each of these that is new, or not as it was in the stored Shoot.
pub(crate) fn beside_profile<'a>(
    shoot: &Doc<'_, ShootDocument<'a>>,
    old: Option<&ShootDocument<'a>>,
    offer: &Doc<'_, Offer<'a>>,
) -> Vec<Problem> {
    let spec = offer.spec();
    let at = |keys: &[&str]| {
        [shoot.path(), shoot.place()].map(|start| keys.iter().fold(start.key("spec"), |at, key| at.key(key)))
    };
    let is_new =
        |now: &str, was: fn(&ShootDocument<'a>) -> &'a str| !now.is_empty() && old.is_none_or(|old| was(old) != now);
    let mut problems = Vec::new();
    let provider = shoot.provider_type();
    let expected = spec.provider_type.filter(|expected| !expected.is_empty() && *expected != provider);
    if let Some(expected) = expected.filter(|_| is_new(provider, |shoot| shoot.provider_type())) {
        let [path, place] = at(&["provider", "type"]);
        let problem = Problem::warning(&SHOOT_OF_ANOTHER_PROVIDER, path).fact(Fact::at(place, provider));
        problems.push(problem.fact(Fact::named("expected", expected)));
    }
    let version = shoot.kubernetes_version();
    if is_new(version, |shoot| shoot.kubernetes_version()) {
        let [path, place] = at(&["kubernetes", "version"]);
        problems.extend(unknown_kubernetes(spec, version, [place, path]));
    }
    let region = shoot.region();
    let regions = || spec.regions.iter().filter_map(|region| region.name);
    if regions().next().is_some() && !regions().any(|known| known == region) && is_new(region, |shoot| shoot.region()) {
        let [path, place] = at(&["region"]);
        let problem = Problem::warning(&REGION_UNKNOWN, path).fact(Fact::at(place, region));
        problems.push(problem.nearest_to(region, regions()));
    }
    problems
}
