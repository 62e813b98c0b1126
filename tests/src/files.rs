//! The files of this checkout.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use fitment_files::vectors::{self, Vector};

/// The root folder of the project: where cargo runs the tests, which may not be where it built them.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&here).join("..")
}

/// Reads a file of the project as text.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
}

/// Returns the files with an extension below a folder of the project, sorted.
pub fn below(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display())) {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the vectors of each file, with the file's name relative to `tests/vectors`.
pub fn vectors() -> Vec<(String, Vec<Vector>)> {
    let folder = root().join("tests/vectors");
    let name = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).with_extension("").display().to_string();
    below("tests/vectors", "json").iter().map(|path| (name(path), read_vectors(path))).collect()
}

fn read_vectors(path: &Path) -> Vec<Vector> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    vectors::read(&bytes).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
}

/// Compares a generated file with its expected text and returns its path if it is stale. With `FITMENT_UPDATE=1` a
/// stale file is written instead.
pub fn generated(path: impl AsRef<Path>, expected: &str) -> Option<PathBuf> {
    let path = path.as_ref();
    let place = root().join(path);
    if fs::read_to_string(&place).is_ok_and(|found| found == expected) {
        return None;
    }
    if std::env::var_os("FITMENT_UPDATE").is_some() {
        let folder = place.parent().expect("a file stands in a folder");
        fs::create_dir_all(folder).expect("the checkout can be written");
        fs::write(&place, expected).expect("the checkout can be written");
        return None;
    }
    Some(path.to_owned())
}
