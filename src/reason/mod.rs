//! Explanations: answers and refusals as data, and in English.
//!
//! A rule reports a finding as a [`Reason`]: a [`Code`] that never changes, a subject, the [`Fact`]s that the rule
//! looked at, and the reasons beneath it. The wording comes last and from a single place: each code has its sentence,
//! and [`text`](fn@text) puts the sentences together.

mod chain;
mod code;
mod fact;
mod problem;
mod text;
mod tree;
mod write;

pub use chain::Chain;
pub use code::{Code, Codes};
pub(crate) use code::{codes, examples, explained};
pub use fact::Fact;
pub use problem::{Level, MISSING_FIELD, Problem, REQUEST_CODES};
pub use text::{says, sentence, text, wrong};
pub use tree::{Reason, Reasons};
pub use write::{write_problems, write_reasons};
