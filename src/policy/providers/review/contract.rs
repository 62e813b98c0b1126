//! The contract of a version that is not installed yet, and the versions that there are.

use super::Subject;
use super::world::config_maps;
use crate::policy::providers::objects::member;
use crate::policy::providers::releases::{
    ConfigMap, Offer, Places, contract_in, is_same_version, metadata_of, newest, offers,
};
use crate::wire::{Pointer, Value};

/// What a spec says of its version and where it is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The version.
    pub version: Option<&'a str>,
    selector: Option<Value<'a>>,
}

impl<'a> Wanted<'a> {
    /// Reads a spec.
    pub fn of(spec: Option<Value<'a>>) -> Self {
        let version = spec.and_then(|spec| member(spec, "version")).and_then(Value::as_str);
        let selector = spec.and_then(|spec| member(spec, "fetchConfig")).and_then(|config| member(config, "selector"));
        Self { version: version.filter(|version| !version.is_empty()), selector }
    }

    /// The latest version of the loaded ConfigMaps, where all that the selector picks are good.
    pub fn latest(&self, subject: &Subject<'_, 'a>) -> Option<String> {
        let listed: Vec<&str> = self.offers(subject)?.iter().map(|offer| offer.version).collect();
        newest(&listed, subject.asked.edition).map(|(version, _)| version.tag())
    }

    /// The contract of a version: that of its series in the metadata of its ConfigMap.
    pub fn contract(&self, wanted: &str, subject: &Subject<'_, 'a>) -> Option<&'a str> {
        contract_of(wanted, &self.offers(subject)?)
    }

    /// The contract of the version that is written, of an object in this namespace.
    pub fn own_contract(&self, namespace: &str, maps: &[ConfigMap<'a>]) -> Option<&'a str> {
        contract_of(self.version?, &picked(self.selector?, namespace, maps)?)
    }

    /// What the loaded ConfigMaps offer that the selector picks, unless one of them is bad.
    fn offers(&self, subject: &Subject<'_, 'a>) -> Option<Vec<Offer<'a>>> {
        picked(self.selector?, subject.namespace, &config_maps(subject.asked.documents))
    }
}

fn contract_of<'a>(wanted: &str, offered: &[Offer<'a>]) -> Option<&'a str> {
    offered.iter().find(|offer| is_same_version(offer.version, wanted))?.contract
}

fn picked<'a>(selector: Value<'a>, namespace: &str, maps: &[ConfigMap<'a>]) -> Option<Vec<Offer<'a>>> {
    // Why there are none is not told.
    let places = Places { selector: Pointer::default(), map: &|_| Pointer::default() };
    let contract = |index: usize, version: &str| contract_in(version, &metadata_of(maps.get(index)?)?);
    offers(selector, namespace, maps, &places, contract).ok()
}
