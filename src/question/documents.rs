use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::identity::Identity;
use crate::base::Digest;
use crate::wire::{ObjectWriter, Removal, Write, write_list};

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

/// A loaded document and what identifies it, shared with what [`Documents::without`] returns.
pub(super) type Entry = Arc<(Identity, Held)>;

/// The loaded documents.
///
/// A load either succeeds as a whole or changes nothing.
#[derive(Default)]
pub struct Documents {
    /// Sorted by identity.
    pub(super) held: Vec<Entry>,
    /// The groups and kinds of which all objects are loaded, sorted.
    pub(super) complete: Vec<(String, String)>,
}

/// Shows identities only: compiled documents are large, and code to print them would add to the wasm.
impl fmt::Debug for Documents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.held.iter().map(|entry| &entry.0)).finish()
    }
}

impl Documents {
    /// The same documents without one of them, if it is loaded. What was merged with it stays merged. This copies one
    /// pointer for each document.
    pub fn without(&self, removal: &Removal<'_>) -> Self {
        let mut held = self.held.clone();
        if let Ok(place) = place(&held, &Identity::from(removal)) {
            held.remove(place);
        }
        Self { held, complete: self.complete.clone() }
    }

    /// Whether all objects of a kind are loaded, so that one that is not loaded does not exist.
    pub fn is_complete(&self, group: &str, kind: &str) -> bool {
        let wanted = (group, kind);
        self.complete.binary_search_by(|(group, kind)| (group.as_str(), kind.as_str()).cmp(&wanted)).is_ok()
    }

    /// Whether the objects of a kind are known: some are loaded, or the kind was declared complete. What depends on an
    /// unknown kind is undecided.
    pub fn is_known(&self, group: &str, kind: &str) -> bool {
        self.is_complete(group, kind) || !self.entries_of(group, kind).is_empty()
    }

    /// All loaded documents of a kind in compiled form, sorted by namespace and name.
    pub fn of_kind<T: Compiled>(&self, group: &str, kind: &str) -> impl Iterator<Item = &T> {
        self.entries_of(group, kind).iter().filter_map(|entry| {
            let content: &dyn Any = entry.1.content.as_ref();
            content.downcast_ref()
        })
    }

    /// The names of all loaded documents of a kind, as questions write them.
    pub fn names(&self, group: &str, kind: &str) -> impl Iterator<Item = String> {
        self.entries_of(group, kind).iter().map(|entry| entry.0.full_name())
    }

    fn entries_of(&self, group: &str, kind: &str) -> &[Entry] {
        let wanted = (group, kind);
        let start = self.held.partition_point(|entry| entry.0.group_and_kind() < wanted);
        let end = self.held.partition_point(|entry| entry.0.group_and_kind() <= wanted);
        self.held.get(start..end).unwrap_or_default()
    }

    /// The compiled form of a loaded document, if there is one.
    pub fn find<T: Compiled>(&self, identity: &Identity) -> Option<&T> {
        let content: &dyn Any = find(&self.held, identity)?.content.as_ref();
        content.downcast_ref()
    }
}

fn place(list: &[Entry], wanted: &Identity) -> Result<usize, usize> {
    list.binary_search_by(|entry| entry.0.cmp(wanted))
}

pub(super) fn find<'h>(list: &'h [Entry], wanted: &Identity) -> Option<&'h Held> {
    list.get(place(list, wanted).ok()?).map(|entry| &entry.1)
}

/// Written as a list of all loaded documents, sorted by identity.
impl Write for Documents {
    fn write(&self, out: &mut String) {
        write_list(out, self.held.iter().map(|entry| Listed { identity: &entry.0, held: &entry.1 }));
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
