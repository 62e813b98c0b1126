//! Reviews of Shoots.

use super::{causes, not_loaded, not_there};
use crate::base::spelling::is_domain_part;
use crate::policy::images::documents::{FeatureGates, ProfileKind, Shoot, ShootDocument};
use crate::policy::images::errors::{FieldError, spelled};
use crate::policy::images::profiles::{Flaw, before_is_another, metadata_flaws};
use crate::policy::images::reasons::{PROFILE_NOT_NAMED, SHOOT_NOT_COMPLETED, SHOOT_NOT_STORED};
use crate::policy::images::shoots::{
    Admission, Operation as ShootOperation, ProfileChange, Refusal as Refused, Warning, artifacts_missing,
    beside_profile, boots_another, lacking, left_without_pools, moves_unwritten, split, taken_instead,
};
use crate::policy::images::store::{
    CLOUD_PROFILE, Missing, NAMESPACED_CLOUD_PROFILE, Named, ProfileGiven, loaded_offer,
};
use crate::policy::images::workers::{
    NotStored, capabilities_of_pools, refused_of_pools, unread_of_pools, without_maximum,
};
use crate::question::{Asked, Doc, Reference, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::review::{Call, Judgement, Object, Operation, Refusal, patch};
use crate::wire::{Json, Phase, Pointer, Value};

/// Judges or completes a Shoot.
pub(crate) fn shoot<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let operation = match call.operation {
        Operation::Create => ShootOperation::Create,
        Operation::Update => ShootOperation::Update,
        // Deletions are not judged.
        Operation::Delete | Operation::Connect => return Ok(None),
    };
    let placed = |object: Object<'a, ShootDocument<'a>>| Doc::reviewed(object.document, object.place);
    let new = placed(call.object()?);
    let old = call.replaced()?.map(placed);
    let profile = match profile_of(&new, call.namespace, asked) {
        Ok(Some(profile)) => profile,
        Ok(None) => return Ok(Some(nameless(&new))),
        // What names the profile already, or is being deleted, is not refused for it.
        Err((missing, place))
            if new.is_being_deleted() || old.as_ref().is_some_and(|old| old.profile() == new.profile()) =>
        {
            return Err(not_loaded(&missing, &place, asked.documents));
        }
        Err((missing, place)) => return not_there(&missing, &place, asked.documents).map(Some),
    };
    let gates = FeatureGates::asked(None, asked)?;
    let admission =
        Admission { operation, profile: &profile.offer, shoot: &new, old: old.as_ref(), static_rules: true, gates };
    // What the validating phase refuses needs no warning. A Shoot that is being deleted is not refused, only warned.
    let (refused, unread) = if new.is_being_deleted() {
        (Vec::new(), unread_of_pools(&new).into_iter().chain(without_maximum(&new).map(NotStored::warning)).collect())
    } else {
        (refused_of_pools(&new).into_iter().chain(without_maximum(&new)).collect(), capabilities_of_pools(&new))
    };
    let judgement = match call.phase {
        Phase::Mutating => completed(&admission, &new, asked)?.with_warnings(unread),
        Phase::Validating => {
            let mut admitted = admission.judge(asked)?;
            let mut booted = Vec::new();
            admitted.refusals.extend(refused.into_iter().map(|pool| not_stored(pool, &new.path())));
            if let Some(old) = old.as_ref().filter(|old| old.profile() != new.profile())
                && let Some(before) = profile_of(old, call.namespace, asked)
                    .map_err(|(missing, place)| not_loaded(&missing, &place, asked.documents))?
            {
                let change = ProfileChange {
                    old_root: before.root,
                    new_root: profile.root,
                    new_name: new.profile().map_or(profile.root, |(_, name)| name),
                    old: before.offer.spec(),
                    new: profile.offer.spec(),
                };
                admitted.refusals.extend(change.judge(&admitted.completed.workers));
                let profiles = [old, &new].map(|shoot| given(shoot, call.namespace, asked));
                booted = boots_another(&admission, &admitted, profiles, asked);
            }
            let artifacts =
                artifacts_missing(&admitted, given(&new, call.namespace, asked), &profile.offer, &new, asked);
            let beside_profile = beside_profile(&admission, &admitted, asked);
            let report = admitted.report(call.name);
            let warning = |warning: &Warning| format!("{}: {}", warning.field, warning.detail);
            let refusal = (!report.allowed).then(|| match report.crashed {
                true => Refusal::Forbidden("the software that judges it would crash".to_owned(), Vec::new()),
                false => Refusal::Invalid(causes(&report.errors)),
            });
            let judgement = Judgement {
                refusal,
                warnings: report.warnings.iter().map(warning).collect(),
                because: report.why.into(),
                ..Judgement::default()
            };
            let without_pools = left_without_pools(&admission);
            let beside = without_pools.into_iter().chain(lacking(&admission)).chain(beside_profile).chain(booted);
            let beside = old.as_ref().and_then(|old| before_is_another(&new, old)).into_iter().chain(beside);
            let beside = without_name(&new, call.name).into_iter().chain(of_metadata(&new)).chain(beside);
            judgement.with_warnings(beside).with_warnings(artifacts).with_warnings(unread)
        }
    };
    Ok(Some(judgement))
}

