use super::{causes, not_loaded};
use crate::policy::images::field_error::FieldError;
use crate::policy::images::loaded::{CLOUD_PROFILE, Missing};
use crate::policy::images::model::{CloudProfile, NamespacedCloudProfile};
use crate::policy::images::profiles::admission::Admission;
use crate::policy::images::profiles::defaulting::{default_cloud_profile, default_namespaced};
use crate::policy::images::profiles::in_use::{
    Users, Violation, deletion_of_cloud_profile, deletion_of_namespaced, update_of_cloud_profile, update_of_namespaced,
};
use crate::policy::images::profiles::preparation::{prepare_cloud_profile, prepare_namespaced};
use crate::policy::images::profiles::reasons::NOTHING_TO_PREPARE;
use crate::policy::images::profiles::validation::{Rules, SizeLimit};
use crate::policy::images::profiles::{Changes, FeatureGates, validation, why};
use crate::policy::images::provider::follow;
use crate::policy::images::written::loaded_cloud_profile;
use crate::question::{Asked, Undecided};
use crate::reason::{Problem, sentence, text};
use crate::review::{Call, Object, Operation};
use crate::review::{Cause, Judgement, Refusal, patch};
use crate::wire::{Json, PathStep, Phase, Pointer};

/// Judges or completes a CloudProfile.
pub fn cloud_profile<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    match (call.operation, call.phase) {
        (Operation::Create | Operation::Update, Phase::Mutating) => {
            let (new, old) = (call.object::<CloudProfile<'a>>()?, call.replaced::<CloudProfile<'a>>()?);
            let judgement = completed(&new, |spec, place, changes| {
                default_cloud_profile(spec, place, changes);
                prepare_cloud_profile(spec, old.as_ref().map(spec_of).as_ref(), place, asked, changes)
            });
            judgement.map(Some)
        }
        (Operation::Create | Operation::Update, Phase::Validating) => {
            let (new, old) = (call.object::<CloudProfile<'a>>()?, call.replaced::<CloudProfile<'a>>()?);
            let rules = Rules { gates: &FeatureGates::default(), asked, limit: SizeLimit::default() };
            let old = old.map(|old| old.document);
            let mut errors = validation::cloud_profile(&new.document, old.as_ref(), new.value, rules)?;
            let followed = follow(new.document.spec(), &errors, &path_of(&new), asked);
            errors.extend(followed.errors);
            let violations = match &old {
                Some(old) => update_of_cloud_profile(&new.document, old, &Users::loaded(asked)),
                None => Vec::new(),
            };
            let judgement = judged(errors, violations, call.name);
            let warning = rules.limit.warning(new.value, &path_of(&new), asked.edition);
            Ok(Some(warned(judgement, warning.into_iter().chain(followed.warnings))))
        }
        (Operation::Delete, Phase::Validating) => {
            let old = call.old::<CloudProfile<'a>>()?;
            let violations = deletion_of_cloud_profile(old.document.metadata.as_ref(), &Users::loaded(asked));
            Ok(Some(deletion(violations)))
        }
        _ => Ok(None),
    }
}

/// Judges or completes a NamespacedCloudProfile.
pub fn namespaced<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    type Namespaced<'a> = NamespacedCloudProfile<'a>;
    match (call.operation, call.phase) {
        (Operation::Create | Operation::Update, Phase::Mutating) => {
            let (new, old) = (call.object::<Namespaced<'a>>()?, call.replaced::<Namespaced<'a>>()?);
            let judgement = completed(&new, |spec, place, changes| {
                default_namespaced(spec, place, changes);
                prepare_namespaced(spec, old.as_ref().map(spec_of).as_ref(), place, asked, changes)
            });
            judgement.map(Some)
        }
        (Operation::Create | Operation::Update, Phase::Validating) => {
            let (new, old) = (call.object::<Namespaced<'a>>()?, call.replaced::<Namespaced<'a>>()?);
            with_parent(call, &new, old.as_ref(), asked).map(Some)
        }
        (Operation::Delete, Phase::Validating) => {
            let old = call.old::<Namespaced<'a>>()?;
            let violations = deletion_of_namespaced(old.document.metadata.as_ref(), &Users::loaded(asked));
            Ok(Some(deletion(violations)))
        }
        _ => Ok(None),
    }
}

