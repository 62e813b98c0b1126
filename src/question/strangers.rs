//! Keys that documents of other systems do not have, and values of another kind than theirs.

use std::sync::LazyLock;

use crate::reason::{Level, Problem};
use crate::wire::{Fields, Stranger, Value};

/// The keys of a kind of document.
#[derive(Debug)]
pub struct KnownFields {
    /// The group and the kind of those that are loaded or reviewed, if they are.
    pub kind: Option<(&'static str, &'static str)>,
    /// The versions of its API that are served; any where none is named.
    pub versions: &'static [&'static str],
    /// The members of `given` that hold one or a list of them.
    pub members: &'static [&'static str],
    /// Their name among `fields`.
    pub name: &'static str,
    /// The keys of all, read when they are first asked for and kept: there are hundreds.
    pub fields: &'static LazyLock<Fields<'static>>,
}

/// How many of them are told: nobody reads on, and a sender could make them without end.
const TOLD: usize = 100;

impl KnownFields {
    /// What is said of what a document at `path` should not have.
    pub fn strangers(&self, document: Value<'_>, path: &str, level: Level) -> Vec<Problem> {
        let found = self.fields.strangers(self.name, document, path, TOLD);
        let told = |stranger| match stranger {
            Stranger::Key { path, key, known } => Problem::unknown_key(level, &path, key, &known),
            Stranger::Value(fault) => Problem::of(&fault).at_level(level).about_a_key(),
        };
        found.into_iter().map(told).collect()
    }

    /// The same of a document by itself.
    pub fn warnings(&self, document: Value<'_>) -> Vec<Problem> {
        self.strangers(document, "", Level::Warning)
    }
}
