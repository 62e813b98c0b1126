use std::ops::Deref;

use super::decision::Undecided;
use super::documents::{Compiled, Documents};
use super::identity::Identity;
use super::own;
use super::reasons::DOCUMENT_NOT_LOADED;
use crate::reason::{Fact, Problem};
use crate::wire::{Fault, Fill, HasShape, Kind, Pointer, Read, Reader, Shape, Value};

/// A document in `given`: either the document itself, or the name of a loaded one, as `name` or `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum Reference<'a> {
    /// The name of a loaded document.
    Named(&'a str),
    /// The document itself.
    Inline(Value<'a>),
}

impl<'a> Fill<'a> for Reference<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let value = from.value();
        *self = match (value.kind(), value.as_str()) {
            // No name has such characters, and the sentence that nothing of this name is loaded would repeat it all.
            (_, Some(text)) if text.bytes().any(|byte| matches!(byte, b'{' | b'\n')) => {
                return Err(from.wrong_type("a document, not its text, or the name of a loaded one"));
            }
            (_, Some(name)) => Self::Named(name),
            (Kind::Object, _) => Self::Inline(value),
            _ => return Err(from.wrong_type("a document or the name of a loaded one")),
        };
        Ok(())
    }
}

impl<'a> Read<'a> for Reference<'a> {
    fn blank() -> Self {
        Self::Named("")
    }
}

impl HasShape for Reference<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Text, &Shape::Any]);
}

/// A document that knows its place, so that facts and problems can cite it.
#[derive(Debug)]
pub struct Doc<'a, T> {
    content: Content<'a, T>,
    place: Place,
}

#[derive(Debug)]
enum Content<'a, T> {
    Borrowed(&'a T),
    Owned(Box<T>),
}

/// Where a document is.
#[derive(Clone, Debug)]
enum Place {
    /// In `given`, at this pointer.
    Given(Pointer),
    /// Among the loaded documents, as `Kind/name#`.
    Loaded(Pointer),
    /// In the AdmissionReview, at this pointer.
    Reviewed(Pointer),
}

impl<'a, T> Doc<'a, T> {
    /// A loaded document, named `Kind/name#`.
    pub fn loaded(document: &'a T, name: &str) -> Self {
        Self { content: Content::Borrowed(document), place: Place::Loaded(Pointer::parsed(name)) }
    }

    /// A value computed for this question from a loaded document, which is named `Kind/name#`.
    pub fn worked_up(document: T, name: &str) -> Self {
        Self { content: Content::Owned(Box::new(document)), place: Place::Loaded(Pointer::parsed(name)) }
    }

    /// A document that came with the question, at a pointer into `given`.
    pub fn given(document: T, at: &str) -> Self {
        Self { content: Content::Owned(Box::new(document)), place: Place::Given(Pointer::parsed(at)) }
    }

    /// Whether the document came with the question.
    pub fn is_given(&self) -> bool {
        matches!(self.place, Place::Given(_))
    }

    /// A document that came with an AdmissionReview, at a pointer into it.
    pub fn reviewed(document: T, at: Pointer) -> Self {
        Self { content: Content::Owned(Box::new(document)), place: Place::Reviewed(at) }
    }

    /// Returns other content at the place of this document.
    pub fn with<U>(&self, content: U) -> Doc<'a, U> {
        Doc { content: Content::Owned(Box::new(content)), place: self.place.clone() }
    }

    /// Whether the document was loaded before the question.
    pub fn is_loaded(&self) -> bool {
        matches!(self.place, Place::Loaded(_))
    }

    /// The prefix of paths of facts in this document.
    pub fn place(&self) -> Pointer {
        let (Place::Given(at) | Place::Loaded(at) | Place::Reviewed(at)) = &self.place;
        at.clone()
    }

    /// The path of the document in the request, for problems; the name of a loaded document.
    pub fn path(&self) -> Pointer {
        match &self.place {
            Place::Given(at) => Pointer::to("given").join(at),
            Place::Loaded(name) => name.clone(),
            Place::Reviewed(at) => Pointer::to("review").join(at),
        }
    }
}

impl<T> Deref for Doc<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.content {
            Content::Borrowed(document) => document,
            Content::Owned(document) => document,
        }
    }
}

/// Where a reference leads.
#[derive(Debug)]
pub enum Located<'a, T> {
    /// A loaded document, with its name as `Kind/name#`.
    Loaded(&'a T, String),
    /// A document in the question itself, with its pointer into `given`.
    Given(Value<'a>, String),
}

impl<'a> Reference<'a> {
    /// Finds the document. `member` is the key of the reference in `given`; the group and kind are those of the
    /// document.
    pub fn locate<T: Compiled>(
        self,
        member: &str,
        (group, kind): (&str, &'static str),
        documents: &'a Documents,
    ) -> Result<Located<'a, T>, Undecided> {
        let text = match self {
            Self::Inline(value) => {
                own::is_of(value, &Pointer::to("given").key(member), (group, kind))?;
                return Ok(Located::Given(value, Pointer::to(member).into()));
            }
            Self::Named(text) => text,
        };
        let (namespace, name) = text.split_once('/').map_or((None, text), |(space, name)| (Some(space), name));
        match documents.find(&Identity::in_group(group, kind, namespace, name)) {
            Some(loaded) => Ok(Located::Loaded(loaded, format!("{kind}/{text}#"))),
            None => {
                let place = Pointer::to(member);
                let path = Pointer::to("given").join(&place);
                Err(Undecided::not_loaded((group, kind), text, [place, path], documents))
            }
        }
    }
}

impl Undecided {
    /// Undecided because a document is not loaded. `place` is where its name is given, `path` the same in the request.
    pub fn not_loaded(
        (group, kind): (&str, &'static str),
        name: &str,
        [place, path]: [Pointer; 2],
        documents: &Documents,
    ) -> Self {
        let problem = Problem::error(&DOCUMENT_NOT_LOADED, path);
        let problem = problem.fact(Fact::at(place, name)).fact(Fact::named("kind", kind));
        let known: Vec<String> = documents.names(group, kind).collect();
        // A name that lacks only its namespace is too different for `nearest`.
        let bare = name.split('/').next_back();
        let namesake = known.iter().find(|known| known.split('/').next_back() == bare);
        Self::facts(match namesake {
            Some(namesake) => problem.fact(Fact::named("nearest", namesake.as_str())),
            None => problem.nearest_to(name, known.iter().map(String::as_str)),
        })
    }
}
