//! What of a mapping nothing reads: what stands beside flavors, and an artifact in a region with a misspelt name.

use super::config::{Entry, ProviderConfig, RegionItem};
use super::providers::Provider;
use crate::base::{Names, nearest};
use crate::policy::images::reasons::{MAPPED_REGION_UNKNOWN, READ_OF_FLAVORS_ALONE};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// How many are named.
const NAMED: usize = 20;

/// A warning for each version that says something beside its flavors which the extension neither reads nor refuses there.
pub fn beside_flavors(provider: Provider, config: &ProviderConfig<'_>, path: &Pointer) -> Vec<Problem> {
    let both = entries(config).filter(|(_, entry)| !entry.capability_flavors.is_empty());
    let told = both.filter_map(|(at, entry)| {
        let image = || Some(entry.reference.image()).filter(|image| !image.is_empty());
        let (key, said): (_, Json) = match provider {
            Provider::Openstack => ("image", image()?.into()),
            Provider::Azure => {
                ("skipMarketplaceAgreement", entry.reference.skip_agreement.filter(|said| *said)?.into())
            }
            _ => return None,
        };
        let problem = Problem::warning(&READ_OF_FLAVORS_ALONE, placed(path, at).key(key)).fact(Fact::named("key", key));
        Some(problem.fact(Fact::named("said", said)).fact(Fact::named("version", entry.version())))
    });
    told.take(NAMED).collect()
}

/// A warning for each artifact in a region that the profile does not have, where it has one of nearly that name and the
/// artifact is not there as well.
pub fn misspelt_regions(config: &ProviderConfig<'_>, regions: &[&str], path: &Pointer) -> Vec<Problem> {
    let known: Names<'_> = regions.iter().copied().collect();
    let mut problems = Vec::new();
    let mut look_at = |items: &[RegionItem<'_>], at: &dyn Fn() -> Pointer| {
        let strangers = items.iter().enumerate().filter(|(_, item)| !known.contains(item.name()));
        for (index, item) in strangers.filter(|(_, item)| !item.name().is_empty()) {
            if problems.len() == NAMED {
                return;
            }
            let is_there = |region: &str| items.iter().any(|other| other.name() == region);
            let Some(meant) = nearest(item.name(), known.iter()).filter(|meant| !is_there(meant)) else { continue };
            let at = at().key("regions").index(index).key("name");
            let problem = Problem::warning(&MAPPED_REGION_UNKNOWN, at).fact(Fact::named("region", item.name()));
            problems.push(problem.nearest_to(item.name(), [meant]));
        }
    };
    for (at, entry) in entries(config) {
        look_at(&entry.regions, &|| placed(path, at));
        for (index, flavor) in entry.capability_flavors.iter().enumerate() {
            look_at(&flavor.regions, &|| placed(path, at).key("capabilityFlavors").index(index));
        }
    }
    problems
}

fn entries<'c, 'a>(config: &'c ProviderConfig<'a>) -> impl Iterator<Item = ([usize; 2], &'c Entry<'a>)> {
    config.machine_images.iter().enumerate().flat_map(|(image, known)| {
        known.versions.iter().enumerate().map(move |(version, entry)| ([image, version], entry))
    })
}

fn placed(path: &Pointer, [image, version]: [usize; 2]) -> Pointer {
    path.clone().key("machineImages").index(image).key("versions").index(version)
}
