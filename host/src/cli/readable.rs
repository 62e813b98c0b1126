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
    /// Reads all of it. A path without any object is refused, unless something in it cannot be read.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        let (mut read, mut known) = (Self::default(), HashSet::new());
        for path in paths {
            let (files, mut unreadable) = input::files_and_faults(path, objects::EXTENSIONS);
            if files.is_empty() && unreadable.is_empty() {
                return Err(objects::no_file(path));
            }
            let mut has_object = !unreadable.is_empty();
            read.unreadable.append(&mut unreadable);
            for file in files {
                // One file may be named twice, or be linked.
                let is_new = file.canonicalize().map_or(true, |real| known.insert(real));
                has_object |= !is_new || read.add(file)?;
            }
            if !has_object {
                return Err(Failure::file(path, objects::NO_OBJECT));
            }
        }
        Ok(read)
    }

    /// Adds what a file holds. Whether there is an object among it, or may be.
    fn add(&mut self, file: PathBuf) -> Result<bool, Failure> {
        let before = self.objects.len();
        match objects::read_files(std::slice::from_ref(&file), &mut self.objects) {
            // A list that is empty is nothing that could be judged.
            Ok(true) => return Ok(self.objects.len() > before),
            Ok(false) => self.empty.push(file),
            Err(Failure::File(unreadable)) => {
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

/// The exit where that could not be read, and the rest comes to that.
pub fn exit_beside(unreadable: &[Unreadable], rest: Exit) -> Exit {
    if unreadable.is_empty() { rest } else { rest.worse(Exit::Request) }
}
