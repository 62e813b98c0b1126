use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fitment_files::yaml;

use super::exit::Failure;

/// A file, or standard input for `-`, which can be read once.
pub fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if path.as_os_str() != "-" {
        return Ok(Box::new(File::open(path).map_err(|error| Failure::file(path, error))?));
    }
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Failure::Input("found `-` twice, expected it once: standard input can only be read once".into()));
    }
    Ok(Box::new(std::io::stdin()))
}

/// All of a file, or of standard input for `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| Failure::file(path, error))?;
    Ok(bytes)
}

/// The JSON documents of a file in JSON or YAML. What is JSON passes through as it is written.
pub fn documents(path: &Path) -> Result<Vec<Vec<u8>>, Failure> {
    let bytes = read(path)?;
    if !is_yaml(path, &bytes) {
        return Ok(vec![bytes]);
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| Failure::file(path, error))?;
    let documents = yaml::to_json(text).map_err(|error| Failure::file(path, error))?;
    Ok(documents.into_iter().map(String::into_bytes).collect())
}

/// The one JSON document of a file in JSON or YAML.
pub fn document(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut documents = documents(path)?;
    match (documents.pop(), documents.len()) {
        (Some(document), 0) => Ok(document),
        (Some(_), more) => Err(Failure::file(path, format!("found {} documents, expected one", more + 1))),
        (None, _) => Err(Failure::file(path, "found no document, expected one")),
    }
}

/// By its name if it is that of YAML; else what does not start like a JSON object or list, whatever it is called.
fn is_yaml(path: &Path, bytes: &[u8]) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml" | "yml") => true,
        _ => !matches!(bytes.iter().find(|byte| !byte.is_ascii_whitespace()), None | Some(b'{' | b'[' | b'"')),
    }
}

/// The files of a folder and those below it that are called so, sorted; a file stands for itself.
pub fn files(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
    let mut entries: Vec<_> =
        entries.map_err(|error| Failure::file(path, error))?.iter().map(|entry| entry.path()).collect();
    entries.sort();
    let mut all = Vec::new();
    for entry in entries {
        let named = |entry: &Path| entry.extension().is_some_and(|own| extensions.iter().any(|known| own == *known));
        if entry.is_dir() {
            all.extend(files(&entry, extensions)?);
        } else if named(&entry) {
            all.push(entry);
        }
    }
    Ok(all)
}
