//! The versions that a provider's selector offers, and the contract of a version that is not installed yet.

use super::Subject;
use super::config_maps::config_maps;
use crate::base::KubernetesVersion;
use crate::policy::providers::objects::member;
use crate::policy::providers::releases::{
    ConfigMap, Named, Offer, Places, contract_in, is_same_version, metadata_of, named_version, newest, offers,
};
use crate::reason::Reasons;
use crate::wire::{Pointer, Value};

/// The version and the source in a spec.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The version; `None` if it is missing or empty.
    pub version: Option<&'a str>,
    selector: Option<Value<'a>>,
    url: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    /// Reads the version and the source in a spec.
    pub fn of(spec: Option<Value<'a>>) -> Self {
        let version = spec.and_then(|spec| member(spec, "version")).and_then(Value::as_str);
        let of_source = |key: &str| member(member(spec?, "fetchConfig")?, key);
        let url = of_source("url").and_then(Value::as_str);
        Self { version: version.filter(|version| !version.is_empty()), selector: of_source("selector"), url }
    }

    /// Returns the version that is installed if the spec names none: the latest, or the one that the source names.
    pub fn unnamed(&self, subject: &Subject<'_, 'a>) -> Option<String> {
        self.latest(subject).or_else(|| self.of_source())
    }

    /// Returns the version that the URL of the source names.
    fn of_source(&self) -> Option<String> {
        match named_version(self.url?)? {
            Named::Version(version) => KubernetesVersion::parse(&version).is_some().then(|| version.clone()),
            Named::Latest => None,
        }
    }

    /// Returns why the ConfigMaps of the selector cannot be used, if so.
    pub fn unusable(&self, subject: &Subject<'_, 'a>) -> Reasons {
        let found =
            self.selector.map(|selector| picked(selector, subject.namespace, &config_maps(subject.asked.documents)));
        found.and_then(Result::err).unwrap_or_default()
    }

    /// Returns the latest version in the loaded ConfigMaps that the selector selects. `None` if it selects none or one
    /// of them is unusable.
    pub fn latest(&self, subject: &Subject<'_, 'a>) -> Option<String> {
        let listed: Vec<&str> = self.offers(subject)?.iter().map(|offer| offer.version).collect();
        newest(&listed, subject.asked.edition).map(|(version, _)| version.tag())
    }

    /// Returns the contract of a version, according to the metadata in its ConfigMap.
    pub fn contract(&self, wanted: &str, subject: &Subject<'_, 'a>) -> Option<&'a str> {
        contract_of(wanted, &self.offers(subject)?)
    }

    /// Returns the contract of the version in the spec of an object in `namespace`.
    pub fn own_contract(&self, namespace: &str, maps: &[ConfigMap<'a>]) -> Option<&'a str> {
        contract_of(self.version?, &picked(self.selector?, namespace, maps).ok()?)
    }

    /// Returns the versions in the loaded ConfigMaps that the selector selects. `None` if one of them is unusable.
    fn offers(&self, subject: &Subject<'_, 'a>) -> Option<Vec<Offer<'a>>> {
        picked(self.selector?, subject.namespace, &config_maps(subject.asked.documents)).ok()
    }
}

fn contract_of<'a>(wanted: &str, offered: &[Offer<'a>]) -> Option<&'a str> {
    offered.iter().find(|offer| is_same_version(offer.version, wanted))?.contract
}

/// Returns the versions in the ConfigMaps that a selector selects, or why they cannot be used.
fn picked<'a>(selector: Value<'a>, namespace: &str, maps: &[ConfigMap<'a>]) -> Result<Vec<Offer<'a>>, Reasons> {
    let place = |index: usize| {
        let name = maps.get(index).map(|map| format!("ConfigMap/{namespace}/{}#", map.name()));
        Pointer::parsed(&name.unwrap_or_default())
    };
    let places = Places { selector: Pointer::default(), map: &place };
    let contract = |index: usize, version: &str| contract_in(version, &metadata_of(maps.get(index)?)?);
    offers(selector, namespace, maps, &places, contract)
}
