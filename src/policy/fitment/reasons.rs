//! The codes of what stands around a question: its name, its edition, the time, the loaded documents, reviews.

use crate::policy::QUESTIONS;
use crate::reason::{Fact, Problem, codes};
use crate::wire::Pointer;

/// The problem that a question does not exist.
pub fn unknown_question(name: &str, at: Pointer) -> Problem {
    let known = QUESTIONS.iter().map(|question| question.name);
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

    /// The time is needed and not there.
    pub NOW_MISSING = "now-missing" {
        says: "the answer depends on the time, and the request has no `now`",
        means: "a rule compares something with the present, which the engine does not know",
        why: "without a clock the same request has the same answer for ever, so a logged decision can be replayed",
        source: "design, Time",
        cure: "add `now` to the request",
    }

    /// Something in a load is no document.
    pub NOT_A_DOCUMENT = "not-a-document" {
        says: "{0} names nothing",
        means: "a document to load lacks its `apiVersion`, `kind` or `metadata.name`",
        why: "documents are told apart by these, so that a newer one replaces an older",
        source: "design, The protocol",
        cure: "fill in the member",
    }

    /// A load has two documents of one identity.
    pub DUPLICATE_DOCUMENT = "duplicate-document" {
        says: "a {kind} {0} stands in this load already",
        means: "two documents of one load have the same group, kind, namespace and name",
        why: "which of them stays would depend on their order",
        source: "design, The protocol",
        cure: "load one of them",
    }

    /// A name without its document.
    pub DOCUMENT_NOT_LOADED = "document-not-loaded" {
        says: "no {kind} {0} is loaded",
        means: "the question names a document that has not been loaded",
        why: "an answer about a document nobody has seen would be a guess",
        source: "design, The protocol",
        cure: "load the document, or give it with the question",
    }

    /// A review without what it is about.
    pub REVIEW_WITHOUT_OBJECT = "review-without-object" {
        says: "a review of {0} has no {member}",
        means: "the AdmissionReview does not carry the object that the rules of its kind look at",
        why: "an API server sends the object with every operation that has rules here",
        source: "design, The protocol",
        cure: "send the AdmissionReview as the API server made it",
    }

    /// A kind or operation without a rule.
    pub KIND_NOT_JUDGED = "kind-not-judged" {
        says: "no rule judges {0} of a {subject}",
        means: "the review is about a kind or an operation that no policy has a rule for, so it is allowed",
        why: "a gate that refuses what it does not know would stop the cluster it guards",
        source: "design, The protocol",
        cure: "narrow the webhook's rules to the kinds it judges",
    }
}
