//! Judging AdmissionReviews by the rules of the policies.
//!
//! A [`Call`] is what an API server asks, and a [`Judgement`] is what a policy's rules answer. A policy lists a
//! [`Judge`] for each kind of object that it has rules for; this layer knows no kind.

mod call;
mod doubts;
mod fields;
pub mod patch;
pub mod reasons;
mod response;

pub use call::{Call, Object, Operation};
pub use fields::ADMISSION_REVIEW;
pub use response::{Cause, Judgement, Refusal, Reviewed};

use crate::base::nearest;
use crate::question::{Asked, Decision, Kinds, Outcome, Undecided};
use crate::reason::{Fact, Problem, Reason, text};
use crate::wire::{Json, Phase, Pointer, ReviewPhase, Value};
use reasons::{GROUP_MISSPELT, KIND_MISSPELT, KIND_NOT_JUDGED};

/// A kind of object that has rules.
#[derive(Debug)]
pub struct Judge {
    /// The group of the API.
    pub group: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// Judges or completes an object. Returns `None` if no rule covers the operation.
    pub judge: for<'a> fn(&Call<'a>, &Asked<'a>) -> Result<Option<Judgement>, Undecided>,
    /// Converts a valid object to the form in which it is stored, if that form differs.
    pub stored: Option<fn(object: &mut Json)>,
    /// Whether somebody who writes this kind with another group may mean the judge's group, even if the two look
    /// nothing alike.
    pub strays: Option<fn(group: &str) -> bool>,
}

/// A kind of stored objects that a judge reads in addition to the object that it judges.
#[derive(Debug)]
pub struct Stored {
    /// The group of the API.
    pub group: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// The members that are read, as JSON pointers; empty if all of them are.
    pub members: &'static [&'static str],
}

impl Judge {
    /// The kind with its group, as in `Shoot.core.gardener.cloud`.
    fn resource(&self) -> String {
        if self.group.is_empty() { self.kind.to_owned() } else { format!("{}.{}", self.kind, self.group) }
    }
}

/// The kinds that have rules, and how other kinds are treated.
#[derive(Clone, Copy, Debug)]
pub struct Judges<'j> {
    /// The kinds that have rules.
    pub known: &'j [&'static Judge],
    /// Fails if a call about another kind is not to be let through.
    pub others: fn(&Call<'_>) -> Result<(), Undecided>,
}

impl Judges<'_> {
    fn find(self, call: &Call<'_>) -> Option<&'static Judge> {
        self.known.iter().copied().find(|judge| judge.group == call.group && judge.kind == call.kind)
    }

    fn judge<'a>(self, call: &Call<'a>, asked: &Asked<'a>) -> Result<Judgement, Undecided> {
        let judge = self.find(call);
        if judge.is_none() {
            (self.others)(call)?;
        }
        // Subresources, such as an object's status, have no rules.
        let judgement = match judge.filter(|_| call.subresource.is_none()) {
            Some(judge) => (judge.judge)(call, asked)?,
            None => None,
        };
        let judgement = judgement.unwrap_or_else(|| self.not_judged(call, judge.is_some()));
        Ok(if judge.is_some() { judgement.with_warnings(call.doubts()) } else { judgement })
    }

    /// The judge of a kind that a call may have misspelt. Other projects use the same kinds in their own groups, so the
    /// groups have to be similar too; a missing group matches all.
    fn meant(self, call: &Call<'_>) -> Option<&'static Judge> {
        let is_like = |(label, other): (&str, &str)| label == other || nearest(label, [other]).is_some();
        let of_group = |judge: &&&Judge| {
            let [labels, others] = [call.group, judge.group].map(|group| group.split('.'));
            let as_many = labels.clone().count() == others.clone().count();
            let strays = || call.kind == judge.kind && judge.strays.is_some_and(|strays| strays(call.group));
            call.group.is_empty() || as_many && labels.zip(others).all(is_like) || strays()
        };
        let among = || self.known.iter().filter(of_group);
        let is_same = |judge: &&&Judge| judge.kind == call.kind;
        let near = nearest(call.kind, among().map(|judge| judge.kind));
        // A kind that another group has is spelt right: the group is the wrong one.
        let elsewhere = near.and_then(|_| self.known.iter().find(is_same));
        let nearest = || among().find(|judge| Some(judge.kind) == near);
        among().find(is_same).or(elsewhere).or_else(nearest).copied()
    }

    fn not_judged(self, call: &Call<'_>, is_known: bool) -> Judgement {
        let at = Pointer::to("request").key("kind").key("kind");
        let mut reason = Reason::new(&KIND_NOT_JUDGED, call.resource())
            .saw(Pointer::to("request").key("operation"), call.operation.word())
            .saw(at.clone(), call.kind);
        let mut problems = Vec::new();
        if !is_known {
            reason =
                reason.fact(Fact::named("known", self.known.iter().map(|judge| judge.resource()).collect::<Json>()));
            if let Some(near) = self.meant(call) {
                let found = |code, at: Pointer, found: &str| {
                    Problem::warning(code, Pointer::to("review").join(&at)).fact(Fact::at(at, found))
                };
                problems.push(if near.kind == call.kind && !call.group.is_empty() {
                    let group = found(&GROUP_MISSPELT, Pointer::to("request").key("kind").key("group"), call.group);
                    group.fact(Fact::named("kind", call.kind)).fact(Fact::named("nearest", near.group))
                } else {
                    found(&KIND_MISSPELT, at, call.kind).fact(Fact::named("nearest", near.resource()))
                });
            }
        }
        // Deleted objects are not completed, and whether they may go is judged in the other phase.
        let is_quiet = is_known && call.phase == Phase::Mutating && call.operation == Operation::Delete;
        let warning = || text(std::slice::from_ref(&reason), &[]).trim_end().to_owned();
        let warnings = if is_quiet { Vec::new() } else { vec![warning()] };
        Judgement { warnings, because: reason.into(), problems, ..Judgement::default() }
    }
}

