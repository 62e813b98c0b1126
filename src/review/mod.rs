//! AdmissionReviews to the rules and back.
//!
//! A [`Call`] is what an API server asks, a [`Judgement`] what the rules of a policy say to it. A policy lists a [`Judge`]
//! for each kind of object that it has rules for; no kind is named here.

mod call;
pub mod patch;
pub mod reasons;
mod response;

pub use call::{Call, Object, Operation};
pub use response::{Cause, Judgement, Refusal, Reviewed};

use crate::question::{Asked, Decision, Outcome, Undecided};
use crate::reason::{Reason, text};
use crate::wire::{Phase, Pointer, Value};
use reasons::KIND_NOT_JUDGED;

/// A kind of object that has rules.
#[derive(Debug)]
pub struct Judge {
    /// The group of its API.
    pub group: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// Judges or completes an object. `None`: no rule is about the operation.
    pub judge: for<'a> fn(&Call<'a>, &Asked<'a>) -> Result<Option<Judgement>, Undecided>,
}

/// Judges or completes an object with the loaded documents. `judges` are the kinds that have rules; `others` says
/// whether to let through what is of another kind.
pub fn review<'a>(
    review: Value<'a>,
    phase: Phase,
    mut judges: impl Iterator<Item = &'static Judge>,
    others: fn(&Call<'_>) -> Result<(), Undecided>,
    asked: &Asked<'a>,
) -> Outcome<Reviewed> {
    let call = Call::read(review, phase)?;
    let judge = judges.find(|judge| judge.group == call.group && judge.kind == call.kind);
    if judge.is_none() {
        others(&call)?;
    }
    // What an API server serves beside an object, its status for one, is none of the rules' business.
    let judgement = match judge.filter(|_| call.subresource.is_none()) {
        Some(judge) => (judge.judge)(&call, asked)?,
        None => None,
    };
    let judgement = judgement.unwrap_or_else(|| not_judged(&call));
    let answer = response::review(&call, &judgement);
    let Judgement { because, problems, .. } = judgement;
    Ok(Decision { answer, because, problems })
}

fn not_judged(call: &Call<'_>) -> Judgement {
    let reason = Reason::new(&KIND_NOT_JUDGED, call.resource())
        .saw(Pointer::to("request").key("operation"), call.operation.word())
        .saw(Pointer::to("request").key("kind").key("kind"), call.kind);
    let warning = text(std::slice::from_ref(&reason), &[]).trim_end().to_owned();
    Judgement { warnings: vec![warning], because: vec![reason], ..Judgement::default() }
}
