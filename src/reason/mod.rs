//! Why: answers and refusals as data, and their English.
//!
//! A rule says what it found with a [`Reason`]: a [`Code`] that never changes, the subject, the [`Fact`]s it looked
//! at and the reasons beneath it. Words come last and from one place: each code carries its sentence, and
//! [`text`](fn@text) joins them.

mod chain;
mod code;
mod fact;
mod problem;
mod reasons;
mod text;
mod tree;

pub use chain::Chain;
pub use code::{Code, Codes};
pub(crate) use code::{codes, examples, explained};
pub use fact::Fact;
pub use problem::{Level, Problem, REQUEST_CODES, write_problems};
pub use reasons::Reasons;
pub use text::{says, sentence, text, wrong};
pub use tree::{Reason, write_reasons};
