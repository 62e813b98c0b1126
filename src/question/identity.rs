//! The identity of a document.

use super::reasons::{LIST_TO_LOAD, NOT_A_DOCUMENT};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Removal, Value, given, read};

/// The group of Fitment's own documents.
pub const OWN_GROUP: &str = "fitment";

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

    /// An identity from a group. An empty namespace is the same as none, and documents of our own group have none,
    /// whatever they say.
    pub fn in_group(group: &str, kind: &str, namespace: Option<&str>, name: &str) -> Self {
        Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.filter(|namespace| !namespace.is_empty() && group != OWN_GROUP).map(str::to_owned),
            name: name.to_owned(),
        }
    }

    /// By these all documents are sorted first.
    pub(super) fn group_and_kind(&self) -> (&str, &str) {
        (&self.group, &self.kind)
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
}

/// The group of an `apiVersion`; empty for the core group.
pub fn group_of(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

impl From<&Removal<'_>> for Identity {
    fn from(Removal { api_version, kind, namespace, name }: &Removal<'_>) -> Self {
        Self::new(api_version, kind, *namespace, name)
    }
}

/// The problem with a list of objects in place of a document.
pub fn list(value: Value<'_>, path: &Pointer) -> Option<Problem> {
    let kind = value.get("kind").and_then(Value::as_str).filter(|kind| kind.ends_with("List"))?;
    // An object of a kind that is called so has a name.
    let items = value.get("items").filter(|_| value.get("metadata").and_then(|own| own.get("name")).is_none())?;
    let at = path.clone().key("kind");
    let problem = Problem::error(&LIST_TO_LOAD, at.clone()).fact(Fact::at(at, kind));
    Some(problem.fact(Fact::named("count", items.elements().count())))
}

/// The identity of a document that is to be loaded, and its `apiVersion`.
pub(super) fn identify(value: Value<'_>, path: &Pointer) -> Result<(Identity, String), Vec<Problem>> {
    if let Some(problem) = list(value, path) {
        return Err(vec![problem]);
    }
    let (head, _) = read::<Head<'_>>(value, path.as_str()).map_err(|fault| Problem::all_of(&fault))?;
    let Head { api_version, kind, metadata } = head;
    let named = [("apiVersion", api_version), ("kind", kind), ("name", metadata.name)];
    if let Some((key, _)) = named.iter().find(|(_, text)| text.is_empty()) {
        let at = if *key == "name" { path.clone().key("metadata").key(key) } else { path.clone().key(key) };
        return Err(vec![Problem::error(&NOT_A_DOCUMENT, at.clone()).fact(Fact::at(at, ""))]);
    }
    Ok((Identity::new(api_version, kind, metadata.namespace, metadata.name), api_version.to_owned()))
}

given! {
    /// The members that identify a document.
    foreign struct Head<'a> {
        /// The group and version.
        api_version ["apiVersion"]: &'a str,
        /// The kind.
        kind: &'a str,
        /// The name and namespace.
        metadata: Metadata<'a>,
    }
}

given! {
    /// The metadata that identify a document.
    foreign struct Metadata<'a> {
        /// The name.
        name: &'a str,
        /// The namespace; absent if the kind has none.
        namespace: Option<&'a str>,
    }
}
