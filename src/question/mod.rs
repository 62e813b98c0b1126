//! What a question is: what it is given and answers, what a rule may look at, the documents it may name.
//!
//! A type that implements [`Answers`] is a question, and [`Question::row`] makes a row of a table of it. A rule gets what
//! was given and [`Asked`], and yields a [`Decision`], or says with [`Undecided`] what it lacks. [`Documents`] are what was
//! loaded; a [`Reference`] in `given` finds one of them or brings its own, as a [`Doc`] that knows where it is.
//!
//! Nothing here knows a policy: the kinds of documents that are compiled when they are loaded are handed in.

mod answers;
mod asked;
mod decision;
mod doc;
mod documents;
mod identity;
mod once;
mod own;
pub mod reasons;
mod strangers;
mod verdict;

pub use answers::{Answered, Answers, Question};
pub use asked::{Asked, Scratch};
pub use decision::{Decision, Lacks, Outcome, Undecided};
pub use doc::{Doc, Located, Reference};
pub use documents::{Compiled, Documents, Kinds, Link, Loadable};
pub use identity::Identity;
pub use once::{duplicate, named_again};
pub use strangers::KnownFields;
pub use verdict::{Verdict, VerdictFrom};
