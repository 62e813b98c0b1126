use std::borrow::Cow;
use std::path::{Path, PathBuf};

use fitment_files::json::{self, Repeated};
use fitment_files::yaml;
use serde_json::Value;
use serde_json::value::RawValue;

use super::forms;
use super::source::Source;
use crate::cli::exit::{Failure, Unreadable};

impl Source {
    /// Returns the documents as JSON, from JSON or YAML, whatever the file name. JSON passes through as it is written,
    /// and so does text that only looks like JSON, except in files named as YAML: the engine reports the mistake.
    pub fn documents(&self) -> Result<Vec<Cow<'_, [u8]>>, Failure> {
        let bytes = self.unmarked();
        self.expect_no_utf16()?;
        let resembles_json = self.resembles_json();
        if resembles_json {
            let values = serde_json::Deserializer::from_slice(bytes).into_iter::<&RawValue>();
            if let Ok(values) = values.collect::<Result<Vec<_>, _>>() {
                return Ok(values.into_iter().map(|value| Cow::Borrowed(value.get().as_bytes())).collect());
            }
        }
        let documents = std::str::from_utf8(bytes)
            .map_err(|error| Failure::file(&self.file, error))
            .and_then(|text| yaml::to_json(text).map_err(|error| Failure::file_at(&self.file, error.at, error.why)));
        if documents.is_err()
            && let Some(refusal) = forms::refusal_of_configuration(self)
        {
            return Err(refusal);
        }
        match documents {
            Ok(documents) => Ok(documents.into_iter().map(|document| Cow::Owned(document.into_bytes())).collect()),
            Err(_) if resembles_json && !is_called_yaml(&self.file) => Ok(vec![Cow::Borrowed(bytes)]),
            Err(failure) => Err(failure),
        }
    }

    /// Returns the only document, in which no key may occur twice: one of the values would be lost.
    pub fn value(&self) -> Result<Value, Failure> {
        let document = only(self)?;
        if let Some(Repeated { key, pointer }) = std::str::from_utf8(&document).ok().and_then(json::repeated_key) {
            let place = self.places(&[(0, &pointer)]).pop().flatten();
            let at = place.map(|place| place.key.unwrap_or(place.value));
            return Err(Failure::file_at(&self.file, at, stands_twice(&key)));
        }
        serde_json::from_slice(&document).map_err(|error| Failure::file(&self.file, error))
    }
}

/// The message for a key that occurs twice in an object.
pub fn stands_twice(key: &str) -> String {
    format!("the key `{key}` stands there twice")
}

/// Whether a file has one of these extensions, in any case.
fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|own| extensions.iter().any(|known| own.eq_ignore_ascii_case(known)))
}

fn is_called_yaml(path: &Path) -> bool {
    has_extension(path, &["yaml", "yml"])
}

/// Returns the only JSON document of a source.
pub fn only(source: &Source) -> Result<Vec<u8>, Failure> {
    let mut documents = source.documents()?;
    match (documents.pop(), documents.len()) {
        (Some(document), 0) => Ok(document.into_owned()),
        (Some(_), more) => Err(Failure::file(&source.file, format!("found {} documents, expected one", more + 1))),
        (None, _) => Err(Failure::file(&source.file, "found no document, expected one")),
    }
}

/// Returns the files with these extensions in a folder and below, sorted; a file stands for itself.
pub fn files(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let (files, unreadable) = files_and_faults(path, extensions);
    unreadable.into_iter().next().map_or(Ok(files), |failure| Err(Failure::File(failure)))
}

/// Like [`files`], but also returns the folders that cannot be read, and what in them is no file. Names that begin with two dots are skipped:
/// Kubernetes keeps a volume's files there, and each has its own name too. A folder linked from inside itself is not
/// entered again.
pub fn files_and_faults(path: &Path, extensions: &[&str]) -> (Vec<PathBuf>, Vec<Unreadable>) {
    let mut found = (Vec::new(), Vec::new());
    if path.is_dir() {
        walk(path, extensions, &mut Vec::new(), &mut found);
    } else {
        found.0.push(path.to_owned());
    }
    found
}

/// What is found where a path leads to something that is no file.
pub const NO_FILE: &str = "a pipe, a socket or a device";

fn walk(folder: &Path, extensions: &[&str], around: &mut Vec<PathBuf>, found: &mut (Vec<PathBuf>, Vec<Unreadable>)) {
    let read = || {
        let entries = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        Ok((folder.canonicalize()?, entries.collect::<Result<Vec<_>, _>>()?))
    };
    let (real, mut entries): (PathBuf, Vec<PathBuf>) = match read() {
        Ok(read) => read,
        Err(error) => {
            let error: std::io::Error = error;
            return found.1.push(Unreadable { file: folder.to_owned(), at: None, why: error.to_string() });
        }
    };
    if around.contains(&real) {
        return;
    }
    around.push(real);
    entries.sort();
    let is_kept = |entry: &PathBuf| entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".."));
    entries.retain(|entry| !is_kept(entry));
    for entry in entries {
        if entry.is_dir() {
            walk(&entry, extensions, around, found);
        } else if has_extension(&entry, extensions) {
            // To open a pipe would wait for whoever writes to it.
            if std::fs::metadata(&entry).is_ok_and(|data| !data.is_file()) {
                let why = format!("found {NO_FILE}, expected a file");
                found.1.push(Unreadable { file: entry, at: None, why });
            } else {
                found.0.push(entry);
            }
        }
    }
    around.pop();
}
