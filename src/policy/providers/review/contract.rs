//! The versions that a provider's selector offers, and the contract of a version that is not installed yet.

use super::Subject;
use super::world::config_maps;
use crate::policy::providers::objects::member;
use crate::policy::providers::releases::{
    ConfigMap, Offer, Places, contract_in, is_same_version, metadata_of, newest, offers,
};
use crate::wire::{Pointer, Value};

/// The version and the selector in a spec.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The version; `None` if it is missing or empty.
    pub version: Option<&'a str>,
    selector: Option<Value<'a>>,
}

impl<'a> Wanted<'a> {
    /// Reads the version and the selector of a spec.
    pub fn of(spec: Option<Value<'a>>) -> Self {
        let version = spec.and_then(|spec| member(spec, "version")).and_then(Value::as_str);
        let selector = spec.and_then(|spec| member(spec, "fetchConfig")).and_then(|config| member(config, "selector"));
        Self { version: version.filter(|version| !version.is_empty()), selector }
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
        contract_of(self.version?, &picked(self.selector?, namespace, maps)?)
    }

    /// Returns the versions in the loaded ConfigMaps that the selector selects. `None` if one of them is unusable.
    fn offers(&self, subject: &Subject<'_, 'a>) -> Option<Vec<Offer<'a>>> {
        picked(self.selector?, subject.namespace, &config_maps(subject.asked.documents))
    }
}

fn contract_of<'a>(wanted: &str, offered: &[Offer<'a>]) -> Option<&'a str> {
    offered.iter().find(|offer| is_same_version(offer.version, wanted))?.contract
}

fn picked<'a>(selector: Value<'a>, namespace: &str, maps: &[ConfigMap<'a>]) -> Option<Vec<Offer<'a>>> {
    // The reasons for a failure are not reported, so the places do not matter.
    let places = Places { selector: Pointer::default(), map: &|_| Pointer::default() };
    let contract = |index: usize, version: &str| contract_in(version, &metadata_of(maps.get(index)?)?);
    offers(selector, namespace, maps, &places, contract).ok()
}
