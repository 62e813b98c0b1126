//! Finds unknown keys and values of the wrong type in documents of other systems.

use std::sync::LazyLock;

use super::identity::group_of;
use super::reasons::{DOCUMENT_OF_ANOTHER_KIND, ELEMENT_WITHOUT_VALUE, KEY_WITHOUT_VALUE, VERSION_NOT_SERVED};
use crate::reason::{Fact, Level, Problem};
use crate::wire::{Fields, Json, Pointer, Stranger, Value};

/// The known keys of a kind of document.
#[derive(Debug)]
pub struct KnownFields {
    /// The group and kind of documents that are loaded or reviewed; `None` if this kind is neither.
    pub kind: Option<(&'static str, &'static str)>,
    /// The versions that the API serves; empty if any version is accepted.
    pub versions: &'static [&'static str],
    /// The members of `given` that hold a document of this kind or a list of them.
    pub members: &'static [&'static str],
    /// The name of the document's object in `fields`.
    pub name: &'static str,
    /// The keys of all objects. There are hundreds, so they are parsed on first use.
    pub fields: &'static LazyLock<Fields<'static>>,
}

/// How many strangers are reported. Nobody reads more, and a sender could cause any number.
const TOLD: usize = 100;

impl KnownFields {
    /// The problems with a document at `path`: unknown keys, values of the wrong type, and keys without a value.
    pub fn strangers(&self, document: Value<'_>, path: &str, level: Level) -> Vec<Problem> {
        // An API server drops keys without a value. A kind with served versions is one that it stores.
        let found = self.fields.strangers(self.name, (document, path), (TOLD, !self.versions.is_empty()));
        let told = |stranger| match stranger {
            Stranger::Key { path, key, known } => Problem::unknown_key(level, &path, key, &known),
            Stranger::Value(fault) => Problem::of(&fault).at_level(level).about_a_key(),
            Stranger::Nothing { path, key } => {
                Problem::warning(&KEY_WITHOUT_VALUE, Pointer::parsed(&path)).fact(Fact::named("key", key))
            }
            Stranger::Element { path } => Problem::warning(&ELEMENT_WITHOUT_VALUE, Pointer::parsed(&path)),
        };
        found.into_iter().map(told).collect()
    }

    /// The same as warnings, preceded by warnings if the document states another kind or version than expected.
    pub fn warnings(&self, document: Value<'_>, path: &str) -> Vec<Problem> {
        let mut problems = self.of_another_kind(document, path, [Level::Warning; 2]);
        problems.extend(self.strangers(document, path, Level::Warning));
        problems
    }

    /// The problem that the API does not serve this version, if that is so.
    pub fn not_served(&self, api_version: &str, path: &str, level: Level) -> Option<Problem> {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        if self.versions.is_empty() || self.versions.contains(&version) {
            return None;
        }
        let at = Pointer::parsed(path).key("apiVersion");
        let served: Json = self.versions.iter().map(|version| format!("{group}/{version}")).collect();
        let problem = Problem::new(level, &VERSION_NOT_SERVED, at.clone()).fact(Fact::at(at, api_version));
        Some(problem.fact(Fact::named("served", served)))
    }

    /// The problems with a document that states another kind, group or version than the expected ones, at the levels of
    /// a kind and of an API.
    pub fn of_another_kind(&self, value: Value<'_>, path: &str, [kinds, apis]: [Level; 2]) -> Vec<Problem> {
        let Some((group, kind)) = self.kind else { return Vec::new() };
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let found = |level, key: &str, found: &str, expected: String| {
            let at = Pointer::parsed(path).key(key);
            let problem = Problem::new(level, &DOCUMENT_OF_ANOTHER_KIND, at.clone()).fact(Fact::at(at, found));
            problem.fact(Fact::named("expected", expected))
        };
        let mut problems = Vec::new();
        if let Some(other) = text("kind").filter(|own| *own != kind && !own.is_empty()) {
            problems.push(found(kinds, "kind", other, kind.to_owned()));
        }
        if let Some(api_version) = text("apiVersion") {
            if group_of(api_version) == group {
                problems.extend(self.not_served(api_version, path, apis));
            } else {
                let version = self.versions.first().map(|version| format!("/{version}")).unwrap_or_default();
                problems.push(found(apis, "apiVersion", api_version, format!("{group}{version}")));
            }
        }
        problems
    }
}
