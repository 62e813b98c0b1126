//! The regions in which a machine boots a different artifact than the one found when no region is named (section 17.4,
//! steps 3 and 5): a name that holds in all regions counts only where the region has no artifact of its own.

use crate::base::{Edition, sort};
use crate::policy::images::provider::choice::Wish;
use crate::policy::images::provider::written::ProviderConfig;
use crate::policy::images::reasons::ARTIFACT_OF_ANOTHER_REGION;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The maximum number of regions to look at; each costs as much as the question itself.
const LOOKED_AT: usize = 64;

/// Returns the regions in which another artifact is booted, if the question names no region.
pub(super) fn booting_another<'a>(wish: &Wish<'_, 'a>, config: &ProviderConfig<'a>, edition: Edition) -> Vec<&'a str> {
    if !wish.region.is_empty() || wish.provider.regional_key().is_none() {
        return Vec::new();
    }
    let boots = |region| wish.in_region(region).find(config, edition).ok().map(|boots| boots.reference.text);
    let without = boots("");
    let of_entries = wish.entries(config).flat_map(|entry| {
        entry.regions.iter().chain(entry.capability_flavors.iter().flat_map(|flavor| &flavor.regions))
    });
    let named = sort::set(of_entries.map(|item| item.name()).filter(|name| !name.is_empty()));
    let another = |region: &&'a str| boots(region).is_some_and(|there| Some(there) != without);
    named.into_iter().take(LOOKED_AT).filter(another).collect()
}

/// Warns that these regions have another artifact than the one found.
pub(super) fn told(regions: &[&str]) -> Option<Problem> {
    let (first, count) = (regions.first()?, regions.len());
    let problem = Problem::warning(&ARTIFACT_OF_ANOTHER_REGION, Pointer::to("given").key("region"));
    Some(problem.fact(Fact::named("count", count)).fact(Fact::named("region", *first)))
}
