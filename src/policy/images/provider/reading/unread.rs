//! Parts of a mapping that nothing reads: fields beside flavors, and artifacts in a region whose name is misspelt.

use crate::base::{Known, Names, nearest, sort};
use crate::policy::images::provider::written::{Placed, Provider, ProviderConfig, RegionItem};
use crate::policy::images::reasons::{MAPPED_REGION_UNKNOWN, READ_OF_FLAVORS_ALONE};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The maximum number of warnings of a kind.
const NAMED: usize = 20;

/// How many region names are compared with how many others; comparing two costs the product of their lengths.
const COMPARED: usize = 64;
const WITH: usize = 512;

/// Warns of each version that says something beside its flavors which the extension neither reads nor refuses.
pub fn beside_flavors(provider: Provider, config: &ProviderConfig<'_>, path: &Pointer) -> Vec<Problem> {
    let both = config.entries().filter(|placed| !placed.entry.capability_flavors.is_empty());
    let told = both.filter_map(|placed| {
        let entry = placed.entry;
        let image = || Some(entry.reference.image()).filter(|image| !image.is_empty());
        let (key, said): (_, Json) = match provider {
            Provider::Openstack => ("image", image()?.into()),
            Provider::Azure => {
                ("skipMarketplaceAgreement", entry.reference.skip_agreement.filter(|said| *said)?.into())
            }
            _ => return None,
        };
        let problem = Problem::warning(&READ_OF_FLAVORS_ALONE, placed.at(path).key(key)).fact(Fact::named("key", key));
        Some(problem.fact(Fact::named("said", said)).fact(Fact::named("version", entry.version())))
    });
    told.take(NAMED).collect()
}

/// Warns of each artifact in a region that the profile does not have, if the profile has a region with a similar name
/// and the artifact is not available there too.
pub fn misspelt_regions(config: &ProviderConfig<'_>, regions: &[&str], path: &Pointer) -> Vec<Problem> {
    let known: Names<'_> = regions.iter().copied().collect();
    let named = lists(config).flat_map(|(_, items)| items).map(RegionItem::name);
    let strange = sort::set(named.filter(|name| !name.is_empty() && !known.contains(name)));
    let meant = |name| Some((name, nearest(name, known.iter().take(WITH))?));
    let meant: Known<&str, &str> = strange.into_iter().take(COMPARED).filter_map(meant).collect();
    let told = lists(config).flat_map(|(at, items)| {
        let there: Names<'_> = items.iter().map(RegionItem::name).collect();
        let (meant, strangers) = (&meant, items.iter().enumerate());
        strangers.filter_map(move |(index, item)| {
            let region = meant.get(item.name()).filter(|region| !there.contains(region))?;
            let at = list_at(path, at).index(index).key("name");
            let problem = Problem::warning(&MAPPED_REGION_UNKNOWN, at).fact(Fact::named("region", item.name()));
            Some(problem.nearest_to(item.name(), [*region]))
        })
    });
    told.take(NAMED).collect()
}

/// Returns each list of artifacts in regions, of entries and of their flavors, with the entry and the index of the
/// flavor.
fn lists<'c, 'a>(
    config: &'c ProviderConfig<'a>,
) -> impl Iterator<Item = ((Placed<'c, 'a>, Option<usize>), &'c [RegionItem<'a>])> {
    config.entries().flat_map(|placed| {
        let flavors = placed.entry.capability_flavors.iter().enumerate();
        let of_flavors = flavors.map(move |(index, flavor)| ((placed, Some(index)), flavor.regions.as_slice()));
        [((placed, None), placed.entry.regions.as_slice())].into_iter().chain(of_flavors)
    })
}

fn list_at(path: &Pointer, (placed, flavor): (Placed<'_, '_>, Option<usize>)) -> Pointer {
    let at = placed.at(path);
    let at = match flavor {
        Some(flavor) => at.key("capabilityFlavors").index(flavor),
        None => at,
    };
    at.key("regions")
}
