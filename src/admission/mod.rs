//! AdmissionReviews to the rules and back.
//!
//! A `Call` is what an API server asks, a `Judgement` what the rules of a policy say to it. `JUDGES` is the table
//! of kinds that have rules.

mod call;
mod images;
mod patch;
mod response;

use crate::policy::fitment::reasons::KIND_NOT_JUDGED;
use crate::policy::{Asked, Decision, Outcome, Undecided};
use crate::reason::{Reason, text};
use crate::wire::{Json, Phase, Pointer, Value};

use call::Call;
use response::Judgement;

/// A kind of object that has rules.
struct Judge {
    group: &'static str,
    kind: &'static str,
    /// Judges or completes an object; nothing where no rule is about the operation.
    judge: for<'a> fn(&Call<'a>, &Asked<'a>) -> Result<Option<Judgement>, Undecided>,
}

/// Every kind of object that has rules.
static JUDGES: &[Judge] = &[
    Judge { group: images::GROUP, kind: "CloudProfile", judge: images::cloud_profile },
    Judge { group: images::GROUP, kind: "NamespacedCloudProfile", judge: images::namespaced },
    Judge { group: images::GROUP, kind: "Shoot", judge: images::shoot },
];

/// Judges or completes an object with the loaded documents.
pub fn review<'a>(review: Value<'a>, phase: Phase, asked: &Asked<'a>) -> Outcome<Json> {
    let call = Call::read(review, phase)?;
    let judge = JUDGES.iter().find(|judge| judge.group == call.group && judge.kind == call.kind);
    // What an API server serves beside an object, its status for one, is none of the rules' business.
    let judgement = match judge.filter(|_| call.subresource.is_none()) {
        Some(judge) => (judge.judge)(&call, asked)?,
        None => None,
    };
    let judgement = judgement.unwrap_or_else(|| not_judged(&call));
    let review = response::review(&call, &judgement);
    let Judgement { because, problems, .. } = judgement;
    Ok(Decision { answer: review, because, problems })
}

fn not_judged(call: &Call<'_>) -> Judgement {
    let reason = Reason::new(&KIND_NOT_JUDGED, call.resource())
        .saw(Pointer::to("request").key("operation"), call.operation.word())
        .saw(Pointer::to("request").key("kind").key("kind"), call.kind);
    let warning = text(std::slice::from_ref(&reason), &[]).trim_end().to_owned();
    Judgement { warnings: vec![warning], because: vec![reason], ..Judgement::default() }
}
