//! The versions behind a provider's selector, each with its contract.

use super::config_map::ConfigMap;
use super::repository::Repository;
use super::selector::LabelSelector;
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::{Unread, written_series};
use crate::policy::providers::reasons::{CONFIGMAP_METADATA_UNREAD, NO_CONFIGMAP_SELECTED, SELECTOR_UNREADABLE};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Pointer, Value, read};

/// A version that can be had.
#[derive(Debug)]
pub struct Offer<'a> {
    /// The version.
    pub version: &'a str,
    /// Its contract, if the metadata beside it tell.
    pub contract: Option<&'a str>,
    /// The index of the ConfigMap and what is wrong with those metadata, if they cannot be read.
    pub unread: Option<(usize, Reason)>,
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
    Ok(repository.maps().map(|(index, map)| offer(map, index)).collect())
}

/// What a ConfigMap offers.
fn offer<'a>(map: &ConfigMap<'a>, index: usize) -> Offer<'a> {
    let version = map.version();
    let metadata = map.data.as_ref().and_then(|data| data.get("metadata")).copied();
    let (contract, unread) = match metadata.map(|metadata| contract(version, metadata)) {
        Some(Ok(contract)) => (contract, None),
        Some(Err(Unread { found, expected })) => {
            let reason = Reason::new(&CONFIGMAP_METADATA_UNREAD, map.name());
            let reason = reason.fact(Fact::named("found", found)).fact(Fact::named("expected", expected));
            (None, Some((index, reason)))
        }
        None => (None, None),
    };
    Offer { version, contract, unread }
}

/// The contract of the series that a version belongs to.
fn contract<'a>(version: &str, metadata: Value<'a>) -> Result<Option<&'a str>, Unread> {
    let unread = || Unread { found: metadata.kind().name().to_owned(), expected: "text" };
    let series = written_series(metadata.as_str().ok_or_else(unread)?)?;
    let wanted = KubernetesVersion::parse(version).map(|version| version.series());
    let found = series.into_iter().find(|(major, minor, _)| Some((*major, *minor)) == wanted);
    Ok(found.map(|(_, _, contract)| contract).filter(|contract| !contract.is_empty()))
}