/// Warns of a Shoot that has neither a name nor a `generateName`, and of an invalid name or namespace.
fn without_name(shoot: &Doc<'_, ShootDocument<'_>>, name: &str) -> Vec<Problem> {
    let made_up = shoot.value.get("metadata").and_then(|metadata| metadata.get("generateName"));
    let has_one = !name.is_empty() || made_up.and_then(Value::as_str).is_some_and(|prefix| !prefix.is_empty());
    let told = |key: &str, found: Option<&str>, what: &str| {
        let [path, place] = [shoot.path(), shoot.place()].map(|at| at.key("metadata").key(key));
        Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::of(place, found)).fact(Fact::named("what", what))
    };
    let none = (!has_one).then(|| told("name", None, "it has no `metadata.name`"));
    let names = [("name", name), ("namespace", shoot.namespace())];
    let wrong = names.into_iter().filter(|(_, text)| !text.is_empty() && !is_domain_part(text)).map(|(key, text)| {
        let what = format!("its {key} is `{text}`, expected a to z, 0 to 9 and `-`, which neither begins nor ends it");
        told(key, Some(text), &what)
    });
    none.into_iter().chain(wrong).collect()
}

/// Warns of labels, annotations, finalizers and owner references that no API server stores.
fn of_metadata(shoot: &Doc<'_, ShootDocument<'_>>) -> impl Iterator<Item = Problem> {
    const NAMED: usize = 20;
    let warning = |Flaw { part, at, value, text, rule }: Flaw<'_>| {
        let [path, place] = [shoot.path(), shoot.place()].map(|document| document.join(&at));
        let what = format!("`metadata.{part}` has `{text}`, which {rule}");
        Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::at(place, value)).fact(Fact::named("what", what))
    };
    metadata_flaws(shoot.value).into_iter().take(NAMED).map(warning)
}

/// The refusal of a pool that no API server stores. `shoot` is the path of its Shoot.
fn not_stored(pool: NotStored<'_>, shoot: &Pointer) -> Refused {
    let below = pool.path().as_str().strip_prefix(shoot.as_str()).unwrap_or_default();
    let error = pool.error(spelled(below));
    let told = pool.warning();
    Refused { error, why: Reason::new(told.code(), "the pool").facts(told.cited().iter().cloned()) }
}

