//! CloudProfiles and NamespacedCloudProfiles in admission.

use super::{causes, not_loaded};
use crate::policy::images::documents::FeatureGates;
use crate::policy::images::errors::FieldError;
use crate::policy::images::profiles::in_use::{Users, Violation};
use crate::policy::images::profiles::validation::{Rules, SizeLimit};
use crate::policy::images::profiles::{Admission, Found, why};
use crate::policy::images::reasons::NOTHING_TO_PREPARE;
use crate::policy::images::stages::{Changes, synchronize};
use crate::policy::images::store::{CLOUD_PROFILE, Missing, Profile, Scope, Written, loaded_cloud_profile, parent_of};
use crate::question::{Asked, Doc, Undecided};
use crate::reason::{Problem, sentence, text};
use crate::review::{Call, Cause, Judgement, Object, Operation, Refusal, patch};
use crate::wire::{Json, PathStep, Phase, Value};

/// Judges or completes a CloudProfile.
pub(crate) fn cloud_profile<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    profile(Scope::Cluster, call, asked)
}

/// Judges or completes a NamespacedCloudProfile.
pub(crate) fn namespaced<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    profile(Scope::Namespaced, call, asked)
}

fn profile<'a>(scope: Scope, call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let read = |object: Object<'a, Value<'a>>| Profile::read(scope, Doc::reviewed(object.value, object.place));
    let judgement = match (call.operation, call.phase) {
        (Operation::Create | Operation::Update, phase) => {
            let new = read(call.object()?)?;
            let old = call.replaced()?.map(read).transpose()?;
            match phase {
                Phase::Mutating => completed(&new, old.as_ref(), asked)?,
                Phase::Validating => validated(&new, old.as_ref(), call.name, asked)?,
            }
        }
        (Operation::Delete, Phase::Validating) => deletion(&read(call.old()?)?.uses_left(&Users::loaded(asked))),
        _ => return Ok(None),
    };
    Ok(Some(judgement))
}

/// A profile completed: what the API server fills in and leaves out before it validates.
fn completed<'a>(new: &Profile<'a>, old: Option<&Profile<'a>>, asked: &Asked<'a>) -> Result<Judgement, Undecided> {
    let place = new.written.place().key("spec");
    let whole = Json::from(*new.written);
    let (mut changed, mut changes) = (whole.clone(), Changes::default());
    if let Some(spec) = changed.get_mut("spec") {
        let root = PathStep::Root(place.as_str());
        new.default(spec, &root, &mut changes);
        new.prepare(old, spec, (&root, &mut changes), asked)?;
    }
    let because = changes.reasons(&NOTHING_TO_PREPARE, place.as_str());
    Ok(Judgement { patch: patch::between(&whole, &changed), because, ..Judgement::default() })
}

/// Brings a CloudProfile that was found valid into the form in which it is stored (section 3.3).
pub(crate) fn stored(profile: &mut Json) {
    if let Some(spec) = profile.get_mut("spec") {
        synchronize(spec, None, &PathStep::Root(""), &mut Changes::default());
    }
}

/// Judges a profile by itself, one of a namespace with its parent, and by what uses it.
fn validated<'a>(
    new: &Profile<'a>,
    old: Option<&Profile<'a>>,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let gates = FeatureGates::default();
    let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
    let Found { errors, warnings } = new.errors(old, rules)?;
    let warning = rules.limit.warning(*new.written, &new.written.path(), asked.edition);
    let judgement = match new.namespaced() {
        Some(_) if !errors.is_empty() => judged(&errors, &[], name),
        Some(child) => with_parent(new, child.spec().parent_name(), old, &gates, name, asked)?,
        None => {
            let violations = uses_broken(new, old, || parent_of(&new.written, None, asked), asked)?;
            judged(&errors, &violations, name)
        }
    };
    Ok(warned(judgement, warning.into_iter().chain(warnings)))
}

/// Judges a profile of a namespace with its parent, and by what uses it.
fn with_parent<'a>(
    new: &Profile<'a>,
    parent: &str,
    old: Option<&Profile<'a>>,
    gates: &FeatureGates,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let place = new.written.place().key("spec").key("parent").key("name");
    let missing = || not_loaded(&Missing { kind: CLOUD_PROFILE.kind, name: parent.to_owned() }, &place);
    let parent = loaded_cloud_profile(parent, asked).ok_or_else(missing)?;
    let admission = Admission { child: *new.written, old: old.map(|old| *old.written), parent: *parent, gates };
    let admitted = admission.decide(asked)?;
    let because = why::admitted(&admitted, &admission, &new.written.place());
    if !admitted.allowed {
        let refusal = match admitted.message {
            Some(message) => Refusal::Forbidden(message, causes(&admitted.merged_errors.unwrap_or_default())),
            None => Refusal::Invalid(causes(&admitted.errors)),
        };
        return Ok(Judgement { refusal: Some(refusal), because, ..Judgement::default() });
    }
    let violations = uses_broken(new, old, || Ok(parent), asked)?;
    let mut judgement = judged(&[], &violations, name);
    judgement.because.extend(because);
    Ok(judgement)
}

/// The uses that an update would break; a profile that is new breaks none.
fn uses_broken<'a>(
    new: &Profile<'a>,
    old: Option<&Profile<'a>>,
    parent: impl FnOnce() -> Result<Written<'a>, Undecided>,
    asked: &Asked<'a>,
) -> Result<Vec<Violation>, Undecided> {
    old.map_or(Ok(Vec::new()), |old| new.uses_broken(old, parent, &Users::loaded(asked), asked))
}

fn judged(errors: &[FieldError], violations: &[Violation], name: &str) -> Judgement {
    let mut because = why::validated(errors, name);
    if !violations.is_empty() {
        because.extend(why::in_use(violations));
    }
    let refusal = match (errors.is_empty(), violations.is_empty()) {
        (false, _) => Some(Refusal::Invalid(causes(errors))),
        (true, false) => Some(in_use(violations)),
        (true, true) => None,
    };
    Judgement { refusal, because, ..Judgement::default() }
}

fn deletion(violations: &[Violation]) -> Judgement {
    let refusal = (!violations.is_empty()).then(|| in_use(violations));
    Judgement { refusal, because: why::in_use(violations), ..Judgement::default() }
}

/// The refusal to take away what is used, in the words of its reasons.
fn in_use(violations: &[Violation]) -> Refusal {
    let reasons = why::in_use(violations);
    let message: Vec<String> = text(&reasons, &[]).lines().map(str::to_owned).collect();
    let cause = |violation: &Violation| {
        let Violation { used_by_kind, used_by, what, value } = violation;
        let message = format!("{} {used_by}: {} {value}", used_by_kind.word(), what.word());
        Cause { reason: "InUse".to_owned(), field: String::new(), message }
    };
    Refusal::Forbidden(message.join("; "), violations.iter().map(cause).collect())
}

/// A warning reaches the user with the answer, and everybody who reads the problems.
fn warned(mut judgement: Judgement, warnings: impl IntoIterator<Item = Problem>) -> Judgement {
    for problem in warnings {
        judgement.warnings.push(sentence(&problem));
        judgement.problems.push(problem);
    }
    judgement
}
