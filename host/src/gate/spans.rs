//! The gate's work as `tracing` spans. Without the feature there are none.
//!
//! Decisions are at the debug level: there are many of them, and one that no subscriber listens to costs a single
//! comparison.

#[cfg(feature = "tracing")]
use tracing::field::Empty;
#[cfg(feature = "tracing")]
use tracing::span::EnteredSpan;

use super::documents::Documents;
use super::verb::Verb;
use super::{Decision, Gate};
use crate::error::{Error, Result};

/// A span, entered when it is created and left when it is dropped.
pub struct Span {
    #[cfg(feature = "tracing")]
    entered: EnteredSpan,
}

impl Span {
    /// Begins an attempt to decide.
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

    /// Begins building documents.
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
    /// Records the result of the attempt.
    pub fn decided(&self, decided: &Result<Decision>) {
        // The outcome has to be read from the answer; skip that if nothing listens.
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

    /// Records that the attempt was given up for a thread that may block.
    pub fn handed_over(&self) {
        self.entered.record("handed_over", true);
    }

    /// Records the documents that decisions are based on from now on.
    pub fn built(&self, documents: &Documents, gate: &Gate) {
        if self.entered.is_disabled() {
            return;
        }
        self.entered.record("generation", number(documents.generation()));
        self.entered.record("label", documents.label());
        self.entered.record("compiled", gate.is_prompt());
        self.entered.record("took_us", number(documents.built_in().as_micros()));
    }

    /// Records an error.
    pub fn failed(&self, error: &Error) {
        self.entered.record("class", error.class().word());
        self.entered.record("kind", error.kind());
    }
}

/// Converts to a signed number: OpenTelemetry has no unsigned ones, and turns them into strings.
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
