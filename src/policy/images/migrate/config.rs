//! How the entries in the provider's configuration are migrated (section 17.1).

use super::findings::{Findings, Migrating};
use super::json::object;
use crate::base::{Index, Interner, Known};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ProfileSpec, USUAL};
use crate::policy::images::provider::{Provider, Whose, whose};
use crate::policy::images::reasons::{CONFIG_NOT_MIGRATED, FORMS_MIXED};
use crate::wire::{Json, Pointer, Value};

/// The members of an old entry that its flavors do not take over unchanged.
const OF_OLD_FORM: [&str; 4] = ["version", "architecture", "acceleratedNetworking", "regions"];

/// The provider's configuration.
#[derive(Debug)]
pub(super) struct Config<'a> {
    pub provider: Provider,
    value: Value<'a>,
}

/// An entry of the configuration, with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub image: usize,
    pub version: usize,
    value: Value<'a>,
}

/// What azure's configuration says about accelerated networking.
#[derive(Debug, Default)]
pub(super) struct Networking<'a> {
    /// Whether it is told apart: at first because the configuration mentions it, then because it is defined.
    pub counts: bool,
    types: Known<&'a str, bool>,
    artifacts: Known<(&'a str, &'a str, &'a str), bool>,
}

impl Networking<'_> {
    /// Whether a machine type is marked as accelerated.
    pub(super) fn is_accelerated(&self, machine: &str) -> bool {
        self.types.get(machine) == Some(&true)
    }

    /// Whether an artifact does not support accelerated networking.
    pub(super) fn is_basic(&self, image: &str, version: &str, architecture: &str) -> bool {
        self.counts && self.artifacts.get(&(image, version, architecture)) == Some(&false)
    }
}

fn text<'a>(value: Value<'a>, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn elements<'a>(value: Value<'a>, key: &str) -> impl Iterator<Item = Value<'a>> {
    value.get(key).into_iter().flat_map(Value::elements)
}

/// The path of the configuration in the document.
fn path() -> Pointer {
    Pointer::to("spec").key("providerConfig")
}

impl<'a> Config<'a> {
    /// Returns the configuration of a profile, `None` if it has none. An unknown kind of configuration is an error.
    pub(super) fn of(provider: Option<&'a str>, spec: &ProfileSpec<'a>, found: &mut Findings) -> Option<Self> {
        let value = spec.provider_config?;
        match whose(provider, Some(value), spec.provider_type) {
            Whose::Known(provider) => Some(Self { provider, value }),
            Whose::Other(name) => {
                found.error(|| Migrating::new(&CONFIG_NOT_MIGRATED, path(), name));
                None
            }
            Whose::Nobodys => {
                found.error(|| Migrating::new(&CONFIG_NOT_MIGRATED, path(), "providerConfig"));
                None
            }
        }
    }

    /// Whether it is azure's.
    pub(super) fn is_of_azure(&self) -> bool {
        self.provider == Provider::Azure
    }

    /// Whether entries in the old form only have artifacts for amd64.
    pub(super) fn is_for_one_architecture(&self) -> bool {
        self.provider == Provider::Alicloud
    }

    /// All entries, each with the name of its image and its version.
    pub(super) fn entries(&self) -> impl Iterator<Item = ((&'a str, &'a str), Entry<'a>)> {
        elements(self.value, "machineImages").enumerate().flat_map(|(image, known)| {
            let name = text(known, "name");
            elements(known, "versions")
                .enumerate()
                .map(move |(version, value)| ((name, text(value, "version")), Entry { image, version, value }))
        })
    }

