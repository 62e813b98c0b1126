//! Changes files as the engine says.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use clap::Args;
use fitment_files::yaml::{self, Comment, Rewritten};
use serde_json::Value;

use super::patch;
use crate::cli::exit::Failure;
use crate::cli::reading::input;
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::source::Source;
use crate::cli::showing::output;
use crate::cli::stderr;

/// Where changed files are written.
#[derive(Debug, Args)]
pub struct Writing {
    /// Change the file itself, keeping comments and layout; comments on what is removed go with it and are listed.
    #[arg(short, long, conflicts_with = "to")]
    write: bool,

    /// Write the changed file here, `-` for standard output, and leave the original as it is.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    #[command(flatten)]
    layout: Layout,
}

/// How to treat a file's layout.
#[derive(Clone, Copy, Debug, Args)]
pub struct Layout {
    /// Rewrite a file without its comments where they cannot be kept: where it has anchors or aliases, or a comment
    /// inside brackets that change or inside a value that is replaced.
    #[arg(long)]
    anew: bool,
}

impl Writing {
    /// Whether anything is to be written.
    pub fn is_wanted(&self) -> bool {
        self.write || self.to.is_some()
    }

    /// Whether the changed file goes to standard output.
    pub fn is_shown(&self) -> bool {
        self.to.as_deref().is_some_and(|to| to.as_os_str() == "-")
    }

    /// Refuses to change standard input in place.
    pub fn expect_file(&self, read: &Path) -> Result<(), Failure> {
        if self.write && read.as_os_str() == "-" {
            let why =
                "found `--write` with standard input, expected a file to change; `--to -` writes to standard output";
            return Err(Failure::Input(why.to_owned()));
        }
        Ok(())
    }

    /// Suggests the options for writing if none is given.
    pub fn hint(&self) {
        if !self.is_wanted() {
            stderr::line("note: nothing is written; `--write` changes the file, `--to FILE` writes another");
        }
    }

    /// Writes the changed file.
    pub fn write(&self, rewrites: Rewrites) -> Result<(), Failure> {
        match &self.to {
            Some(to) => {
                for (source, changes) in &rewrites.0 {
                    changed(source, changes, self.layout)?.write(to, &source.file)?;
                }
                Ok(())
            }
            None if self.write => rewrites.write(self.layout).failures.into_iter().next().map_or(Ok(()), Err),
            None => Ok(()),
        }
    }
}

/// Changes to documents, grouped by file.
#[derive(Default)]
pub struct Rewrites(Vec<(Rc<Source>, Vec<Change>)>);

struct Change {
    document: usize,
    /// The pointer to the object in the document.
    inside: String,
    patch: Vec<Value>,
}

impl Rewrites {
    /// Adds a change of an object by a JSON Patch.
    pub fn add(&mut self, object: &Object, patch: &[Value]) {
        let (source, document, inside) = object.origin.parts();
        let change = Change { document, inside: inside.to_owned(), patch: patch.to_vec() };
        match self.0.iter_mut().find(|(known, _)| Rc::ptr_eq(known, source)) {
            Some((_, changes)) => changes.push(change),
            None => self.0.push((source.clone(), vec![change])),
        }
    }

    /// Writes each file that can be changed, whole or not at all.
    pub fn write(self, layout: Layout) -> Written {
        let mut written = Written::default();
        for (source, changes) in &self.0 {
            let file = &source.file;
            match changed(source, changes, layout).and_then(|changed| changed.write(file, file)) {
                Ok(()) => written.files += 1,
                Err(failure) => written.failures.push(failure),
            }
        }
        written
    }
}

/// The result of writing.
#[derive(Default)]
pub struct Written {
    /// The number of files that were changed.
    pub files: usize,
    /// Why others were not changed.
    pub failures: Vec<Failure>,
}

/// The new contents of a file.
struct Changed {
    text: String,
    is_anew: bool,
    /// Whether nothing has changed.
    is_same: bool,
    /// The comments that are lost.
    gone: Vec<Comment>,
}

/// How many of the lost comments are listed.
const LISTED: usize = 5;

impl Changed {
    /// Writes the contents, to standard output for `-`, and reports it.
    fn write(&self, to: &Path, read: &Path) -> Result<(), Failure> {
        let mut told = Vec::new();
        if to.as_os_str() == "-" {
            output::show(&self.text)?;
        } else {
            if to == read && fs::metadata(to).is_ok_and(|data| !data.is_file()) {
                return Err(Failure::file(to, format!("found {}, expected a file to change", input::NO_FILE)));
            }
            replace(to, &self.text)?;
            let how = match (self.is_anew, self.is_same) {
                (true, _) => "is rewritten without comments",
                (false, true) if to == read => "stays as it is",
                (false, true) => "is written unchanged",
                (false, false) if to == read => "is changed",
                (false, false) => "is written",
            };
            told.push(format!("`{}` {how}", objects::shown(to)));
        }
        match self.gone.len() {
            0 => {}
            1 => told.push("1 comment went with what was taken out:".to_owned()),
            count => told.push(format!("{count} comments went with what was taken out:")),
        }
        if !told.is_empty() {
            stderr::line(format_args!("note: {}", told.join("; ")));
        }
        for Comment { line, text } in self.gone.iter().take(LISTED) {
            stderr::line(format_args!("  {}:{line}: {text}", objects::shown(read)));
        }
        if self.gone.len() > LISTED {
            stderr::line(format_args!("  and {} more", self.gone.len() - LISTED));
        }
        Ok(())
    }
}

