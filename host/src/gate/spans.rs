//! What the gate does as spans of `tracing`, for whoever listens. Without the feature there are none.
//!
//! A decision is at the level of debugging: there are many of them, and where nobody listens so closely one costs a look at
//! a number.

#[cfg(feature = "tracing")]
use tracing::field::Empty;
#[cfg(feature = "tracing")]
use tracing::span::EnteredSpan;

use super::documents::Documents;
use super::verb::Verb;
use super::{Decision, Gate};
use crate::error::{Error, Result};

/// One of them, from its beginning until it is dropped.
pub struct Span {
    #[cfg(feature = "tracing")]
    entered: EnteredSpan,
}

impl Span {
    /// An attempt to decide.
    #[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody is told"))]
    pub fn of_decision(verb: Verb) -> Self {
        Self {
            #[cfg(feature = "tracing")]
            entered: tracing::debug_span!(
                "decision",
                verb = verb.word(),
                outcome = Empty,
                took_us = Empty,
                memory = Empty,
                generation = Empty,
                handed_over = Empty,
                class = Empty,
                kind = Empty,
            )
            .entered(),
        }
    }

    /// Documents that are built.
    pub fn of_documents() -> Self {
        Self {
            #[cfg(feature = "tracing")]
            entered: tracing::info_span!(
                "documents",
                generation = Empty,
                label = Empty,
                compiled = Empty,
                took_us = Empty,
                class = Empty,
                kind = Empty,
            )
            .entered(),
        }
    }
}

#[cfg(feature = "tracing")]
impl Span {
    /// What came of the attempt.
    pub fn decided(&self, decided: &Result<Decision>) {
        // The outcome is in the answer, which nobody reads for nobody.
        if self.entered.is_disabled() {
            return;
        }
        match decided {
            Ok(decision) => {
                let outcome = decision.outcome().map_or("unreadable", super::Outcome::word);
                self.entered.record("outcome", outcome);
                self.entered.record("took_us", number(decision.took.as_micros()));
                self.entered.record("memory", number(decision.memory));
                self.entered.record("generation", number(decision.documents.generation()));
            }
            Err(error) => self.failed(error),
        }
    }

    /// The attempt was given up, for a thread that may wait.
    pub fn handed_over(&self) {
        self.entered.record("handed_over", true);
    }

    /// What decisions rest on from now on.
    pub fn built(&self, documents: &Documents, gate: &Gate) {
        if self.entered.is_disabled() {
            return;
        }
        self.entered.record("generation", number(documents.generation()));
        self.entered.record("label", documents.label());
        self.entered.record("compiled", gate.is_prompt());
        self.entered.record("took_us", number(documents.built_in().as_micros()));
    }

    /// Nothing came of it.
    pub fn failed(&self, error: &Error) {
        self.entered.record("class", error.class().word());
        self.entered.record("kind", error.kind());
    }
}

/// With a sign: OpenTelemetry has no other numbers, and makes texts of those.
#[cfg(feature = "tracing")]
fn number(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

#[cfg(not(feature = "tracing"))]
impl Span {
    pub fn decided(&self, _: &Result<Decision>) {}
    pub fn handed_over(&self) {}
    pub fn built(&self, _: &Documents, _: &Gate) {}
    pub fn failed(&self, _: &Error) {}
}
