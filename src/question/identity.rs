//! The identity of a document.

use super::documents::{Kinds, Loadable};
use crate::wire::{Pointer, Removal};

/// What tells documents apart: API group (not its version), kind, namespace and name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Identity {
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) namespace: Option<String>,
    pub(super) name: String,
}

impl Identity {
    /// An identity from an `apiVersion`, of which only the group counts. An empty namespace is the same as none.
    pub fn new(api_version: &str, kind: &str, namespace: Option<&str>, name: &str) -> Self {
        Self::in_group(group_of(api_version), kind, namespace, name)
    }

    /// An identity from a group. An empty namespace is the same as none.
    pub fn in_group(group: &str, kind: &str, namespace: Option<&str>, name: &str) -> Self {
        Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.filter(|namespace| !namespace.is_empty()).map(str::to_owned),
            name: name.to_owned(),
        }
    }

    /// The name as questions write it: `namespace/name`, or `name` if there is no namespace.
    pub(super) fn full_name(&self) -> String {
        match &self.namespace {
            Some(namespace) => format!("{namespace}/{}", self.name),
            None => self.name.clone(),
        }
    }

    /// The prefix of paths into the document: `Kind/name#`.
    pub(super) fn named(&self) -> Pointer {
        Pointer::parsed(&format!("{}/{}#", self.kind, self.full_name()))
    }

    /// How documents of this kind are compiled, if they are.
    pub(super) fn compiled_by(&self, kinds: Kinds) -> Option<&'static Loadable> {
        kinds(&self.group, &self.kind)
    }
}

/// The group of an `apiVersion`; empty for the core group.
pub(super) fn group_of(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

impl From<&Removal<'_>> for Identity {
    fn from(Removal { api_version, kind, namespace, name }: &Removal<'_>) -> Self {
        Self::new(api_version, kind, *namespace, name)
    }
}