fn changed(source: &Source, changes: &[Change], layout: Layout) -> Result<Changed, Failure> {
    let failed = |why: &str| Failure::file(&source.file, why);
    let mut documents = Vec::new();
    for document in source.documents()? {
        let value: Value = serde_json::from_slice(&document).map_err(|error| Failure::file(&source.file, error))?;
        documents.push(value);
    }
    let before = source.text()?;
    let (mut text, mut gone, mut refused) = (before.to_owned(), Vec::new(), None);
    let staged: Vec<_> = changes.iter().map(|change| (change, patch::stages(&change.patch))).collect();
    let stages = staged.iter().map(|(_, stages)| stages.len()).max().unwrap_or_default();
    for stage in 0..stages {
        let of_stage = staged.iter().filter_map(|(change, stages)| Some((change, stages.get(stage)?)));
        let of_stage: Vec<_> = of_stage.filter(|(_, operations)| !operations.is_empty()).collect();
        if of_stage.is_empty() {
            continue;
        }
        for (Change { document, inside, .. }, operations) in of_stage {
            let whole = documents.get_mut(*document).ok_or_else(|| failed("the document has gone"))?;
            let object = whole.pointer_mut(inside).ok_or_else(|| failed("the object has gone"))?;
            patch::apply(object, operations).map_err(|why| failed(&why))?;
        }
        if source.is_json() || refused.is_some() {
            continue;
        }
        match yaml::rewritten(&text, &documents) {
            Ok(Rewritten { text: written, gone: going }) => {
                text = written;
                gone.extend(going);
            }
            Err(why) => refused = Some(why),
        }
    }
    if source.is_json() {
        // JSON keeps only whether it is indented.
        let is_indented = before.trim().contains('\n');
        let shown = |it: &Value| if is_indented { format!("{it:#}\n") } else { format!("{it}\n") };
        let written: String = documents.iter().map(shown).collect();
        return Ok(Changed { is_same: written == before, text: written, is_anew: false, gone: Vec::new() });
    }
    match refused {
        None => Ok(Changed { is_same: text == before, text, is_anew: false, gone: as_read(gone, before) }),
        Some(_) if layout.anew => {
            let texts = documents.iter().map(|it| format!("{}\n", yaml::from_json(it).trim_end()));
            let text = texts.collect::<Vec<_>>().join("---\n");
            Ok(Changed { text, is_anew: true, is_same: false, gone: Vec::new() })
        }
        Some(refused) => Err(failed(&format!(
            "{refused}, so comments and layout cannot be kept; `--anew` writes the file without them"
        ))),
    }
}

/// Corrects the lines of lost comments to those in the original file: earlier changes shift lines, but keep the order.
fn as_read(mut gone: Vec<Comment>, text: &str) -> Vec<Comment> {
    let mut taken = HashSet::new();
    let all: Vec<&str> = text.lines().collect();
    for comment in &mut gone {
        let lines = (1_usize..).zip(&all);
        let lines = lines.filter(|(line, text)| text.contains(&comment.text) && !taken.contains(line));
        if let Some((line, _)) = lines.min_by_key(|(line, _)| line.abs_diff(comment.line)) {
            comment.line = line;
            taken.insert(line);
        }
    }
    gone.sort_by_key(|comment| comment.line);
    gone
}

/// Replaces a file's contents, all or nothing, and keeps its permissions. Pipes and devices are written to.
fn replace(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::file(file, error);
    // A link stays; the file that it leads to is replaced.
    let (real, permissions) = match fs::metadata(file) {
        Ok(before) if !before.is_file() => return fs::write(file, text).map_err(failed),
        Ok(before) => (fs::canonicalize(file).map_err(failed)?, Some(before.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (linked(file), None),
        Err(error) => return Err(failed(error)),
    };
    let name = real.file_name().ok_or_else(|| Failure::file(file, "found no file name, expected one"))?;
    let beside = real.with_file_name(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    let written = fs::write(&beside, text)
        .and_then(|()| permissions.map_or(Ok(()), |permissions| fs::set_permissions(&beside, permissions)))
        .and_then(|()| fs::rename(&beside, &real));
    written.map_err(|error| {
        // It may not exist.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

/// Returns the missing file that a link leads to.
fn linked(file: &Path) -> PathBuf {
    let mut real = file.to_owned();
    while let Ok(link) = fs::read_link(&real) {
        real = real.parent().unwrap_or(Path::new("")).join(link);
    }
    real
}
