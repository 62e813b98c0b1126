use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fitment_files::json::{self, Repeated};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::forms;
use super::input;
use super::lists;
use super::places::{self, Origin};
use super::source::Source;
use crate::cli::exit::{Failure, Unreadable};

/// An object from a file.
pub struct Object {
    /// The file.
    pub file: PathBuf,
    /// The place in the file.
    pub origin: Origin,
    /// The object as JSON.
    pub json: Box<RawValue>,
    /// What identifies the object.
    pub head: Head,
}

impl Object {
    /// Creates an object from part of a file.
    pub fn new(file: PathBuf, origin: Origin, json: Box<RawValue>) -> Self {
        let head = Head::of(&json);
        Self { file, origin, json, head }
    }

    /// Returns a copy with a name, if the object leaves its name to the API server. Under it the object can be loaded, so
    /// that others are judged beside it. The name is for people too, since answers cite it: it says where the object is,
    /// and which one of several from that place, as when a file is given twice. No other object can have it, because of
    /// the `…`.
    pub fn named_for_now(&self, at: &str, number: usize) -> Option<Self> {
        if !self.head.leaves_its_name() {
            return None;
        }
        let mut value: Value = serde_json::from_str(self.json.get()).ok()?;
        let again = if number > 1 { format!(", no. {number}") } else { String::new() };
        value["metadata"]["name"] = json!(format!("{}… ({at}{again})", self.head.name_prefix));
        let json = serde_json::value::to_raw_value(&value).ok()?;
        Some(Self::new(self.file.clone(), self.origin.clone(), json))
    }

    /// Parses the object, in which no key may occur twice.
    pub fn value(&self) -> Result<Value, Failure> {
        if let Some(Repeated { key, pointer }) = json::repeated_key(self.json.get()) {
            let at = places::of_value(self.origin.below(&pointer)).and_then(|at| at.position);
            return Err(Failure::file_at(&self.file, at, input::stands_twice(&key)));
        }
        serde_json::from_str(self.json.get()).map_err(|error| Failure::file(&self.file, error))
    }
}

/// What identifies an object; a field is empty if the object lacks it or it is not text.
#[derive(Default)]
pub struct Head {
    /// Group and version.
    pub api_version: String,
    /// The kind.
    pub kind: String,
    name: String,
    namespace: String,
    name_prefix: String,
}

impl Head {
    fn of(json: &RawValue) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        struct Said {
            api_version: Value,
            kind: Value,
            metadata: Value,
        }
        let Said { api_version, kind, metadata } = serde_json::from_str(json.get()).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (name, namespace) = (text(&metadata["name"]), text(&metadata["namespace"]));
        let name_prefix = text(&metadata["generateName"]);
        let mut head = Self { api_version: text(&api_version), kind: text(&kind), name, namespace, name_prefix };
        if head.is_own() {
            // These have no namespace, whatever they say: the engine tells them apart without it.
            head.namespace.clear();
        }
        head
    }

    /// The group and version of the API. If there are too many parts, the last is the version.
    pub fn api(&self) -> (&str, &str) {
        self.api_version.rsplit_once('/').unwrap_or(("", &self.api_version))
    }

    /// The entry of a load that removes the object with this name.
    pub fn removal(&self) -> Value {
        let Self { name, namespace, .. } = self;
        let mut removal = json!({ "apiVersion": self.api_version, "kind": self.kind, "name": name });
        if !namespace.is_empty() {
            removal["namespace"] = json!(namespace);
        }
        removal
    }

    /// Whether it has a name to distinguish it by; an AdmissionReview has none.
    pub fn is_named(&self) -> bool {
        !self.name.is_empty()
    }

    /// Whether the API server generates the name, from a prefix.
    pub fn leaves_its_name(&self) -> bool {
        self.name.is_empty() && !self.name_prefix.is_empty()
    }

    /// Whether it is one of Fitment's own documents.
    pub fn is_own(&self) -> bool {
        self.api().0 == "fitment"
    }

    /// Whether it holds the settings of a controller. No rule judges them, but others are judged by them.
    pub fn is_settings(&self) -> bool {
        self.is_own() && self.kind == "Settings"
    }

    /// Namespace and name, apart.
    #[cfg(feature = "kubernetes")]
    pub fn key(&self) -> (String, String) {
        (self.namespace.clone(), self.name.clone())
    }

    /// The name, preceded by the namespace if there is one, as questions take it.
    pub fn full_name(&self) -> String {
        let Self { name, namespace, .. } = self;
        if namespace.is_empty() { name.clone() } else { format!("{namespace}/{name}") }
    }

    /// Kind, namespace and name, as shown to people.
    pub fn id(&self) -> String {
        let Self { name, namespace, .. } = self;
        let parts = [self.kind.as_str(), namespace, name];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
    }
}

