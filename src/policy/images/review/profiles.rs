//! Reviews of CloudProfiles and NamespacedCloudProfiles.

use super::moves::{moved, reflavored};
use super::{causes, not_there};
use crate::policy::images::bastion::{boots_nothing, without_machine};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{CloudProfile, FeatureGates};
use crate::policy::images::errors::FieldError;
use crate::policy::images::lint::in_passing;
use crate::policy::images::profiles::in_use::{Effects, Told, Users, Violation, remade};
use crate::policy::images::profiles::validation::{Rules, SizeLimit};
use crate::policy::images::profiles::{
    Admission, Found, comes_expired, doubts_beside, dropped_capabilities, of_usual_architecture, older_fields_ignored,
    replacing_types, why,
};
use crate::policy::images::provider::follow_namespaced;
use crate::policy::images::reasons::NOTHING_TO_PREPARE;
use crate::policy::images::stages::Changes;
use crate::policy::images::store::{CLOUD_PROFILE, Missing, Profile, Scope, Written, loaded_cloud_profile, parent_of};
use crate::question::{Asked, Doc, Undecided};
use crate::reason::{Problem, Reason, text};
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
        (Operation::Delete, Phase::Validating) => {
            let users = Users::loaded(asked);
            let Effects { violations, warnings } = read(call.old()?)?.uses_left(&users)?;
            let mut judgement = deletion(&violations);
            judgement.because.push(users.why_looked_at());
            judgement.with_warnings(warnings)
        }
        _ => return Ok(None),
    };
    Ok(Some(judgement))
}

/// Completes a profile: applies the defaults and the preparation that precede validation in the API server.
fn completed<'a>(new: &Profile<'a>, old: Option<&Profile<'a>>, asked: &Asked<'a>) -> Result<Judgement, Undecided> {
    let place = new.written.place().key("spec");
    let whole = Json::from(*new.written);
    let (mut changed, mut changes) = (whole.clone(), Changes::default());
    if let Some(spec) = changed.get_mut("spec") {
        let root = PathStep::Root(place.as_str());
        new.default(spec, &root, &mut changes);
        new.prepare(old, spec, (&root, &mut changes), asked)?;
    }
    let mut told = changes.not_kept(&new.written.path());
    let parent = new.namespaced().and_then(|child| loaded_cloud_profile(child.spec().parent_name(), asked));
    if let Some(parent) = parent {
        told.extend(of_usual_architecture(*new.written, *parent, &new.written.path()));
        told.extend(dropped_capabilities(*new.written, *parent, &new.written.path()));
        told.extend(replacing_types(*new.written, *parent, &new.written.path()));
    }
    let (patch, dropped) = (patch::between(&whole, &changed), changes.dropped());
    let because = changes.reasons(&NOTHING_TO_PREPARE, place.as_str());
    Ok(Judgement { patch, dropped, because, ..Judgement::default() }.with_warnings(told))
}

/// Judges a profile by itself, against its users, and a NamespacedCloudProfile also against its parent.
fn validated<'a>(
    new: &Profile<'a>,
    old: Option<&Profile<'a>>,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let gates = FeatureGates::asked(None, asked)?;
    let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
    let Found { errors, warnings } = new.errors(old, rules)?;
    let warning = rules.limit.warning(*new.written, &new.written.path(), asked.edition);
    let compiled = new.cluster().map(|_| Compiled::of(new, old)).transpose()?;
    let judgement = match new.namespaced() {
        Some(_) if !errors.is_empty() => judged(&errors, Effected::default(), name),
        Some(child) => with_parent(new, child.spec().parent_name(), old, &gates, name, asked)?,
        None => {
            let sides = compiled.as_ref().and_then(Compiled::sides);
            let effects = uses_broken(new, old, Around { parent: None, sides }, asked)?;
            judged(&errors, effects, name)
        }
    };
    let mut warnings: Vec<Problem> = warning.into_iter().chain(warnings).collect();
    warnings.extend(old.into_iter().flat_map(|old| comes_expired(old, new, asked)));
    // The API server drops these versions before it calls a webhook.
    warnings.extend(new.not_kept(old, asked));
    if let Some(Compiled { after, .. }) = compiled.filter(|_| judgement.refusal.is_none()) {
        // Without a time, the warnings that depend on it are left out, like those about maintenance.
        warnings.extend(in_passing(&after, &new.written, &warnings, asked).unwrap_or_default());
        let after = new.written.with(after);
        warnings.extend(boots_nothing(&after, asked).or_else(|| without_machine(&after, asked)));
    }
    Ok(judgement.with_warnings(warnings))
}

/// A compiled CloudProfile, also as it was before an update.
struct Compiled<'a> {
    before: Option<Offer<'a>>,
    after: Offer<'a>,
}

impl<'a> Compiled<'a> {
    fn of(new: &Profile<'a>, old: Option<&Profile<'a>>) -> Result<Self, Undecided> {
        let offer = |side: &Profile<'a>| side.written.read::<CloudProfile<'_>>().map(Offer::new);
        Ok(Self { before: old.map(offer).transpose()?, after: offer(new)? })
    }

