//! A ConfigMap that holds one version of a provider.

use super::compressed::{Damage, inflate};
use crate::base::KubernetesVersion;
use crate::policy::providers::reasons::{
    CONFIGMAP_DAMAGED, CONFIGMAP_WITHOUT_COMPONENTS, CONFIGMAP_WITHOUT_METADATA, CONFIGMAP_WITHOUT_VERSION,
    FIELD_OF_WRONG_TYPE,
};
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, Value, given};

const VERSION: &str = "provider.cluster.x-k8s.io/version";
const COMPRESSED: &str = "provider.cluster.x-k8s.io/compressed";

given! {
    /// A ConfigMap, either as stored in the cluster or reduced to the members that are read.
    foreign pub struct ConfigMap<'a> {
        /// The ConfigMap's name; absent: that in `metadata`.
        name: Option<&'a str>,
        /// The ConfigMap's namespace; absent: that in `metadata`.
        namespace: Option<&'a str>,
        /// The ConfigMap's labels; absent or empty: those in `metadata`.
        labels: Ordered<&'a str, Value<'a>>,
        /// The ConfigMap's annotations, which take precedence over those in `metadata`.
        annotations: Ordered<&'a str, Value<'a>>,
        /// The metadata of a stored object: name, namespace, labels and annotations.
        metadata: Option<ObjectMeta<'a>>,
        /// The text content by key.
        data: Option<Ordered<&'a str, Value<'a>>>,
        /// The binary content by key, in base64.
        binary_data ["binaryData"]: Option<Ordered<&'a str, Value<'a>>>,
        /// The keys of `data`, if the content itself is not given.
        data_keys ["dataKeys"]: Option<Vec<&'a str>>,
        /// The keys of `binaryData`, if the content itself is not given.
        binary_data_keys ["binaryDataKeys"]: Option<Vec<&'a str>>,
    }
}

given! {
    /// The metadata of a stored object.
    #[derive(Default)]
    foreign pub struct ObjectMeta<'a> {
        /// The object's name.
        name: Option<&'a str>,
        /// The object's namespace.
        namespace: Option<&'a str>,
        /// The object's labels.
        labels: Ordered<&'a str, Value<'a>>,
        /// The object's annotations.
        annotations: Ordered<&'a str, Value<'a>>,
    }
}

/// A ConfigMap that cannot be used, and why.
#[derive(Debug)]
pub struct Flaw {
    /// The ConfigMap's name.
    pub name: String,
    /// Why the ConfigMap cannot be used.
    pub reason: Reason,
}

impl<'a> ConfigMap<'a> {
    /// Returns the ConfigMap's name, or `""` if it has none.
    pub fn name(&self) -> &'a str {
        self.name.or(self.metadata.as_ref().and_then(|meta| meta.name)).unwrap_or_default()
    }

    /// Returns the ConfigMap's namespace, if given.
    pub fn namespace(&self) -> Option<&'a str> {
        self.namespace.or(self.metadata.as_ref().and_then(|meta| meta.namespace))
    }

    /// Returns the ConfigMap's labels.
    pub fn labels(&self) -> &Ordered<&'a str, Value<'a>> {
        match &self.metadata {
            Some(meta) if self.labels.is_empty() => &meta.labels,
            _ => &self.labels,
        }
    }

    fn annotation(&self, key: &str) -> Option<&'a str> {
        let of_object = || self.metadata.as_ref().and_then(|meta| meta.annotations.get(key));
        self.annotations.get(key).or_else(of_object)?.as_str()
    }

    /// Returns the version this ConfigMap holds: the value of the version label, or else the ConfigMap's name.
    pub fn version(&self) -> &'a str {
        self.labels().get(VERSION).and_then(|label| label.as_str()).unwrap_or_else(|| self.name())
    }

    fn is_compressed(&self) -> bool {
        self.annotation(COMPRESSED) == Some("true")
    }

    /// Whether `data` has the key.
    fn has(&self, key: &str) -> bool {
        let listed = self.data_keys.as_ref().is_some_and(|keys| keys.contains(&key));
        listed || self.data.as_ref().is_some_and(|data| data.get(key).is_some())
    }

    fn has_binary(&self, key: &str) -> bool {
        let listed = self.binary_data_keys.as_ref().is_some_and(|keys| keys.contains(&key));
        listed || self.binary_data.as_ref().is_some_and(|data| data.get(key).is_some())
    }

    /// Whether anything of the content is given: `data`, `binaryData` or their keys.
    fn shows_content(&self) -> bool {
        self.data.is_some() || self.binary_data.is_some() || self.data_keys.is_some() || self.binary_data_keys.is_some()
    }

    /// Returns why the ConfigMap cannot be used, if so.
    pub fn flaw(&self, place: &Pointer) -> Option<Flaw> {
        let reason = self.no_text(place).or_else(|| self.flawed()).map(|reason| reason.fact(self.named_at(place)))?;
        Some(Flaw { name: self.name().to_owned(), reason })
    }

    /// Returns the ConfigMap's name as a fact.
    fn named_at(&self, place: &Pointer) -> Fact {
        let of_object = || place.clone().key("metadata").key("name");
        let at = if self.name.is_some() { place.clone().key("name") } else { of_object() };
        Fact::of(at, self.name.or(self.metadata.as_ref().and_then(|meta| meta.name)))
    }

    /// Returns a reason if a label or an annotation is not text, which an API server does not store.
    fn no_text(&self, place: &Pointer) -> Option<Reason> {
        let own = (place.clone(), &self.labels, &self.annotations);
        let of_object = self
            .metadata
            .as_ref()
            .map(|ObjectMeta { labels, annotations, .. }| (place.clone().key("metadata"), labels, annotations));
        let mut texts = std::iter::once(own).chain(of_object).flat_map(|(at, labels, annotations)| {
            [(at.clone().key("labels"), labels), (at.key("annotations"), annotations)]
        });
        texts.find_map(|(at, texts)| {
            let (key, value) = texts.iter().find(|(_, value)| value.as_str().is_none())?;
            let reason = Reason::new(&FIELD_OF_WRONG_TYPE, *key).fact(Fact::at(at.key(key), *value));
            Some(reason.fact(Fact::named("found", value.kind().name())).fact(Fact::named("expected", "text")))
        })
    }

    fn flawed(&self) -> Option<Reason> {
        let name = self.name();
        if KubernetesVersion::parse(self.version()).is_none() {
            let reason = Reason::new(&CONFIGMAP_WITHOUT_VERSION, name).fact(Fact::named("version", self.version()));
            return Some(reason.fact(Fact::named("label", VERSION)));
        }
        // A stored object without content has none, but that of a reduced one may only be left out.
        if self.metadata.is_none() && !self.shows_content() {
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

    /// Returns what is wrong with the compressed components, if they are given.
    fn damage(&self) -> Option<&'static str> {
        let components = self.binary_data.as_ref().filter(|_| self.is_compressed())?.get("components")?;
        match components.as_str() {
            Some(text) => inflate(text).err().map(Damage::word),
            None => Some("no text"),
        }
    }
}
