//! Keys that documents of other systems do not have, and values of another kind than theirs.

use std::sync::LazyLock;

use super::reasons::{DOCUMENT_OF_ANOTHER_KIND, KEY_WITHOUT_VALUE, VERSION_NOT_SERVED};
use crate::reason::{Fact, Level, Problem};
use crate::wire::{Fields, Json, Pointer, Stranger, Value};

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
        // An API server takes a key with nothing behind it for one that is not there.
        let found = self.fields.strangers(self.name, (document, path), (TOLD, !self.versions.is_empty()));
        let told = |stranger| match stranger {
            Stranger::Key { path, key, known } => Problem::unknown_key(level, &path, key, &known),
            Stranger::Value(fault) => Problem::of(&fault).at_level(level).about_a_key(),
            Stranger::Nothing { path, key } => {
                Problem::warning(&KEY_WITHOUT_VALUE, Pointer::parsed(&path)).fact(Fact::named("key", key))
            }
        };
        found.into_iter().map(told).collect()
    }

    /// The same as warnings, and what it should not say that it is.
    pub fn warnings(&self, document: Value<'_>, path: &str) -> Vec<Problem> {
        let mut problems = self.of_another_kind(document, path, [Level::Warning; 2]);
        problems.extend(self.strangers(document, path, Level::Warning));
        problems
    }

    /// What is said of a document in a version that its API does not serve.
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

    /// What is said of a document that says of itself that it is something else than what is read there: of another kind,
    /// and of another API.
    pub fn of_another_kind(&self, value: Value<'_>, path: &str, [kinds, apis]: [Level; 2]) -> Vec<Problem> {
        let Some((group, kind)) = self.kind else { return Vec::new() };
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let found = |level, key: &str, found: &str, expected: String| {
            let at = Pointer::parsed(path).key(key);
            let problem = Problem::new(level, &DOCUMENT_OF_ANOTHER_KIND, at.clone()).fact(Fact::at(at, found));
            problem.fact(Fact::named("expected", expected))
        };
        let mut problems = Vec::new();
        if let Some(other) = text("kind").filter(|own| *own != kind) {
            problems.push(found(kinds, "kind", other, kind.to_owned()));
        }
        if let Some(api_version) = text("apiVersion") {
            let own = api_version.split_once('/').map_or("", |(group, _)| group);
            if own == group {
                problems.extend(self.not_served(api_version, path, apis));
            } else {
                let version = self.versions.first().map(|version| format!("/{version}")).unwrap_or_default();
                problems.push(found(apis, "apiVersion", api_version, format!("{group}{version}")));
            }
        }
        problems
    }
}
