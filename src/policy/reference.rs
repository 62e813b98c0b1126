use std::ops::Deref;

use super::documents::{Compiled, Documents, Identity};
use super::fitment::reasons::DOCUMENT_NOT_LOADED;
use super::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::{Fault, Form, Formed, Kind, Pointer, Read, Reader, Value};

/// A document in `given`: the whole of it, or the name of a loaded one as `name` or `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum DocumentOr<'a> {
    /// The name of a loaded document.
    Named(&'a str),
    /// The document itself.
    Inline(Value<'a>),
}

impl<'a> Read<'a> for DocumentOr<'a> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let value = from.value();
        match (value.kind(), value.as_str()) {
            (_, Some(name)) => Ok(Self::Named(name)),
            (Kind::Object, _) => Ok(Self::Inline(value)),
            _ => Err(from.wrong_type("a document or the name of a loaded one")),
        }
    }
}

impl Formed for DocumentOr<'_> {
    const FORM: &'static Form = &Form::Either(&[&Form::Text, &Form::Any]);
}

/// A document of a question with the place of its facts: nothing but the member of `given`, or `Kind/name#`.
#[derive(Debug)]
pub struct At<'a, T> {
    place: Pointer,
    content: Content<'a, T>,
}

#[derive(Debug)]
enum Content<'a, T> {
    Loaded(&'a T),
    Given(Box<T>),
}

impl<'a, T> At<'a, T> {
    /// A loaded document.
    pub fn loaded(document: &'a T, place: &str) -> Self {
        Self { place: Pointer::parsed(place), content: Content::Loaded(document) }
    }

    /// A document that came with the question, or was made for it.
    pub fn given(document: T, place: &str) -> Self {
        Self { place: Pointer::parsed(place), content: Content::Given(Box::new(document)) }
    }

    /// What a fact's path in this document starts with.
    pub fn place(&self) -> Pointer {
        self.place.clone()
    }
}

impl<T> Deref for At<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.content {
            Content::Loaded(loaded) => loaded,
            Content::Given(given) => given,
        }
    }
}

/// Where a document was found.
#[derive(Debug)]
pub enum Located<'a, T> {
    /// Among the loaded documents, with what a fact's path starts with.
    Loaded(&'a T, String),
    /// In the question itself, with its path in `given`.
    Given(Value<'a>, String),
}

impl<'a> DocumentOr<'a> {
    /// Finds the document. `member` is its key in `given`; group and kind are those of a loaded one.
    pub fn locate<T: Compiled>(
        self,
        member: &str,
        (group, kind): (&str, &'static str),
        documents: &'a Documents,
    ) -> Result<Located<'a, T>, Undecided> {
        let text = match self {
            Self::Inline(value) => return Ok(Located::Given(value, Pointer::to(member).into())),
            Self::Named(text) => text,
        };
        let (namespace, name) = text.split_once('/').map_or((None, text), |(space, name)| (Some(space), name));
        match documents.find(&Identity::in_group(group, kind, namespace, name)) {
            Some(loaded) => Ok(Located::Loaded(loaded, format!("{kind}/{text}#"))),
            None => {
                let problem = Problem::error(&DOCUMENT_NOT_LOADED, Pointer::to("given").key(member));
                let problem = problem.fact(Fact::at(Pointer::to(member), text)).fact(Fact::named("kind", kind));
                let known: Vec<String> = documents.names(group, kind).collect();
                Err(Undecided::facts(problem.nearest_to(text, known.iter().map(String::as_str))))
            }
        }
    }
}
