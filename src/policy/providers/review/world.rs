//! The loaded state of a management cluster.

use super::Subject;
use super::config_maps::config_maps;
use super::contract::Wanted;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::member;
use crate::policy::providers::versions::Api;
use crate::question::{Documents, Identity};
use crate::reason::Fact;
use crate::wire::{Document, Pointer, Value};

/// A loaded provider.
#[derive(Clone, Copy, Debug)]
pub struct Loaded<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace.
    pub namespace: &'a str,
    /// The API of the provider's object.
    pub api: Api,
    /// The provider's spec.
    pub spec: Option<Value<'a>>,
    /// Whether the provider is paused.
    pub paused: bool,
    /// The provider's contract, if known.
    pub contract: Option<&'a str>,
    /// Whether the provider's status reports the contract; otherwise its ConfigMap says it.
    pub reported: bool,
}

impl Loaded<'_> {
    /// Returns the provider as `Kind/name`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind.word(), self.name)
    }

    /// Returns the contract as a fact, with its place if the status reports it.
    pub fn contract_fact(&self) -> Fact {
        match self.reported {
            true => Fact::of(self.place().key("status").key("contract"), self.contract),
            false => Fact::named("core", self.contract),
        }
    }

    /// Returns the place that facts about the provider point into.
    pub fn place(&self) -> Pointer {
        Pointer::parsed(&format!("{}/{}/{}#", self.kind.word(), self.namespace, self.name))
    }
}

/// Returns the loaded providers of both APIs except the subject, sorted by install order, name and namespace.
pub fn others<'a>(subject: &Subject<'_, 'a>) -> Vec<Loaded<'a>> {
    let documents: &'a Documents = subject.asked.documents;
    let maps = config_maps(documents);
    let mut found = Vec::new();
    for (api, kind) in Api::ALL.iter().flat_map(|api| Kind::ALL.iter().map(move |kind| (*api, *kind))) {
        for document in documents.of_kind::<Document>(api.group(), kind.word()) {
            let root = document.root();
            let text = |key: &str| root.get("metadata").and_then(|metadata| metadata.get(key)).and_then(Value::as_str);
            let (name, namespace) = (text("name").unwrap_or_default(), text("namespace").unwrap_or_default());
            let own = (subject.api, subject.kind, subject.name, subject.namespace);
            if (api, kind, name, namespace) == own {
                continue;
            }
            let spec = root.get("spec");
            let paused = spec.and_then(|spec| member(spec, "paused")).and_then(Value::as_bool) == Some(true);
            let published = Wanted::of(spec).own_contract(namespace, &maps);
            let contract = published.or_else(|| reported_contract(root.get("status")));
            found.push(Loaded { kind, name, namespace, api, spec, paused, contract, reported: published.is_none() });
        }
    }
    crate::base::sort::sort_by_key(&mut found, |loaded: &Loaded<'_>| (loaded.kind, loaded.name, loaded.namespace));
    found
}

/// Returns the contract that a status reports.
pub fn reported_contract(status: Option<Value<'_>>) -> Option<&str> {
    let contract = status.and_then(|status| member(status, "contract")).and_then(Value::as_str);
    contract.filter(|contract| !contract.is_empty())
}

/// Whether a Secret is known to be missing: other Secrets of its namespace are loaded, but not this one.
pub fn lacks_secret(documents: &Documents, namespace: &str, name: &str) -> bool {
    let identity = Identity::in_group("", "Secret", Some(namespace), name);
    let beside = |known: String| known.split_once('/').is_some_and(|(known, _)| known == namespace);
    documents.find::<Document>(&identity).is_none() && documents.names("", "Secret").any(beside)
}
