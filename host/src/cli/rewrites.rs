//! Files that are changed as the engine says.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use clap::Args;
use fitment_files::yaml;
use serde_json::Value;

use super::exit::Failure;
use super::input::Source;
use super::objects::{self, Object};
use super::output;
use super::patch;

/// Where what is changed is written.
#[derive(Debug, Args)]
pub struct Writing {
    /// Change the file itself; comments and layout stay.
    #[arg(short, long, conflicts_with = "to")]
    write: bool,

    /// Write the changed file there, `-` for standard output, and leave the one that was read as it is.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    #[command(flatten)]
    layout: Layout,
}

/// What becomes of a file's layout.
#[derive(Clone, Copy, Debug, Args)]
pub struct Layout {
    /// Write a file anew, without its comments, where they cannot be kept: where it has aliases, or a comment inside
    /// brackets that change.
    #[arg(long)]
    anew: bool,
}

impl Writing {
    /// Whether anything is to be written.
    pub fn is_wanted(&self) -> bool {
        self.write || self.to.is_some()
    }

    /// Whether what is written is what is shown.
    pub fn is_shown(&self) -> bool {
        self.to.as_deref().is_some_and(|to| to.as_os_str() == "-")
    }

    /// Says how to have it written where it is not.
    pub fn hint(&self) {
        if !self.is_wanted() {
            anstream::eprintln!("note: nothing is written; `--write` changes the file, `--to FILE` writes another");
        }
    }

    /// Writes the one file that is changed.
    pub fn write(&self, rewrites: Rewrites) -> Result<(), Failure> {
        match &self.to {
            Some(to) => {
                let text: String = rewrites.texts(self.layout)?.into_iter().map(|(_, text)| text).collect();
                if self.is_shown() { output::show(&text) } else { replace(to, &text) }
            }
            None if self.write => rewrites.write(self.layout).map(drop),
            None => Ok(()),
        }
    }
}

/// Changes of documents, by the file that they stand in.
#[derive(Default)]
pub struct Rewrites(Vec<(Rc<Source>, Vec<Change>)>);

struct Change {
    document: usize,
    /// The pointer to the object in it.
    inside: String,
    patch: Vec<Value>,
}

impl Rewrites {
    /// Changes an object by a JSON Patch.
    pub fn add(&mut self, object: &Object, patch: &[Value]) {
        let (source, document, inside) = object.origin.parts();
        let change = Change { document, inside: inside.to_owned(), patch: patch.to_vec() };
        match self.0.iter_mut().find(|(known, _)| Rc::ptr_eq(known, source)) {
            Some((_, changes)) => changes.push(change),
            None => self.0.push((source.clone(), vec![change])),
        }
    }

    /// Writes all files, none before it is known that all can be changed. What it wrote.
    pub fn write(self, layout: Layout) -> Result<Vec<PathBuf>, Failure> {
        let texts = self.texts(layout)?;
        for (file, text) in &texts {
            if file.as_os_str() == "-" {
                output::show(text)?;
            } else {
                replace(file, text)?;
            }
        }
        Ok(texts.into_iter().map(|(file, _)| file).collect())
    }

    fn texts(&self, layout: Layout) -> Result<Vec<(PathBuf, String)>, Failure> {
        let text = |(source, changes): &(Rc<Source>, Vec<Change>)| {
            Ok((source.file.clone(), changed(source, changes, layout)?))
        };
        self.0.iter().map(text).collect()
    }
}

fn changed(source: &Source, changes: &[Change], layout: Layout) -> Result<String, Failure> {
    let failed = |why: &str| Failure::file(&source.file, why);
    let mut documents = Vec::new();
    for document in source.documents()? {
        let value: Value = serde_json::from_slice(&document).map_err(|error| Failure::file(&source.file, error))?;
        documents.push(value);
    }
    let is_json = source.is_json();
    // The text with its comments and layout, as long as these can be kept.
    let mut kept = Some(source.text()?.to_owned()).filter(|_| !is_json);
    for Change { document, inside, patch } in changes {
        let whole = documents.get_mut(*document).ok_or_else(|| failed("the document has gone"))?;
        let object = whole.pointer_mut(inside).ok_or_else(|| failed("the object has gone"))?;
        patch::apply(object, patch).map_err(|why| failed(&why))?;
        kept = kept.and_then(|text| yaml::rewritten(&text, *document, whole));
    }
    if is_json {
        // Of JSON only the indentation is kept: whether there is any.
        let is_indented = source.text()?.trim().contains('\n');
        let shown = |it: &Value| if is_indented { format!("{it:#}\n") } else { format!("{it}\n") };
        return Ok(documents.iter().map(shown).collect());
    }
    match kept {
        Some(text) => Ok(text),
        None if layout.anew => {
            let texts = documents.iter().map(|it| format!("{}\n", yaml::from_json(it).trim_end()));
            Ok(texts.collect::<Vec<_>>().join("---\n"))
        }
        None => Err(failed(
            "its comments and layout cannot be kept, for it has aliases, or a comment inside brackets that change; \
             `--anew` writes it without them",
        )),
    }
}

/// Puts a text in a file's place: all of it or nothing, with the file's permissions.
fn replace(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::file(file, error);
    // What a link leads to is replaced, and the link stays.
    let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let name = real.file_name().ok_or_else(|| Failure::file(file, "found no name of a file, expected one"))?;
    let beside = real.with_file_name(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    let written = fs::write(&beside, text)
        .and_then(|()| match fs::metadata(&real) {
            Ok(before) => fs::set_permissions(&beside, before.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&beside, &real));
    written.map_err(|error| {
        // It may never have come to be.
        let _ = fs::remove_file(&beside);
        failed(error)
    })?;
    anstream::eprintln!("note: `{}` is changed", objects::shown(file));
    Ok(())
}
