use std::any::Any;
use std::fmt;

use super::identity::Identity;
use crate::base::Digest;
use crate::wire::{ObjectWriter, Write, write_list};

/// A document that has been compiled.
pub trait Compiled: Any + Send + Sync {}

impl<T: Any + Send + Sync> Compiled for T {}

/// A loaded document.
pub(super) struct Held {
    pub api_version: String,
    pub digest: Digest,
    /// The index of the document in its load.
    pub index: usize,
    pub content: Box<dyn Compiled>,
}

/// The loaded documents.
///
/// A load either succeeds as a whole or changes nothing.
#[derive(Default)]
pub struct Documents {
    /// Sorted by identity.
    pub(super) held: Vec<(Identity, Held)>,
    /// The groups and kinds of which all objects are loaded, sorted.
    pub(super) complete: Vec<(String, String)>,
}

/// Shows identities only: compiled documents are large, and code to print them would add to the wasm.
impl fmt::Debug for Documents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.held.iter().map(|(identity, _)| identity)).finish()
    }
}

impl Documents {
    /// Whether all objects of a kind are loaded, so that one that is not loaded does not exist.
    pub fn is_complete(&self, group: &str, kind: &str) -> bool {
        let wanted = (group, kind);
        self.complete.binary_search_by(|(group, kind)| (group.as_str(), kind.as_str()).cmp(&wanted)).is_ok()
    }

    /// Whether the objects of a kind are known: some are loaded, or the kind was declared complete. What depends on an
    /// unknown kind is undecided.
    pub fn is_known(&self, group: &str, kind: &str) -> bool {
        self.is_complete(group, kind) || self.names(group, kind).next().is_some()
    }

    /// All loaded documents of a kind in compiled form, sorted by namespace and name.
    pub fn of_kind<T: Compiled>(&self, group: &str, kind: &str) -> impl Iterator<Item = &T> {
        let of_kind = move |(identity, _): &&(Identity, Held)| identity.group == group && identity.kind == kind;
        self.held.iter().filter(of_kind).filter_map(|(_, held)| {
            let content: &dyn Any = held.content.as_ref();
            content.downcast_ref()
        })
    }

    /// The names of all loaded documents of a kind, as questions write them.
    pub fn names(&self, group: &str, kind: &str) -> impl Iterator<Item = String> {
        let of_kind = move |(identity, _): &&(Identity, Held)| identity.group == group && identity.kind == kind;
        self.held.iter().filter(of_kind).map(|(identity, _)| identity.full_name())
    }

    /// The compiled form of a loaded document, if there is one.
    pub fn find<T: Compiled>(&self, identity: &Identity) -> Option<&T> {
        let content: &dyn Any = find(&self.held, identity)?.content.as_ref();
        content.downcast_ref()
    }
}

pub(super) fn find<'h>(list: &'h [(Identity, Held)], wanted: &Identity) -> Option<&'h Held> {
    let place = list.binary_search_by(|(held, _)| held.cmp(wanted)).ok()?;
    list.get(place).map(|(_, held)| held)
}

/// Written as a list of all loaded documents, sorted by identity.
impl Write for Documents {
    fn write(&self, out: &mut String) {
        write_list(out, self.held.iter().map(|(identity, held)| Listed { identity, held }));
    }
}

struct Listed<'a> {
    identity: &'a Identity,
    held: &'a Held,
}

impl Write for Listed<'_> {
    fn write(&self, out: &mut String) {
        ObjectWriter::new(out)
            .member("apiVersion", &self.held.api_version)
            .member("kind", &self.identity.kind)
            .member("namespace", &self.identity.namespace)
            .member("name", &self.identity.name)
            .member("digest", &self.held.digest.to_string())
            .end();
    }
}
