//! What a question is: its input and answer, what a rule may look at, and the documents that it may refer to.
//!
//! A question is a type that implements [`Answers`]; [`Question::row`] turns it into a row of a table. A rule gets the
//! input and [`Asked`], and returns a [`Decision`], or says with [`Undecided`] what it lacks. [`Documents`] are the
//! loaded documents. A [`Reference`] in `given` names one of them or contains one, and leads to a [`Doc`], which knows
//! its place.
//!
//! This layer knows no policy: the kinds of documents that are compiled when they are loaded are passed in.

mod answers;
mod asked;
mod decision;
mod doc;
mod documents;
mod identity;
mod loadable;
mod loading;
mod once;
mod own;
pub mod reasons;
mod strangers;
mod verdict;

pub use answers::{Answered, Answers, Question};
pub use asked::{Asked, Scratch};
pub use decision::{Decision, Lacks, Outcome, Undecided};
pub use doc::{Doc, Located, Reference};
pub use documents::{Compiled, Documents};
pub use identity::{Identity, OWN_GROUP, group_of, list};
pub use loadable::{Kinds, Link, Loadable, Server};
pub use once::{duplicate, named_again};
pub use own::{OWN_VERSION, SETTINGS};
pub use strangers::KnownFields;
pub use verdict::{Verdict, VerdictFrom};