    /// Reads what azure's configuration says about accelerated networking.
    pub(super) fn networking(&self) -> Networking<'a> {
        let mut networking = Networking::default();
        if !self.is_of_azure() {
            return networking;
        }
        let flag = |value: Value<'a>| value.get("acceleratedNetworking").and_then(Value::as_bool);
        for machine in elements(self.value, "machineTypes") {
            networking.counts |= flag(machine).is_some();
            networking.types.insert(text(machine, "name"), flag(machine) == Some(true));
        }
        for ((image, version), entry) in self.entries() {
            networking.counts |= flag(entry.value).is_some();
            let key = (image, version, architecture(entry.value));
            if networking.artifacts.get(&key).is_none() {
                networking.artifacts.insert(key, flag(entry.value) == Some(true));
            }
        }
        networking
    }

    /// Reports entries that already have capabilities, though the profile defines none.
    pub(super) fn check(&self, found: &mut Findings) {
        for ((_, version), entry) in self.entries() {
            let has = |key: &str| entry.value.get(key).is_some_and(|value| !value.is_null());
            let mixed = ["capabilityFlavors", "capabilities"].into_iter().find(|key| has(key));
            let in_regions = elements(entry.value, "regions").any(|item| item.get("capabilities").is_some());
            if let Some(key) = mixed.or(in_regions.then_some("regions")) {
                found.error(|| Migrating::new(&FORMS_MIXED, entry.path().key(key), version));
            }
        }
    }

    /// Returns the flavors that an entry becomes. `own` returns an artifact's capabilities besides its architecture.
    pub(super) fn flavors(
        &self,
        entry: &Entry<'a>,
        architectures: &[&'a str],
        own: impl Fn(&'a str) -> Capabilities<'a>,
    ) -> Vec<Json> {
        let references = || {
            let others = entry.value.members().filter(|(key, _)| !OF_OLD_FORM.contains(key));
            others.map(|(key, value)| (key.to_owned(), Json::from(value)))
        };
        let flavor = |architecture: &'a str, items: Option<Json>| {
            let mut members = vec![("capabilities".to_owned(), object(&with(architecture, own(architecture))))];
            members.extend(references());
            members.extend(items.map(|items| ("regions".to_owned(), items)));
            Json::Object(members)
        };
        match self.provider {
            Provider::Azure | Provider::Gcp => vec![flavor(architecture(entry.value), None)],
            Provider::Local => architectures.iter().map(|architecture| flavor(architecture, None)).collect(),
            Provider::Aws | Provider::Openstack | Provider::Alicloud => {
                let items: Vec<Value<'a>> = elements(entry.value, "regions").collect();
                if items.is_empty() {
                    return vec![flavor(USUAL, None)];
                }
                let of_item =
                    |item: &Value<'a>| if self.is_for_one_architecture() { USUAL } else { architecture(*item) };
                let by_architecture: Index<'a> = items.iter().map(of_item).collect();
                let of = |name: &'a str| -> Json {
                    let places = by_architecture.places(name);
                    places.filter_map(|place| items.get(place)).map(|item| region(*item)).collect()
                };
                by_architecture.distinct().into_iter().map(|name| flavor(name, Some(of(name)))).collect()
            }
        }
    }

    /// The number of bytes that an entry's flavors copy rather than move: the references of the entry, once per
    /// architecture.
    pub(super) fn copied(&self, entry: &Entry<'a>, architectures: usize) -> usize {
        let mut named = Interner::default();
        elements(entry.value, "regions").for_each(|item| {
            named.intern(architecture(item));
        });
        let times = match self.provider {
            Provider::Local => architectures,
            _ => named.len().max(1),
        };
        let others = entry.value.members().filter(|(key, _)| !OF_OLD_FORM.contains(key));
        let bytes: usize = others.map(|(key, value)| key.len() + value.json().len()).sum();
        times.saturating_mul(bytes)
    }
}

impl Entry<'_> {
    /// The path of the entry in the document.
    pub(super) fn path(&self) -> Pointer {
        place_of_entry(self.image, self.version)
    }
}

/// The path of an entry in the document.
pub(super) fn place_of_entry(image: usize, version: usize) -> Pointer {
    place_of_image(image).key("versions").index(version)
}

/// The path of an image's entries in the document.
pub(super) fn place_of_image(image: usize) -> Pointer {
    path().key("machineImages").index(image)
}

fn architecture(value: Value<'_>) -> &str {
    Some(text(value, ARCHITECTURE)).filter(|it| !it.is_empty()).unwrap_or(USUAL)
}

/// Returns an item of `regions` without its architecture.
fn region(item: Value<'_>) -> Json {
    let members = item.members().filter(|(key, _)| *key != ARCHITECTURE);
    Json::Object(members.map(|(key, value)| (key.to_owned(), Json::from(value))).collect())
}

/// Puts an architecture in front of other capabilities.
pub(super) fn with<'a>(architecture: &'a str, own: Capabilities<'a>) -> Capabilities<'a> {
    [(ARCHITECTURE, vec![architecture])].into_iter().chain(own.iter().cloned()).collect()
}
