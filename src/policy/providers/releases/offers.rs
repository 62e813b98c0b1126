//! The versions behind a provider's selector, each with its contract.

use super::config_map::ConfigMap;
use super::repository::Repository;
use super::selector::LabelSelector;
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::{Series, Unread, written_series};
use crate::policy::providers::reasons::{NO_CONFIGMAP_SELECTED, SELECTOR_UNREADABLE};
use crate::reason::{Reason, Reasons};
use crate::wire::{Pointer, Value, read};

/// A version that can be had.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The version.
    pub version: &'a str,
    /// Its contract, if the metadata beside it tell.
    pub contract: Option<&'a str>,
}

/// The series in the metadata of a ConfigMap.
pub type Metadata<'a> = Result<Vec<Series<'a>>, Unread>;

/// Where facts about a selector and about ConfigMaps are.
pub struct Places<'p> {
    /// The selector.
    pub selector: Pointer,
    /// A ConfigMap by its index.
    pub map: &'p dyn Fn(usize) -> Pointer,
}

/// What the ConfigMaps of a namespace offer that a selector picks. One bad one spoils them all. `contract` finds that of a
/// version in the metadata of a ConfigMap, for several selectors may pick one.
pub fn offers<'a>(
    selector: Value<'a>,
    namespace: &str,
    maps: &[ConfigMap<'a>],
    places: &Places<'_>,
    contract: impl Fn(usize, &str) -> Option<&'a str>,
) -> Result<Vec<Offer<'a>>, Reasons> {
    let unreadable = |_| Reason::new(&SELECTOR_UNREADABLE, "fetchConfig.selector");
    let (selector, _) = read::<LabelSelector<'a>>(selector, "").map_err(unreadable)?;
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
    Ok(repository.maps().map(offer).collect())
}

/// Reads the metadata of a ConfigMap; `None`: it has none.
pub fn metadata_of<'a>(map: &ConfigMap<'a>) -> Option<Metadata<'a>> {
    let written = *map.data.as_ref()?.get("metadata")?;
    let unread = || Unread { found: written.kind().name().to_owned(), expected: "text" };
    Some(written.as_str().ok_or_else(unread).and_then(written_series))
}

/// The contract of the series that a version belongs to.
pub fn contract_in<'a>(version: &str, metadata: &Metadata<'a>) -> Option<&'a str> {
    let wanted = KubernetesVersion::parse(version).map(|version| version.series());
    let series = metadata.as_ref().ok()?;
    let (_, _, contract) = series.iter().find(|(major, minor, _)| Some((*major, *minor)) == wanted)?;
    Some(*contract).filter(|contract| !contract.is_empty())
}
