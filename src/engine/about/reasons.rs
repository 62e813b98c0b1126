//! The codes for faults around a question, such as its name, edition or time.

use super::all;
use crate::engine::policies;
use crate::reason::{Fact, Problem, codes};
use crate::wire::Pointer;

/// The problem that this engine does not have a question, either because no build has it or because only other builds
/// do.
pub fn unknown_question(name: &str, at: Pointer) -> Problem {
    if let Some(entry) = policies::entry_with(name) {
        let problem = Problem::error(&QUESTION_NOT_IN_THIS_BUILD, at.clone());
        return problem.fact(Fact::at(at, name)).fact(Fact::named("entry", entry));
    }
    let known = all().flat_map(|policy| policy.questions).map(|question| question.name);
    Problem::error(&UNKNOWN_QUESTION, at.clone()).fact(Fact::at(at, name)).nearest_to(name, known)
}

codes! {
    /// All codes of this module.
    pub CODES;

    /// There is no question of this name.
    pub UNKNOWN_QUESTION = "unknown-question" {
        says: "there is no question {0}",
        means: "the table of questions has none of that name",
        why: "what is not understood is not guessed at",
        source: "design, The protocol",
        cure: "ask `fitment/questions` for the list",
    }

    /// Only other builds answer this question.
    pub QUESTION_NOT_IN_THIS_BUILD = "question-not-in-this-build" {
        says: "this build leaves out the question {0}, which the entry {entry} of the npm package has",
        means: "the engine was built without the policy of the question, or without a part of it, to be smaller",
        why: "to a caller a question without its rules would look like one that does not exist",
        source: "design, The protocol",
        cure: "import the entry named, or one that has everything",
    }

    /// Only other builds show this schema.
    pub SCHEMA_NOT_IN_THIS_BUILD = "schema-not-in-this-build" {
        says: "this build leaves out the schemas of {0}, which the entry {entry} of the npm package has",
        means: "the engine was built without the schemas of its questions, to be smaller",
        why: "an answer without schemas would look as if the question had none",
        source: "design, The protocol",
        cure: "ask the entry named, or read docs/schema",
    }

    /// Only other builds show this example.
    pub EXAMPLE_NOT_IN_THIS_BUILD = "example-not-in-this-build" {
        says: "this build leaves out the example of {0}, which the entry {entry} of the npm package has",
        means: "the engine was built without the requests that provoke its codes, to be smaller",
        why: "an explanation without an example would look as if nobody had one",
        source: "design, The protocol",
        cure: "ask the entry named, or read docs/reasons",
    }

    /// Only other builds may judge this review.
    pub REVIEW_NOT_IN_THIS_BUILD = "review-not-in-this-build" {
        says: "this build leaves out policies, and those it has do not judge a {0}; the entry {entry} of the npm package has all",
        means: "the engine was built without some policies, and one of them may have rules for the kind",
        why: "to allow what no rule was asked about would open the gate in silence",
        source: "design, The protocol",
        cure: "judge reviews with a build that has every policy, as the host and the command line are",
    }

    /// There is no edition of this name.
    pub UNKNOWN_EDITION = "unknown-edition" {
        says: "there is no edition {0}, only {known}",
        means: "the edition asked for does not exist",
        why: "an answer in another edition could be the opposite",
        source: "design, The protocol",
        cure: "say `design` or `upstream`, or leave it out for `design`",
    }

    /// There is no code of this name.
    pub UNKNOWN_CODE = "unknown-code" {
        says: "there is no code {0}",
        means: "no reason and no problem of this build has that code",
        why: "codes are stable, so an unknown one is a slip, of a newer engine, or of a policy that this build leaves out",
        source: "design, The protocol",
        cure: "ask `fitment/codes` for the list",
    }

    /// There is no policy of this name.
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
