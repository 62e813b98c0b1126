//! What names a document.

use super::documents::{Kinds, Loadable};
use crate::wire::{Pointer, Removal};

/// What tells documents apart: the group, not the version, of their API; kind, namespace and name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Identity {
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) namespace: Option<String>,
    pub(super) name: String,
}

impl Identity {
    /// An identity; of the version only the group counts, and an empty namespace is none.
    pub fn new(api_version: &str, kind: &str, namespace: Option<&str>, name: &str) -> Self {
        Self::in_group(group_of(api_version), kind, namespace, name)
    }

    /// An identity of a group.
    pub fn in_group(group: &str, kind: &str, namespace: Option<&str>, name: &str) -> Self {
        Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.filter(|namespace| !namespace.is_empty()).map(str::to_owned),
            name: name.to_owned(),
        }
    }

    /// The name, after the namespace if there is one, as questions name it.
    pub(super) fn full_name(&self) -> String {
        match &self.namespace {
            Some(namespace) => format!("{namespace}/{}", self.name),
            None => self.name.clone(),
        }
    }

    /// What stands for the document in the place of a path: its kind and its name.
    pub(super) fn named(&self) -> Pointer {
        Pointer::parsed(&format!("{}/{}#", self.kind, self.full_name()))
    }

    /// How it is worked up, if it is.
    pub(super) fn compiled_by(&self, kinds: Kinds) -> Option<&'static Loadable> {
        kinds(&self.group, &self.kind)
    }
}

/// The group of an `apiVersion`; the core group has no name.
pub(super) fn group_of(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

impl From<&Removal<'_>> for Identity {
    fn from(Removal { api_version, kind, namespace, name }: &Removal<'_>) -> Self {
        Self::new(api_version, kind, *namespace, name)
    }
}
