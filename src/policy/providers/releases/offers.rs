//! The versions that a provider's selector finds in ConfigMaps, with their contracts.

use super::config_map::ConfigMap;
use super::repository::{Repository, plain};
use super::selector::LabelSelector;
use crate::base::{Index, KubernetesVersion, Names};
use crate::policy::providers::contracts::{Series, Unread, written_series};
use crate::policy::providers::reasons::{NO_CONFIGMAP_SELECTED, SELECTOR_UNREADABLE};
use crate::reason::{Reason, Reasons};
use crate::wire::{Pointer, Value, read};

/// A version that can be installed.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The version.
    pub version: &'a str,
    /// The version's contract, if the metadata in its ConfigMap say it.
    pub contract: Option<&'a str>,
}

/// The release series in the metadata of a ConfigMap, or why the metadata cannot be read.
pub type Metadata<'a> = Result<Vec<Series<'a>>, Unread>;

/// Where facts about the selector and the ConfigMaps point to.
pub struct Places<'p> {
    /// The place of the selector.
    pub selector: Pointer,
    /// Returns the place of the ConfigMap at an index.
    pub map: &'p dyn Fn(usize) -> Pointer,
}

/// Returns the versions in the ConfigMaps of `namespace` that `selector` selects. If one of them is unusable, all are
/// refused. `contract` looks up the contract of a version in the metadata of the ConfigMap at an index; it is a
/// parameter because several selectors may select the same ConfigMap.
pub fn offers<'a>(
    selector: Value<'a>,
    namespace: &str,
    maps: &[ConfigMap<'a>],
    places: &Places<'_>,
    contract: impl Fn(usize, &str) -> Option<&'a str>,
) -> Result<Vec<Offer<'a>>, Reasons> {
    // Without a misspelled member, the selector would select more than it was meant to.
    let whole = read::<LabelSelector<'a>>(selector, "").ok().filter(|(_, unknown)| unknown.is_empty());
    let (selector, _) = whole.ok_or_else(|| Reason::new(&SELECTOR_UNREADABLE, "fetchConfig.selector"))?;
    let selection = selector.understood(&places.selector).map_err(Reasons::from)?;
    let repository = Repository::select(maps, Some(namespace), Some(&selection), places.map);
    if repository.is_empty() {
        return Err(Reason::new(&NO_CONFIGMAP_SELECTED, "fetchConfig.selector").into());
    }
    if !repository.flaws().is_empty() {
        return Err(repository.flaws().iter().map(|flaw| flaw.reason.clone()).collect());
    }
    let offer = |(index, map): (usize, &ConfigMap<'a>)| {
        let version = map.version();
        Offer { version, contract: contract(index, version) }
    };
    Ok(undisputed(repository.maps().map(offer).collect()))
}

/// Takes the contract from versions for which several ConfigMaps say different ones: nobody can say which is used.
fn undisputed(mut offers: Vec<Offer<'_>>) -> Vec<Offer<'_>> {
    let versions: Index<'_> = offers.iter().map(|offer| plain(offer.version)).collect();
    let contract = |place: usize| offers.get(place).and_then(|offer| offer.contract);
    let disputed = versions.repeated().filter(|(version, place)| {
        let first = versions.find(version);
        first.is_some_and(|first| contract(first) != contract(*place))
    });
    let disputed: Names<'_> = disputed.map(|(version, _)| version).collect();
    offers.iter_mut().filter(|offer| disputed.contains(plain(offer.version))).for_each(|offer| offer.contract = None);
    offers
}

/// Reads the metadata of a ConfigMap. Returns `None` if it has none.
pub fn metadata_of<'a>(map: &ConfigMap<'a>) -> Option<Metadata<'a>> {
    let written = *map.data.as_ref()?.get("metadata")?;
    let unread = || Unread { found: written.kind().name().to_owned(), expected: "text" };
    Some(written.as_str().ok_or_else(unread).and_then(written_series))
}

/// Returns the contract of the series that `version` belongs to. An empty contract counts as none.
pub fn contract_in<'a>(version: &str, metadata: &Metadata<'a>) -> Option<&'a str> {
    let wanted = KubernetesVersion::parse(version).map(|version| version.series());
    let series = metadata.as_ref().ok()?;
    let (_, _, contract) = series.iter().find(|(major, minor, _)| Some((*major, *minor)) == wanted)?;
    Some(*contract).filter(|contract| !contract.is_empty())
}