    fn sides(&self) -> Option<[&Offer<'a>; 2]> {
        self.before.as_ref().map(|before| [before, &self.after])
    }
}

/// Judges a NamespacedCloudProfile against its parent and its users.
fn with_parent<'a>(
    new: &Profile<'a>,
    parent: &str,
    old: Option<&Profile<'a>>,
    gates: &FeatureGates,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let place = new.written.place().key("spec").key("parent").key("name");
    let Some(parent) = loaded_cloud_profile(parent, asked) else {
        let missing = Missing { kind: CLOUD_PROFILE.kind, name: parent.to_owned(), within: None };
        return not_there(&missing, &place, asked.documents);
    };
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
    let effects = uses_broken(new, old, Around { parent: Some(&parent), sides: None }, asked)?;
    let followed = follow_namespaced(&new.written, &parent, asked);
    let mut judgement = judged(&followed.errors, effects, name);
    judgement.because.extend(because);
    let judged_by = (asked.edition, *gates);
    let doubts = |side: &Profile<'_>| doubts_beside((*side.written, true), *parent, &side.written.path(), judged_by);
    // What was doubtful before may stay, so only what the update introduces is reported.
    // What only today's extension refuses is among the warnings about the mapping.
    let new_doubt = old.filter(|old| doubts(old).first.is_none()).and_then(|_| doubts(new).first);
    let told = older_fields_ignored(&new.written, &parent, asked).into_iter().chain(new_doubt);
    let told = told.chain(replacing_types(*new.written, *parent, &new.written.path()));
    Ok(judgement.with_warnings(followed.warnings).with_warnings(told))
}

/// The effects of a change on the users of the profile, and how many users were examined.
#[derive(Default)]
struct Effected {
    effects: Effects,
    looked_at: Option<Reason>,
}

/// The context of an update.
struct Around<'r, 'a> {
    /// The parent of a NamespacedCloudProfile.
    parent: Option<&'r Written<'a>>,
    /// A CloudProfile before and after the update.
    sides: Option<[&'r Offer<'a>; 2]>,
}

/// The effects of an update on the users of the profile. A new profile has none.
fn uses_broken<'a>(
    new: &Profile<'a>,
    old: Option<&Profile<'a>>,
    Around { parent, sides }: Around<'_, 'a>,
    asked: &Asked<'a>,
) -> Result<Effected, Undecided> {
    let Some(old) = old else { return Ok(Effected::default()) };
    let users = Users::loaded(asked);
    let given = || parent.map_or_else(|| parent_of(&new.written, None, asked), |parent| Ok(parent.with(**parent)));
    let mut effects = new.uses_broken(old, given, (&users, Told::Everything), asked)?;
    effects.warnings.extend(users.warnings_of_unknown([old, new]));
    let remade = if new.namespaced().is_some() { remade([old, new], parent, &users) } else { Vec::new() };
    let merged = remade.first().and_then(|remade| remade.offers().ok()?);
    let compared = sides.or(merged.as_ref().map(|merged| merged.each_ref()));
    effects.warnings.extend(compared.and_then(|sides| reflavored(sides, &new.written, asked)));
    // Maintenance depends on the time, so without one there are no warnings about it.
    effects.warnings.extend(moved(([old, new], sides), parent, &users, asked).unwrap_or_default());
    Ok(Effected { effects, looked_at: Some(users.why_looked_at()) })
}

fn judged(errors: &[FieldError], Effected { effects, looked_at }: Effected, name: &str) -> Judgement {
    let Effects { violations, warnings } = effects;
    let violations = violations.as_slice();
    let mut because = why::validated(errors, name);
    if !violations.is_empty() {
        because.extend(why::in_use(violations));
    }
    because.extend(looked_at);
    let refusal = match (errors.is_empty(), violations.is_empty()) {
        (false, _) => Some(Refusal::Invalid(causes(errors))),
        (true, false) => Some(in_use(violations)),
        (true, true) => None,
    };
    Judgement { refusal, because, ..Judgement::default() }.with_warnings(warnings)
}

fn deletion(violations: &[Violation]) -> Judgement {
    let refusal = (!violations.is_empty()).then(|| in_use(violations));
    Judgement { refusal, because: why::in_use(violations), ..Judgement::default() }
}

/// The refusal of a change that takes away something in use, in the words of its reasons.
fn in_use(violations: &[Violation]) -> Refusal {
    let reasons = why::in_use(violations);
    let message: Vec<String> = text(&reasons, &[]).lines().map(str::to_owned).collect();
    let cause = |(violation, why): (&Violation, &Reason)| {
        let place = violation.field.as_ref();
        let (field, is_gone) = place.map_or(("", false), |place| (place.field.as_str(), place.is_gone));
        let message = text(std::slice::from_ref(why), &[]).trim_end().to_owned();
        Cause { reason: "InUse".to_owned(), field: field.to_owned(), message, is_gone }
    };
    let each = why::each_in_use(violations);
    let mut causes: Vec<Cause> = violations.iter().zip(each.iter()).map(cause).collect();
    // The pools of a Shoot that use the same are one cause.
    causes.dedup();
    Refusal::Forbidden(message.join("; "), causes)
}
