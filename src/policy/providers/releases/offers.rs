//! The versions behind a provider's selector, each with its contract.

use super::config_map::ConfigMap;
use super::repository::Repository;
use super::selector::LabelSelector;
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::written_series;
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

/// Where facts about a selector and about ConfigMaps are.
pub struct Places<'p> {
    /// The selector.
    pub selector: Pointer,
    /// A ConfigMap by its index.
    pub map: &'p dyn Fn(usize) -> Pointer,
}

/// What the ConfigMaps of a namespace offer that a selector picks. One bad one spoils them all.
pub fn offers<'a>(
    selector: Value<'a>,
    namespace: &str,
    maps: &[ConfigMap<'a>],
    places: &Places<'_>,
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
    Ok(repository.maps().map(|map| Offer { version: map.version(), contract: contract(map) }).collect())
}

/// The contract of the series that a ConfigMap's version belongs to.
fn contract<'a>(map: &ConfigMap<'a>) -> Option<&'a str> {
    let wanted = KubernetesVersion::parse(map.version())?.series();
    let metadata = map.data.as_ref()?.get("metadata")?.as_str()?;
    let found = written_series(metadata)?.into_iter().find(|(major, minor, _)| (*major, *minor) == wanted)?;
    Some(found.2).filter(|contract| !contract.is_empty())
}
