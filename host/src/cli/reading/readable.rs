use std::collections::HashSet;
use std::path::PathBuf;

use super::input;
use super::objects::{self, Object};
use crate::cli::exit::{Exit, Failure, Unreadable};

use crate::cli::stderr;
/// The contents of files and folders; an unreadable file does not prevent reading the others.
#[derive(Default)]
pub struct Readable {
    /// The objects.
    pub objects: Vec<Object>,
    /// The files without a document, which their authors probably did not intend.
    pub empty: Vec<PathBuf>,
    /// The files that cannot be read.
    pub unreadable: Vec<Unreadable>,
}

impl Readable {
    /// Reads all files. A path without any document is refused, since the user expects one, unless something in it
    /// cannot be read.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        Self::holding(paths, |_| true)
    }

    /// Like [`Readable::of`], but a list without items does not count as a document.
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
                // A file may be named twice, or linked.
                let is_new = file.canonicalize().map_or(true, |real| known.insert(real));
                has_document |= !is_new || read.add(file, &is_enough)?;
            }
            if !has_document {
                return Err(Failure::file(path, objects::NO_OBJECT));
            }
        }
        Ok(read)
    }

    /// Adds the contents of a file. Returns whether it has a document, or may have one.
    fn add(&mut self, file: PathBuf, is_enough: impl Fn(usize) -> bool) -> Result<bool, Failure> {
        let before = self.objects.len();
        match objects::read_files(std::slice::from_ref(&file), &mut self.objects) {
            Ok(true) => return Ok(is_enough(self.objects.len() - before)),
            Ok(false) => self.empty.push(file),
            Err(Failure::File(unreadable)) => {
                // Nothing is taken from a broken file, since it is not what its author meant.
                self.objects.truncate(before);
                self.unreadable.push(unreadable);
                return Ok(true);
            }
            Err(failure) => return Err(failure),
        }
        Ok(false)
    }
}

/// Prints the unreadable files on standard error, for commands whose output does not report them.
pub fn tell(unreadable: &[Unreadable]) {
    for unreadable in unreadable {
        stderr::line(format_args!("error: {unreadable}"));
    }
}

/// The exit code of a command that could not read these files, where `rest` is that for the others.
pub fn exit_beside(unreadable: &[Unreadable], rest: Exit) -> Exit {
    if unreadable.is_empty() { rest } else { rest.worse(Exit::Request) }
}