/// Judges or completes an object with the loaded documents.
pub fn review<'a>(
    review: Value<'a>,
    phase: ReviewPhase,
    judges: Judges<'_>,
    defaults: Kinds,
    asked: &Asked<'a>,
) -> Outcome<Reviewed> {
    let once = match phase {
        ReviewPhase::Validating => Phase::Validating,
        ReviewPhase::Mutating => Phase::Mutating,
        ReviewPhase::Applying => {
            let call = Call::read(review, Phase::Mutating)?;
            if matches!(call.operation, Operation::Create | Operation::Update) {
                return applied(review, &call, judges, defaults, asked);
            }
            // Deleted objects are not completed.
            Phase::Validating
        }
    };
    let call = Call::read(review, once)?;
    Ok(decision(&call, judges.judge(&call, asked)?))
}

fn decision(call: &Call<'_>, judgement: Judgement) -> Decision<Reviewed> {
    let answer = response::review(call, &judgement);
    let Judgement { because, problems, .. } = judgement;
    Decision { answer, because, problems }
}

/// Does what an API server does with an object that a user applies: completes it, judges it, and converts it to the
/// form in which it is stored.
fn applied<'a>(
    review: Value<'a>,
    call: &Call<'a>,
    judges: Judges<'_>,
    defaults: Kinds,
    asked: &Asked<'a>,
) -> Outcome<Reviewed> {
    let mut completed = judges.judge(call, asked)?;
    if completed.refusal.is_some() || judges.find(call).is_none() {
        return Ok(decision(call, completed));
    }
    let sent = Json::from(call.object::<Value<'a>>()?.value);
    let mut object = sent.clone();
    // A policy's patch always fits the object that it was made for.
    let _ = patch::apply(&mut object, &completed.patch);
    let mut whole = Json::from(review);
    // The stored object has been completed as well, but a file may leave out what was filled in.
    let old = match (call.replaced::<Value<'a>>()?, defaults(call.group, call.kind).and_then(|known| known.default)) {
        (Some(old), Some(default)) => {
            let (defaulted, warnings) = default(old.value.to_document(), "/review/request/oldObject", asked.server());
            completed.problems.extend(warnings);
            let mut defaulted = Json::from(defaulted.root());
            // What is stored has the status that its controller wrote.
            if let Some(status) = old.value.get("status") {
                defaulted.set("status", status.into());
            }
            Some(defaulted)
        }
        (Some(old), None) => {
            let mut old = Json::from(old.value);
            if let Ok(created) = judges.judge(&call.creating_old(), asked) {
                let _ = patch::apply(&mut old, &created.patch);
            }
            Some(old)
        }
        (None, _) => None,
    };
    if let Some(request) = whole.get_mut("request") {
        request.set("object", object.clone());
        if let Some(old) = old {
            request.set("oldObject", old);
        }
    }
    let call = Call::read(asked.keep(whole.to_document()).root(), Phase::Validating)?;
    let mut judged = judges.judge(&call, asked)?.of_sent(completed.dropped);
    if !completed.patch.is_empty() {
        judged.because = completed.because.into_iter().chain(judged.because).collect();
    }
    // Both phases may report the same.
    completed.problems.retain(|problem| !problem.is_among(&judged.problems));
    completed.warnings.retain(|warning| !judged.warnings.contains(warning));
    judged.problems = [completed.problems, judged.problems].concat();
    judged.warnings = [completed.warnings, judged.warnings].concat();
    if let (None, Some(stored)) = (&judged.refusal, judges.find(&call).and_then(|judge| judge.stored)) {
        stored(&mut object);
    }
    let mut decision = decision(&call, judged);
    decision.answer.filled = Some(Json::Array(patch::between(&sent, &object)));
    Ok(decision)
}
