use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::exit::Failure;
use super::input;

/// An object from a file.
pub struct Object {
    /// The file.
    pub file: PathBuf,
    /// The object as JSON.
    pub json: Box<RawValue>,
    /// What it says of itself.
    pub head: Head,
}

/// What an object says of itself; empty where it says nothing.
#[derive(Default, Deserialize)]
pub struct Head {
    /// Group and version.
    #[serde(rename = "apiVersion", default)]
    pub api_version: String,
    /// Its kind.
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    name: String,
    #[serde(default)]
    namespace: String,
}

impl Head {
    fn of(json: &RawValue) -> Self {
        serde_json::from_str(json.get()).unwrap_or_default()
    }

    /// The group and the version of its API.
    pub fn api(&self) -> (&str, &str) {
        self.api_version.split_once('/').unwrap_or(("", &self.api_version))
    }

    /// What takes the object of this name out of a session.
    pub fn removal(&self) -> Value {
        let Metadata { name, namespace } = &self.metadata;
        let mut removal = json!({ "apiVersion": self.api_version, "kind": self.kind, "name": name });
        if !namespace.is_empty() {
            removal["namespace"] = json!(namespace);
        }
        removal
    }

    /// The name, after the namespace if it has one, as a question takes it.
    pub fn full_name(&self) -> String {
        let Metadata { name, namespace } = &self.metadata;
        if namespace.is_empty() { name.clone() } else { format!("{namespace}/{name}") }
    }

    /// Kind, namespace and name, as people say it.
    pub fn id(&self) -> String {
        let Metadata { name, namespace } = &self.metadata;
        let parts = [self.kind.as_str(), namespace, name];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
    }
}

/// The objects of files, of the files of folders, and of standard input for `-`: each document, each item of a list.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Object>, Failure> {
    let mut objects = Vec::new();
    for path in paths {
        for file in input::files(path, &["yaml", "yml", "json"])? {
            for document in input::documents(&file)? {
                let json: Box<RawValue> =
                    serde_json::from_slice(&document).map_err(|error| Failure::file(&file, error))?;
                objects.extend(items(json).into_iter().filter(|json| json.get() != "null").map(|json| {
                    let head = Head::of(&json);
                    Object { file: file.clone(), json, head }
                }));
            }
        }
    }
    Ok(objects)
}

/// The items of a Kubernetes list, the elements of a JSON array, or else the document itself.
fn items(json: Box<RawValue>) -> Vec<Box<RawValue>> {
    #[derive(Deserialize)]
    struct List {
        kind: String,
        items: Vec<Box<RawValue>>,
    }
    match serde_json::from_str::<List>(json.get()) {
        Ok(list) if list.kind.ends_with("List") => list.items,
        _ => serde_json::from_str(json.get()).unwrap_or_else(|_| vec![json]),
    }
}

/// Says which files there are none in.
pub fn expect_some(objects: &[Object], paths: &[PathBuf]) -> Result<(), Failure> {
    match (objects, paths.first()) {
        ([], Some(path)) => Err(Failure::file(path, "found no object, expected at least one")),
        _ => Ok(()),
    }
}

/// The folder or file by its name.
pub fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}