/// Judges a profile of a namespace by itself, with its parent, and by what uses it.
fn with_parent<'a>(
    call: &Call<'a>,
    new: &Object<'a, NamespacedCloudProfile<'a>>,
    old: Option<&Object<'a, NamespacedCloudProfile<'a>>>,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let gates = FeatureGates::default();
    let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
    let errors = validation::namespaced(&new.document, old.map(|old| &old.document), new.value, rules)?;
    let warning = rules.limit.warning(new.value, &path_of(new), asked.edition);
    if !errors.is_empty() {
        return Ok(warned(judged(errors, Vec::new(), call.name), warning));
    }
    let name = new.document.spec().parent_name();
    let place = new.place.clone().key("spec").key("parent").key("name");
    let missing = || not_loaded(&Missing { kind: CLOUD_PROFILE.kind, name: name.to_owned() }, &place);
    let parent = loaded_cloud_profile(name, asked).ok_or_else(missing)?;
    let admission = Admission { child: new.value, old: old.map(|old| old.value), parent: parent.value, gates: &gates };
    let admitted = admission.decide(asked)?;
    let because = why::admitted(&admitted, &admission, &new.place);
    if !admitted.allowed {
        let refusal = match admitted.message {
            Some(message) => Refusal::Forbidden(message, causes(&admitted.merged_errors.unwrap_or_default())),
            None => Refusal::Invalid(causes(&admitted.errors)),
        };
        let judgement = Judgement { refusal: Some(refusal), because, ..Judgement::default() };
        return Ok(warned(judgement, warning));
    }
    let violations = match old {
        Some(old) => {
            let parent: CloudProfile<'a> = parent.read()?;
            update_of_namespaced(&new.document, &old.document, parent.spec(), &Users::loaded(asked), asked)?
        }
        None => Vec::new(),
    };
    let mut judgement = judged(Vec::new(), violations, call.name);
    judgement.because.extend(because);
    Ok(warned(judgement, warning))
}

/// A profile completed: what the API server fills in and leaves out before it validates.
fn completed<'a, T>(
    new: &Object<'a, T>,
    stages: impl FnOnce(&mut Json, &PathStep<'_>, &mut Changes) -> Result<(), Undecided>,
) -> Result<Judgement, Undecided> {
    let place = new.place.clone().key("spec");
    let whole = Json::from(new.value);
    let (mut changed, mut changes) = (whole.clone(), Changes::default());
    if let Some(spec) = changed.get_mut("spec") {
        stages(spec, &PathStep::Root(place.as_str()), &mut changes)?;
    }
    let because = changes.reasons(&NOTHING_TO_PREPARE, place.as_str());
    Ok(Judgement { patch: patch::between(&whole, &changed), because, ..Judgement::default() })
}

fn judged(errors: Vec<FieldError>, violations: Vec<Violation>, name: &str) -> Judgement {
    let mut because = why::validated(&errors, name);
    if !violations.is_empty() {
        because.extend(why::in_use(&violations));
    }
    let refusal = match (errors.is_empty(), violations.is_empty()) {
        (false, _) => Some(Refusal::Invalid(causes(&errors))),
        (true, false) => Some(in_use(&violations)),
        (true, true) => None,
    };
    Judgement { refusal, because, ..Judgement::default() }
}

fn deletion(violations: Vec<Violation>) -> Judgement {
    let refusal = (!violations.is_empty()).then(|| in_use(&violations));
    Judgement { refusal, because: why::in_use(&violations), ..Judgement::default() }
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

/// A warning reaches the user with the answer, and whoever reads the problems.
fn warned(mut judgement: Judgement, warnings: impl IntoIterator<Item = Problem>) -> Judgement {
    for problem in warnings {
        judgement.warnings.push(sentence(&problem));
        judgement.problems.push(problem);
    }
    judgement
}

fn spec_of<T>(object: &Object<'_, T>) -> Json {
    object.value.get("spec").map_or_else(Json::object, Json::from)
}

fn path_of<T>(object: &Object<'_, T>) -> Pointer {
    Pointer::parsed(&format!("/review{}", object.place))
}
