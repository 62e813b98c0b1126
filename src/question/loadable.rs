//! How documents of a kind are compiled, completed, and bound to the ones that they build on.

use super::documents::{Compiled, Documents};
use super::identity::Identity;
use crate::base::Edition;
use crate::reason::Problem;
use crate::wire::{Document, Fault, Pointer};

/// A kind of document that is compiled when it is loaded, so that asking is cheap.
#[derive(Debug)]
pub struct Loadable {
    /// The group of the API.
    pub group: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// Compiles a document. `path` is its place in the request.
    pub compile: fn(document: Document, path: &str) -> Compilation,
    /// Fills in the defaults of the API server, and returns problems that the author should know about. `None` if the
    /// kind has no defaults.
    pub default: Option<Filling>,
    /// Binds a document to the one that it builds on. `None` if documents of this kind build on nothing.
    pub link: Option<Link>,
    /// Checks a document beside the one that it builds on. The path is its place in the request, or its name.
    pub beside: Option<Beside>,
}

/// Fills in what a document leaves out, and returns problems with it. `path` is the document's place in the request.
pub type Filling = fn(document: Document, path: &str, server: Server<'_>) -> (Document, Vec<Problem>);

/// Checks a document beside the one that it builds on.
pub type Beside = fn(child: &dyn Compiled, parent: &dyn Compiled, path: &Pointer, server: Server<'_>) -> Vec<Problem>;

/// Whose API server a document comes from: the edition and the loaded settings say what it accepts.
pub type Server<'d> = (Edition, &'d Documents);

/// Returns how documents of a group and kind are compiled, if they are.
pub type Kinds = fn(group: &str, kind: &str) -> Option<&'static Loadable>;

/// How a document is bound to the one that it builds on, whenever one of the two is loaded or removed.
#[derive(Debug)]
pub struct Link {
    /// The identity of the document that a child builds on.
    pub parent: fn(child: &dyn Compiled) -> Option<Identity>,
    /// Compiles the child together with its parent, or reverts that if the parent is gone. Gets the room that is left,
    /// in bytes of JSON, and returns how much of it is used.
    pub bind: fn(child: &mut dyn Compiled, parent: Option<&dyn Compiled>, room: usize) -> usize,
}

/// A compiled document, or why it cannot be compiled.
pub type Compilation = Result<Box<dyn Compiled>, Fault>;

impl Identity {
    /// How documents of this kind are compiled, if they are.
    pub(super) fn compiled_by(&self, kinds: Kinds) -> Option<&'static Loadable> {
        kinds(&self.group, &self.kind)
    }
}
