//! One ConfigMap that holds a version of a provider.

use super::compressed::{Damage, inflate};
use crate::base::KubernetesVersion;
use crate::policy::providers::reasons::{
    CONFIGMAP_DAMAGED, CONFIGMAP_WITHOUT_COMPONENTS, CONFIGMAP_WITHOUT_METADATA, CONFIGMAP_WITHOUT_VERSION,
};
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, Value, given};

const VERSION: &str = "provider.cluster.x-k8s.io/version";
const COMPRESSED: &str = "provider.cluster.x-k8s.io/compressed";

given! {
    /// A ConfigMap, as it is stored or cut down to what is looked at.
    foreign pub struct ConfigMap<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its namespace.
        namespace: Option<&'a str>,
        /// Its labels.
        labels: Ordered<&'a str, &'a str>,
        /// Its annotations.
        annotations: Ordered<&'a str, &'a str>,
        /// The same four of a stored object.
        metadata: Option<ObjectMeta<'a>>,
        /// What it holds.
        data: Option<Ordered<&'a str, Value<'a>>>,
        /// What it holds as bytes.
        binary_data ["binaryData"]: Option<Ordered<&'a str, Value<'a>>>,
        /// The keys of `data`, instead of `data`.
        data_keys ["dataKeys"]: Option<Vec<&'a str>>,
        /// The keys of `binaryData`, instead of it.
        binary_data_keys ["binaryDataKeys"]: Option<Vec<&'a str>>,
    }
}

given! {
    /// What names and labels an object.
    #[derive(Default)]
    foreign pub struct ObjectMeta<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its namespace.
        namespace: Option<&'a str>,
        /// Its labels.
        labels: Ordered<&'a str, &'a str>,
        /// Its annotations.
        annotations: Ordered<&'a str, &'a str>,
    }
}

/// What is wrong with a ConfigMap.
#[derive(Debug)]
pub struct Flaw {
    /// Its name.
    pub name: String,
    /// What is wrong.
    pub reason: Reason,
}

impl<'a> ConfigMap<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        self.name.or(self.metadata.as_ref().and_then(|meta| meta.name)).unwrap_or_default()
    }

    /// Its namespace, if anybody says it.
    pub fn namespace(&self) -> Option<&'a str> {
        self.namespace.or(self.metadata.as_ref().and_then(|meta| meta.namespace))
    }

    /// Its labels.
    pub fn labels(&self) -> &Ordered<&'a str, &'a str> {
        match &self.metadata {
            Some(meta) if self.labels.is_empty() => &meta.labels,
            _ => &self.labels,
        }
    }

    fn annotation(&self, key: &str) -> Option<&'a str> {
        let of_object = || self.metadata.as_ref().and_then(|meta| meta.annotations.get(key));
        self.annotations.get(key).or_else(of_object).copied()
    }

    /// The version it says: by its label, else by its name.
    pub fn version(&self) -> &'a str {
        self.labels().get(VERSION).copied().unwrap_or_else(|| self.name())
    }

    fn is_compressed(&self) -> bool {
        self.annotation(COMPRESSED) == Some("true")
    }

    /// Whether a key is in `data`.
    fn has(&self, key: &str) -> bool {
        let listed = self.data_keys.as_ref().is_some_and(|keys| keys.contains(&key));
        listed || self.data.as_ref().is_some_and(|data| data.get(key).is_some())
    }

    fn has_binary(&self, key: &str) -> bool {
        let listed = self.binary_data_keys.as_ref().is_some_and(|keys| keys.contains(&key));
        listed || self.binary_data.as_ref().is_some_and(|data| data.get(key).is_some())
    }

    /// Whether anything is said of its content.
    fn shows_content(&self) -> bool {
        self.data.is_some() || self.binary_data.is_some() || self.data_keys.is_some() || self.binary_data_keys.is_some()
    }

    /// What is wrong with it, if anything. Where its content is not shown, only the version is looked at.
    pub fn flaw(&self, place: &Pointer) -> Option<Flaw> {
        let reason = self.flawed().map(|reason| reason.fact(self.named_at(place)))?;
        Some(Flaw { name: self.name().to_owned(), reason })
    }

    /// Its name as a fact.
    fn named_at(&self, place: &Pointer) -> Fact {
        let of_object = || place.clone().key("metadata").key("name");
        let at = if self.name.is_some() { place.clone().key("name") } else { of_object() };
        Fact::of(at, self.name.or(self.metadata.as_ref().and_then(|meta| meta.name)))
    }

    fn flawed(&self) -> Option<Reason> {
        let name = self.name();
        if KubernetesVersion::parse(self.version()).is_none() {
            let reason = Reason::new(&CONFIGMAP_WITHOUT_VERSION, name).fact(Fact::named("version", self.version()));
            return Some(reason.fact(Fact::named("label", VERSION)));
        }
        if !self.shows_content() {
            return None;
        }
        if !self.has("metadata") {
            return Some(Reason::new(&CONFIGMAP_WITHOUT_METADATA, name));
        }
        let (has_components, member) = match self.is_compressed() {
            true => (self.has_binary("components"), "binaryData"),
            false => (self.has("components"), "data"),
        };
        if !has_components {
            return Some(Reason::new(&CONFIGMAP_WITHOUT_COMPONENTS, name).fact(Fact::named("member", member)));
        }
        let damage = self.damage()?;
        Some(Reason::new(&CONFIGMAP_DAMAGED, name).fact(Fact::named("found", damage)))
    }

    /// What is wrong with compressed components, if they are there to be looked at.
    fn damage(&self) -> Option<&'static str> {
        let components = self.binary_data.as_ref().filter(|_| self.is_compressed())?.get("components")?;
        match components.as_str() {
            Some(text) => inflate(text).err().map(Damage::word),
            None => Some("no text"),
        }
    }
}
