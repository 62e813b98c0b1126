//! Documents in Fitment's own formats. There is no conversion, so the meaning of another version is unknown.

use std::any::Any;
use std::sync::OnceLock;

use super::documents::{Compiled, Documents};
use super::identity::{Identity, OWN_GROUP};
use super::reasons::VERSION_NOT_SERVED;
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Document, Fault, Json, Pointer, Value};

/// The kind of the documents that hold what a review cannot be given, such as feature gates. Each has the name of the
/// policy that reads it.
pub const SETTINGS: &str = "Settings";
/// The only version of Fitment's own documents.
pub const OWN_VERSION: &str = "fitment/v1";

/// Whether a document states that it holds settings.
pub(super) fn is_settings(document: Value<'_>) -> bool {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    (text("apiVersion"), text("kind")) == (Some(OWN_VERSION), Some(SETTINGS))
}

/// Checks that a document of Fitment's own group has the expected kind and version, if it states them.
pub(super) fn is_of(document: Value<'_>, path: &Pointer, (group, kind): (&str, &'static str)) -> Result<(), Fault> {
    for (key, expected) in [("apiVersion", OWN_VERSION), ("kind", kind)] {
        let said = document.get(key).and_then(Value::as_str).filter(|said| group == OWN_GROUP && *said != expected);
        if let Some(text) = said {
            return Err(Fault::new(path.clone().key(key), Cause::Unreadable { text: text.to_owned(), expected }));
        }
    }
    Ok(())
}

/// The problem that a document of Fitment's own group has another version. It is refused however strict the validation
/// of fields is.
pub(super) fn not_served(group: &str, api_version: &str, path: &Pointer) -> Option<Problem> {
    if group != OWN_GROUP || api_version == OWN_VERSION {
        return None;
    }
    let at = path.clone().key("apiVersion");
    let served: Json = [OWN_VERSION.to_owned()].into_iter().collect();
    let problem = Problem::error(&VERSION_NOT_SERVED, at.clone()).fact(Fact::at(at, api_version));
    Some(problem.fact(Fact::named("served", served)))
}

/// A loaded document of settings.
pub struct Settings {
    pub(super) document: Document,
    /// What its policy reads in it. A load may ask for it with every document.
    read: OnceLock<Box<dyn Compiled>>,
}

impl Settings {
    pub(super) fn new(document: Document) -> Self {
        Self { document, read: OnceLock::new() }
    }

    /// The settings as written.
    pub fn root(&self) -> Value<'_> {
        self.document.root()
    }

    /// What its policy reads in it, which is read only once.
    pub fn read<T: Compiled>(&self, read: fn(Value<'_>) -> T) -> Option<&T> {
        let read: &dyn Any = self.read.get_or_init(|| Box::new(read(self.root()))).as_ref();
        read.downcast_ref()
    }
}

impl Documents {
    /// The loaded settings of a policy.
    pub fn settings(&self, policy: &str) -> Option<&Settings> {
        self.find(&Identity::in_group(OWN_GROUP, SETTINGS, None, policy))
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::wire::Document;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn settings_are_read_once_however_many_documents_depend_on_them() {
        static READ: AtomicUsize = AtomicUsize::new(0);
        let settings = Settings::new(Document::read(b"{}", 16).expect("it is JSON"));
        for _ in 0..3 {
            assert_eq!(settings.read(|_| READ.fetch_add(1, Ordering::Relaxed)), Some(&0));
        }
    }
}
