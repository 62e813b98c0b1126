use std::collections::HashSet;
use std::path::PathBuf;

use super::input;
use super::objects::{self, Object};
use super::places;
use crate::cli::exit::{Exit, Failure, Unreadable};
use crate::cli::stderr;

/// The contents of files and folders; an unreadable file does not prevent reading the others.
#[derive(Default)]
pub struct Readable {
    /// The objects.
    pub objects: Vec<Object>,
    /// The files without an object, which their authors probably did not intend.
    pub empty: Vec<PathBuf>,
    /// The files that cannot be read.
    pub unreadable: Vec<Unreadable>,
}

impl Readable {
    /// Reads all files. If no path has an object, the first is refused, since the user expects one, unless something in
    /// them cannot be read, as text cannot. A folder without an object beside others counts as unreadable.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        let (mut read, mut known) = (Self::default(), HashSet::new());
        let (mut is_any, mut lacking) = (false, Vec::new());
        for path in paths {
            let (files, mut unreadable) = input::files_and_faults(path, objects::EXTENSIONS);
            let lacks = if files.is_empty() { objects::no_file(path) } else { objects::no_object(path) };
            let mut has_object = !unreadable.is_empty();
            read.unreadable.append(&mut unreadable);
            for file in files {
                // A file may be named twice, or linked.
                let is_new = file.canonicalize().map_or(true, |real| known.insert(real));
                has_object |= !is_new || read.add(file)?;
            }
            is_any |= has_object;
            lacking.extend((!has_object).then_some(lacks));
        }
        if !is_any && !lacking.is_empty() {
            return Err(Failure::File(lacking.swap_remove(0)));
        }
        // A file without an object is among the empty ones.
        read.unreadable.extend(lacking.into_iter().filter(|lacks| lacks.file.is_dir()));
        Ok(read)
    }

    /// Adds the contents of a file. Returns whether it has an object, or may have one.
    fn add(&mut self, file: PathBuf) -> Result<bool, Failure> {
        let before = self.objects.len();
        let read = objects::read_files(std::slice::from_ref(&file), &mut self.objects);
        let added = || self.objects.get(before..).unwrap_or_default();
        match read.and_then(|_| expect_members(added())) {
            Ok(()) if added().is_empty() => self.empty.push(file),
            Ok(()) => return Ok(true),
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

/// Refuses documents without members, such as a message or a page that was saved in place of a manifest.
pub fn expect_members(objects: &[Object]) -> Result<(), Failure> {
    let is_other = |object: &&Object| object.origin.parts().2.is_empty() && !object.json.get().starts_with('{');
    let Some(object) = objects.iter().find(is_other) else { return Ok(()) };
    let json = object.json.get();
    let found = serde_json::from_str(json).unwrap_or_else(|_| json.to_owned());
    let at = places::of_value(object.origin.clone()).and_then(|at| at.position);
    Err(Failure::file_at(&object.file, at, format!("found `{found:.40}`, expected an object")))
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
