//! The codes of what surrounds a question: its name, its edition, its time.

use super::all;
use crate::reason::{Fact, Problem, codes};
use crate::wire::Pointer;

/// The problem that a question does not exist.
pub fn unknown_question(name: &str, at: Pointer) -> Problem {
    let known = all().flat_map(|policy| policy.questions).map(|question| question.name);
    Problem::error(&UNKNOWN_QUESTION, at.clone()).fact(Fact::at(at, name)).nearest_to(name, known)
}

codes! {
    /// All of them.
    pub CODES;

    /// No question of that name.
    pub UNKNOWN_QUESTION = "unknown-question" {
        says: "there is no question {0}",
        means: "the table of questions has none of that name",
        why: "what is not understood is not guessed at",
        source: "design, The protocol",
        cure: "ask `fitment/questions` for the list",
    }

    /// No edition of that name.
    pub UNKNOWN_EDITION = "unknown-edition" {
        says: "there is no edition {0}, only {known}",
        means: "the edition asked for does not exist",
        why: "an answer in another edition could be the opposite",
        source: "design, The protocol",
        cure: "say `design` or `upstream`, or leave it out for `design`",
    }

    /// No code of that name.
    pub UNKNOWN_CODE = "unknown-code" {
        says: "there is no code {0}",
        means: "no reason and no problem has that code",
        why: "codes are stable, so an unknown one is a slip or of a newer engine",
        source: "design, The protocol",
        cure: "ask `fitment/codes` for the list",
    }

    /// No policy of that name.
    pub UNKNOWN_POLICY = "unknown-policy" {
        says: "there is no policy {0}, only {known}",
        means: "no code belongs to a policy of that name",
        why: "an empty list would look as if the policy had no codes",
        source: "design, The protocol",
        cure: "name one of those listed, or none for all codes",
    }

    /// The time cannot be read.
    pub NOW_MALFORMED = "now-malformed" {
        says: "{0} is no time as RFC 3339 writes it",
        means: "the `now` of the request cannot be read",
        why: "the engine has no clock to fall back on",
        source: "design, Time",
        cure: "write it like `2026-01-01T00:00:00Z`",
    }
}