/// The extensions of the files that are read in folders.
pub const EXTENSIONS: &[&str] = &["yaml", "yml", "json"];

/// Reads the objects of files, of the files in folders, and of standard input for `-`: each document, and each item of
/// a list. A path without any document is refused, since the user expects one; an empty list is fine.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Object>, Failure> {
    let mut objects = Vec::new();
    for path in paths {
        let files = input::files(path, EXTENSIONS)?;
        if files.is_empty() {
            return Err(Failure::File(no_file(path)));
        }
        if !read_files(&files, &mut objects)? {
            return Err(Failure::File(no_object(path)));
        }
    }
    Ok(objects)
}

/// Like [`read`], for paths that may be empty, or empty so far. Also returns the folders without a file, and each file
/// without a document.
#[cfg(feature = "serve")]
pub fn read_any(paths: &[PathBuf]) -> Result<(Vec<Object>, Vec<Unreadable>), Failure> {
    let (mut objects, mut lacking) = (Vec::new(), Vec::new());
    for path in paths {
        let files = input::files(path, EXTENSIONS)?;
        if files.is_empty() {
            lacking.push(no_file(path));
        }
        for file in files {
            if !read_files(std::slice::from_ref(&file), &mut objects)? {
                lacking.push(no_object(&file));
            }
        }
    }
    if objects.is_empty() && lacking.is_empty() {
        lacking.extend(paths.first().map(|path| no_object(path)));
    }
    Ok((objects, lacking))
}

/// What is wrong with a folder without any file that is read.
pub fn no_file(folder: &Path) -> Unreadable {
    let called = EXTENSIONS.iter().map(|extension| format!("`*.{extension}`")).collect::<Vec<_>>().join(", ");
    Unreadable {
        file: folder.to_owned(),
        at: None,
        why: format!("found no file called {called}, expected at least one"),
    }
}

/// The message for finding nothing where something is expected.
const NO_OBJECT: &str = "found no object, expected at least one";

/// What is wrong with a file or folder without any object.
pub fn no_object(path: &Path) -> Unreadable {
    Unreadable { file: path.to_owned(), at: None, why: NO_OBJECT.to_owned() }
}

/// Adds the objects of files. Returns whether they contain any document.
pub fn read_files(files: &[PathBuf], objects: &mut Vec<Object>) -> Result<bool, Failure> {
    let mut has_document = false;
    for file in files {
        let source = Rc::new(Source::read(file)?);
        // A table may parse as YAML by accident; it is refused later if an object is expected.
        let unread = |failure: Failure| forms::refusal(&source).unwrap_or(failure);
        for (number, document) in source.documents().map_err(unread)?.into_iter().enumerate() {
            let json = serde_json::from_slice(&document).map_err(|error| Failure::file(file, error));
            let json: Box<RawValue> = json.map_err(unread)?;
            has_document |= json.get() != "null";
            let origin = |inside| Origin::new(&source, number, inside);
            let found = lists::elements(json).map_err(|slip| {
                let position = places::of_value(origin(slip.inside)).and_then(|at| at.position);
                Failure::file_at(file, position, slip.why)
            })?;
            // Empty documents are skipped, but a null in a list is kept, since it stands for something lost.
            let found = found.into_iter().filter(|(json, inside)| json.get() != "null" || !inside.is_empty());
            objects.extend(found.map(|(json, inside)| {
                let head = Head::of(&json);
                Object { file: file.clone(), origin: origin(inside), json, head }
            }));
        }
    }
    Ok(has_document)
}

/// Returns, for each object, the index of an earlier one with its name, if any.
pub fn twins(objects: &[Object]) -> Vec<Option<usize>> {
    let mut first = HashMap::new();
    let named = objects.iter().enumerate().map(|(place, object)| {
        let key = object.head.is_named().then(|| (object.head.api().0, object.head.id()))?;
        Some(*first.entry(key).or_insert(place)).filter(|first| *first < place)
    });
    named.collect()
}

/// The message for an object with the name of an earlier one.
pub fn twice(first: &Object, second: &Object) -> String {
    format!("found `{}` a second time, after the one in `{}`", second.head.id(), shown(&first.file))
}

/// Fails with the first path if there are no objects.
pub fn expect_some(objects: &[Object], paths: &[PathBuf]) -> Result<(), Failure> {
    match (objects, paths.first()) {
        ([], Some(path)) => Err(Failure::File(no_object(path))),
        _ => Ok(()),
    }
}

/// How standard input is called.
pub const STANDARD_INPUT: &str = "standard input";

/// The path of the folder or file as shown to people.
pub fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { STANDARD_INPUT.to_owned() } else { path.display().to_string() }
}
