use std::collections::HashSet;
use std::path::PathBuf;

use super::exit::{Exit, Failure, Unreadable};
use super::input;
use super::objects::{self, Object};

/// What files and folders hold, where one that cannot be read does not keep anybody from the others.
#[derive(Default)]
pub struct Readable {
    /// The objects.
    pub objects: Vec<Object>,
    /// Files without a document: what was meant to be there is not.
    pub empty: Vec<PathBuf>,
    /// What cannot be read.
    pub unreadable: Vec<Unreadable>,
}

impl Readable {
    /// Reads all of it. A path without any document is refused, unless something in it cannot be read: whoever names it
    /// counts on what is in it.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        Self::holding(paths, |_| true)
    }

    /// The same, where a list without items is no document either.
    pub fn with_objects(paths: &[PathBuf]) -> Result<Self, Failure> {
        Self::holding(paths, |objects| objects > 0)
    }

    fn holding(paths: &[PathBuf], is_enough: impl Fn(usize) -> bool) -> Result<Self, Failure> {
        let (mut read, mut known) = (Self::default(), HashSet::new());
        for path in paths {
            let (files, mut unreadable) = input::files_and_faults(path, objects::EXTENSIONS);
            if files.is_empty() && unreadable.is_empty() {
                return Err(objects::no_file(path));
            }
            let mut has_document = !unreadable.is_empty();
            read.unreadable.append(&mut unreadable);
            for file in files {
                // One file may be named twice, or be linked.
                let is_new = file.canonicalize().map_or(true, |real| known.insert(real));
                has_document |= !is_new || read.add(file, &is_enough)?;
            }
            if !has_document {
                return Err(Failure::file(path, objects::NO_OBJECT));
            }
        }
        Ok(read)
    }

    /// Adds what a file holds. Whether that is a document, or may be.
    fn add(&mut self, file: PathBuf, is_enough: impl Fn(usize) -> bool) -> Result<bool, Failure> {
        let before = self.objects.len();
        match objects::read_files(std::slice::from_ref(&file), &mut self.objects) {
            Ok(true) => return Ok(is_enough(self.objects.len() - before)),
            Ok(false) => self.empty.push(file),
            Err(Failure::File(unreadable)) => {
                // Of a file that is broken somewhere nothing is taken: it is not what its author wrote.
                self.objects.truncate(before);
                self.unreadable.push(unreadable);
                return Ok(true);
            }
            Err(failure) => return Err(failure),
        }
        Ok(false)
    }
}

/// Says on standard error what cannot be read, where the output is not about that.
pub fn tell(unreadable: &[Unreadable]) {
    for unreadable in unreadable {
        anstream::eprintln!("error: {unreadable}");
    }
}

/// The exit of a command that could not read these, and ends with that for the rest.
pub fn exit_beside(unreadable: &[Unreadable], rest: Exit) -> Exit {
    if unreadable.is_empty() { rest } else { rest.worse(Exit::Request) }
}