/// Completes a Shoot: Kubernetes versions, architectures and images.
fn completed<'a>(
    admission: &Admission<'_, 'a>,
    new: &Doc<'a, ShootDocument<'a>>,
    asked: &Asked<'a>,
) -> Result<Judgement, Undecided> {
    let completed = admission.complete(asked)?;
    if !completed.refusals.is_empty() {
        let (errors, refused) = split(completed.refusals);
        let why =
            Reason::new(&SHOOT_NOT_COMPLETED, new.name()).fact(Fact::named("errors", errors.len())).because(refused);
        let refusal = Some(Refusal::Invalid(causes(&errors)));
        return Ok(Judgement { refusal, because: why.into(), ..Judgement::default() });
    }
    let told = taken_instead(new, &completed).into_iter().chain(moves_unwritten(admission, &completed));
    let whole = Json::from(new.value);
    let mut changed = whole.clone();
    if whole.get("spec").is_some() {
        let mut spec = completed.spec(new);
        // The API server treats a missing `kubernetes` as an empty one.
        if spec.get("kubernetes").is_none_or(|kubernetes| *kubernetes == Json::Null) {
            let mut kubernetes = Json::object();
            kubernetes.set("version", completed.kubernetes_version.into());
            spec.set("kubernetes", kubernetes);
        }
        changed.set("spec", spec);
    }
    let patch = patch::between(&whole, &changed);
    Ok(Judgement { patch, because: completed.why, ..Judgement::default() }.with_warnings(told))
}

/// Finds the loaded profile that a Shoot uses, or returns the document that is missing and where the Shoot names it.
/// `None`: the Shoot names none.
fn profile_of<'a>(
    shoot: &Doc<'a, ShootDocument<'a>>,
    namespace: &str,
    asked: &Asked<'a>,
) -> Result<Option<Named<'a>>, (Missing, Pointer)> {
    let Some((kind, name)) = shoot.profile().filter(|(_, name)| !name.is_empty()) else { return Ok(None) };
    let spec = shoot.place().key("spec");
    let older = shoot.spec.as_ref().is_some_and(|spec| spec.cloud_profile.is_none());
    let place = if older { spec.key("cloudProfileName") } else { spec.key("cloudProfile").key("name") };
    loaded_offer(kind, namespace, name, asked).map(Some).map_err(|missing| (missing, place))
}

/// The profile that a Shoot uses, in the form of a question's input.
fn given<'a>(shoot: &Shoot<'a>, namespace: &str, asked: &Asked<'a>) -> ProfileGiven<'a> {
    let named = |name: &'a str| Some(Reference::Named(name));
    match shoot.profile() {
        Some((ProfileKind::Cluster, name)) => ProfileGiven { cloud_profile: named(name), ..ProfileGiven::default() },
        Some((ProfileKind::Namespaced, name)) => {
            let name = asked.keep(Json::from(format!("{namespace}/{name}")).to_document()).root().as_str();
            ProfileGiven { namespaced_cloud_profile: name.and_then(named), ..ProfileGiven::default() }
        }
        None => ProfileGiven::default(),
    }
}

/// The refusal of a Shoot that names no profile, or one of an unknown kind.
fn nameless(shoot: &Doc<'_, ShootDocument<'_>>) -> Judgement {
    let named = |key: &str| shoot.place().key("spec").key("cloudProfile").key(key);
    let (error, fact) = match shoot.profile_of_no_kind() {
        Some((kind, _)) => {
            let kinds = [CLOUD_PROFILE.kind, NAMESPACED_CLOUD_PROFILE.kind];
            (FieldError::not_supported("spec.cloudProfile.kind", kind, &kinds), Fact::at(named("kind"), kind))
        }
        None => {
            let why = "must name a CloudProfile or a NamespacedCloudProfile";
            let reference = shoot.spec.as_ref().and_then(|spec| spec.cloud_profile.as_ref());
            let name = reference.and_then(|reference| reference.name);
            (FieldError::required("spec.cloudProfile.name", why), Fact::of(named("name"), name))
        }
    };
    let why = Reason::new(&PROFILE_NOT_NAMED, shoot.name()).fact(fact);
    Judgement { refusal: Some(Refusal::Invalid(causes(&[error]))), because: why.into(), ..Judgement::default() }
}
