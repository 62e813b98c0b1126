//! Shoots that are loaded or come with a question.

use self_cell::self_cell;

use super::asked::given_document;
use crate::policy::images::documents::{GROUP, ShootDocument};
use crate::question::{Asked, Doc, Loadable, Located, Reference, Undecided};
use crate::wire::{Document, read};

/// The `Loadable` of Shoots, which are read when they are loaded, so that unreadable ones are refused at once.
pub const SHOOT: Loadable = Loadable {
    group: GROUP,
    kind: "Shoot",
    compile: |document, path| {
        Ok(Box::new(LoadedShoot::try_new(document, |document| Ok(read(document.root(), path)?.0))?))
    },
    default: None,
    link: None,
    beside: None,
};

self_cell! {
    /// A loaded Shoot: the document, and its typed form, which borrows from it.
    struct LoadedShoot {
        owner: Document,
        #[covariant]
        dependent: ShootDocument,
    }

    impl {Debug}
}

/// The Shoot that a question refers to.
pub(crate) fn asked_shoot<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, ShootDocument<'a>>, Undecided> {
    match reference.locate::<LoadedShoot>(member, (GROUP, SHOOT.kind), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(loaded.borrow_dependent(), &place)),
        Located::Given(value, at) => given_document(value, &at),
    }
}

/// All loaded Shoots.
pub(crate) fn loaded_shoots<'a>(asked: &Asked<'a>) -> impl Iterator<Item = Doc<'a, ShootDocument<'a>>> {
    let loaded = asked.documents.of_kind::<LoadedShoot>(GROUP, SHOOT.kind);
    loaded.map(|loaded| Doc::loaded(loaded.borrow_dependent(), "Shoot#"))
}
