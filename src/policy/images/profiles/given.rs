//! Warnings about documents in a question that do not go together. The question is answered all the same.

use super::beside::{Refused, first_unmapped};
use super::doubtful::older_fields_ignored;
use super::dropped::dropped_capabilities;
use super::lost;
use super::named::{name_of, namespace_of, reference, text};
use super::stored::{Doubts, doubts_beside, is_stored, of_usual_architecture, replacing_types};
use super::unsound::{refused_at_once, refused_child, refused_cluster};
use super::{
    AdmitProfile, DefaultProfile, MergeProfile, PrepareProfile, SyncProfile, TransformProfile, ValidateProfile,
};
use crate::policy::images::catalog::{parents_types_of_usual_architecture, undefined_of_all};
use crate::policy::images::documents::{FeatureGates, NamespacedCloudProfile, ProfileKind, ShootDocument};
use crate::policy::images::errors::{ErrorType, FieldError, within};
use crate::policy::images::fit::{Fit, MachineTypes, Matrix, Pick};
use crate::policy::images::profiles::in_use::InUse;
use crate::policy::images::provider::ValidateMapping;
use crate::policy::images::reasons::{
    BEFORE_NOT_READ, PROFILE_IS_ANOTHER, PROFILE_OF_ANOTHER_NAMESPACE, PROFILES_ARE_TWO, SHOOT_BEFORE_IS_ANOTHER,
    SHOOT_NAMES_NO_PROFILE, SHOOT_NOT_STORED, would_be_refused,
};
use crate::policy::images::store::{
    NEW, OLD, ProfileGiven, Written, asked_offer, asked_shoot, offer_in, parent_of, parent_of_another_kind,
};
use crate::question::{Answers, Asked, Doc, Reference};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value, read};

/// The questions that judge a NamespacedCloudProfile themselves, or run the stages before it is judged.
const JUDGE_IT: &[&str] = &[
    AdmitProfile::NAME,
    DefaultProfile::NAME,
    InUse::NAME,
    MergeProfile::NAME,
    PrepareProfile::NAME,
    SyncProfile::NAME,
    TransformProfile::NAME,
];

/// The questions whether a profile may be stored.
const SAY_WHETHER_IT_IS_STORED: &[&str] = &[AdmitProfile::NAME, ValidateProfile::NAME];

/// The questions to which the parent of a NamespacedCloudProfile does not matter, or that report what is wrong with it
/// themselves.
const LOOK_AT_IT_ALONE: &[&str] =
    &[DefaultProfile::NAME, PrepareProfile::NAME, TransformProfile::NAME, ValidateProfile::NAME];

/// The questions that themselves report what is wrong with a NamespacedCloudProfile by itself.
const JUDGE_IT_ALONE: &[&str] = &[ValidateProfile::NAME, DIFF_PROFILES];

/// The question that compares two profiles.
const DIFF_PROFILES: &str = "images/diff-profiles";

/// The questions about what fits. They themselves report duplicate machine types, invalid versions and unknown
/// classifications.
const SAY_WHAT_FITS: &[&str] = &[Fit::NAME, MachineTypes::NAME, Matrix::NAME, Pick::NAME];

/// The questions that say what fits, what is admitted or what moves. Without a warning they would rest on an invalid
/// profile in silence.
const REST_ON_THE_PROFILE: &[&str] = &[
    Fit::NAME,
    MachineTypes::NAME,
    Matrix::NAME,
    Pick::NAME,
    JUDGES_A_SHOOT,
    "images/bastion",
    "images/default-image",
    "images/maintain",
    "images/plan-maintenance",
    "images/worker-architecture",
    InUse::NAME,
];

/// The question that judges a Shoot.
const JUDGES_A_SHOOT: &str = "images/admit-shoot";

/// Warnings about the profiles and the Shoot that a question is given.
pub(crate) fn contradictions(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let mut problems = of_another_parent(given, asked);
    let is_deletion = given.get("operation").and_then(Value::as_str) == Some("delete");
    if !is_deletion || question == InUse::NAME {
        problems.extend(of_children(question, given, asked));
    }
    let is_told_already = !problems.is_empty();
    if !is_deletion {
        problems.extend(beside_parent(question, given, asked));
    }
    if REST_ON_THE_PROFILE.contains(&question) && !is_told_already && !is_deletion {
        problems.extend(unsound(question, given, asked));
    }
    // These questions do not themselves report names that the profile does not define.
    let compares = question == InUse::NAME && !is_deletion && !loses_definitions(question, given, asked);
    if compares || question == DIFF_PROFILES {
        let of_old = (question == DIFF_PROFILES).then_some(OLD);
        for (cluster_member, member) in [NEW].into_iter().chain(of_old) {
            let namespaced_cloud_profile = reference(given, member);
            // A NamespacedCloudProfile has the same parent before and after.
            let cluster_member = if namespaced_cloud_profile.is_some() { NEW.0 } else { cluster_member };
            let profile = ProfileGiven { cloud_profile: reference(given, cluster_member), namespaced_cloud_profile };
            let offer = offer_in(profile, (cluster_member, member), asked);
            problems.extend(offer.iter().flat_map(undefined_of_all));
        }
    }
    problems.extend(before_not_read(given));
    if SAY_WHETHER_IT_IS_STORED.contains(&question) {
        problems.extend(two_profiles(given, asked));
    }
    problems.extend(of_another_shoot(given, asked));
    for member in ["shoot", "oldShoot"] {
        problems.extend(of_its_profile(question, member, given, asked));
    }
    problems
}

/// Warnings about the Shoot that a question is given as `member`, beside the profile that it is given.
fn of_its_profile(question: &str, member: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    // The Shoot may move to another profile. If it does, the former one is given too.
    let was = member == "oldShoot" && reference(given, OLD.0).is_some();
    let (cluster_member, namespaced_member) = if was { OLD } else { NEW };
    let namespaced = reference(given, namespaced_member);
    let Some(shoot) = reference(given, member).and_then(|shoot| asked_shoot(shoot, member, asked).ok()) else {
        return Vec::new();
    };
    let Some((kind, named)) = shoot.profile().filter(|(_, named)| !named.is_empty()) else {
        // A fragment of a Shoot may leave out `cloudProfile`, but if it is there it has to name a profile.
        let names_something = shoot.spec.as_ref().is_some_and(|spec| spec.cloud_profile.is_some());
        let is_told = question == JUDGES_A_SHOOT || names_something;
        let is_judged = is_told && REST_ON_THE_PROFILE.contains(&question) && member == "shoot";
        return is_judged.then(|| of_no_kind(&shoot).unwrap_or_else(|| names_none(&shoot))).into_iter().collect();
    };
    let profile = match kind {
        ProfileKind::Cluster if namespaced.is_none() => reference(given, cluster_member),
        ProfileKind::Cluster => None,
        ProfileKind::Namespaced => namespaced,
    };
    let spec = Pointer::to("spec");
    let older = shoot.spec.as_ref().is_some_and(|spec| spec.cloud_profile.is_none());
    let at = shoot.with(if older { spec.key("cloudProfileName") } else { spec.key("cloudProfile").key("name") });
    let (other, other_member) = match kind {
        ProfileKind::Cluster => ("NamespacedCloudProfile", namespaced_member),
        ProfileKind::Namespaced => ("CloudProfile", cluster_member),
    };
    let of_other_kind = reference(given, other_member).filter(|_| profile.is_none());
    match (profile.and_then(name_of), of_other_kind) {
        (None, Some(of_other_kind)) => {
            let given = name_of(of_other_kind).unwrap_or_default();
            let problem = Problem::warning(&PROFILE_IS_ANOTHER, at.path().join(&at));
            let problem = problem.fact(Fact::at(at.place().join(&at), named));
            vec![problem.fact(Fact::named("given", format!("{other} {given}")))]
        }
        (given, _) => {
            let is_namespaced = kind == ProfileKind::Namespaced;
            let elsewhere = is_namespaced.then(|| of_another_namespace(&shoot, profile.and_then(namespace_of)));
            is_another(&at, named, given).into_iter().chain(elsewhere.flatten()).collect()
        }
    }
}

/// Warnings about NamespacedCloudProfiles, by themselves and beside their parents.
fn of_children(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (cluster_member, member) in [NEW, OLD] {
        let Some(child) = reference(given, member) else { continue };
        let Ok(written) = Written::of_namespaced(child, member, asked) else { continue };
        if !LOOK_AT_IT_ALONE.contains(&question) {
            problems.extend(without_parent(&written));
        }
        // All else that is wrong with a loaded profile was reported when it was loaded. Validating it reports it again.
        let is_looked_at = matches!(child, Reference::Inline(_)) || question == ValidateProfile::NAME;
        if !is_looked_at || JUDGE_IT.contains(&question) {
            continue;
        }
        if let Ok(parent) = parent_of(&written, reference(given, cluster_member), asked) {
            let own = (!JUDGE_IT_ALONE.contains(&question))
                .then(|| refused_child(&written, &gates_of(given, asked), asked.edition))
                .flatten();
            if own.is_some() {
                problems.extend(own);
                continue;
            }
            let judged_by = (asked.edition, gates_of(given, asked));
            let child = (*written, is_stored(*written));
            let Doubts { first, of_today } = doubts_beside(child, *parent, &written.path(), judged_by);
            problems.extend(first);
            // The question about the mapping says more about it.
            problems.extend(of_today.filter(|_| question != ValidateMapping::NAME));
        }
    }
    problems
}

/// Warnings about what a NamespacedCloudProfile silently gets from its parent, and about what the question does not
/// judge.
fn beside_parent(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let Some(child @ Reference::Inline(_)) = reference(given, NEW.1) else { return Vec::new() };
    let written = Written::of_namespaced(child, NEW.1, asked);
    let parent = written.as_ref().ok().map(|written| parent_of(written, reference(given, NEW.0), asked));
    let (Ok(written), Some(Ok(parent))) = (&written, &parent) else { return Vec::new() };
    let mut problems = of_usual_architecture(**written, **parent, &written.path());
    problems.extend(dropped_capabilities(**written, **parent, &written.path()));
    if SAY_WHETHER_IT_IS_STORED.contains(&question) {
        problems.extend(replacing_types(**written, **parent, &written.path()));
        problems.extend(older_fields_ignored(written, parent, asked));
    }
    if question == AdmitProfile::NAME {
        problems.extend(asked_offer(profile_of(given), asked).iter().flat_map(|offer| {
            let at = [offer.spec_place(), offer.spec_path()];
            parents_types_of_usual_architecture(offer, &at, 0..offer.spec().machine_types.len())
        }));
        // The API server validates the profile by itself, without a parent, before it admits it.
        problems.extend(refused_child(written, &gates_of(given, asked), asked.edition));
        // The question only applies the rules of the API server itself, but the provider's extension would refuse this
        // too.
        let refused = first_unmapped(**written, **parent, asked);
        problems.extend(refused.map(|Refused { field, detail, .. }| {
            would_be_refused(written.path().join(&within(**written, &field).0), field, detail)
        }));
    }
    problems
}

/// Whether a change takes all definitions out. The API server then takes out what rests on them, before it validates the
/// profile (section 3.3).
fn loses_definitions(question: &str, given: Value<'_>, asked: &Asked<'_>) -> bool {
    let written = |member| Some(*Written::of_cloud_profile(reference(given, member)?, member, asked).ok()?);
    let sides = written(OLD.0).zip(written(NEW.0));
    question == InUse::NAME && sides.is_some_and(|(old, new)| lost::loses_definitions([old, new]))
}

/// The first refusal of the profile that a question is about: for its capabilities, or else for anything else that it
/// says.
fn unsound(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Option<Problem> {
    let what_fits_tells = |error: &FieldError| {
        let FieldError { error_type, field, .. } = error;
        let of_type = *error_type == ErrorType::Duplicate && field.starts_with("spec.machineTypes");
        let of_word = *error_type == ErrorType::NotSupported
            && field.starts_with("spec.machineImages")
            && field.ends_with(".classification");
        // An invalid version also causes an error at the whole list, because the latest version of its image is
        // unknown.
        let of_version = field.starts_with("spec.machineImages[") && field.ends_with(".version");
        let of_stage = field.starts_with("spec.machineImages[") && field.contains(".lifecycle[");
        of_type || of_word || of_version || of_stage || field == "spec.machineImages"
    };
    let loses_definitions = loses_definitions(question, given, asked);
    let is_told = |error: &FieldError| {
        let goes = loses_definitions && error.field.contains(".capabilit");
        goes || SAY_WHAT_FITS.contains(&question) && what_fits_tells(error)
    };
    let profile = profile_of(given);
    let of_parent = || refused_at_once(parent_given(profile, asked)?, what_fits_tells, asked);
    let at_once = || refused_at_once(profile, what_fits_tells, asked).filter(|_| !loses_definitions);
    at_once().or_else(of_parent).or_else(|| {
        let inline = profile.cloud_profile.filter(|profile| matches!(profile, Reference::Inline(_)))?;
        refused_cluster(&Written::of_cloud_profile(inline, NEW.0, asked).ok()?, is_told, &gates_of(given, asked), asked)
    })
}

/// The parent of a NamespacedCloudProfile, as a profile by itself.
fn parent_given<'a>(profile: ProfileGiven<'a>, asked: &Asked<'a>) -> Option<ProfileGiven<'a>> {
    let child = Written::of_namespaced(profile.namespaced_cloud_profile?, NEW.1, asked).ok()?;
    let named = || child.read::<NamespacedCloudProfile<'a>>().ok().map(|child| child.spec().parent_name());
    let cloud_profile = profile.cloud_profile.or_else(|| named().map(Reference::Named));
    Some(ProfileGiven { cloud_profile, namespaced_cloud_profile: None })
}

/// The feature gates that the question gives, or else the loaded ones.
fn gates_of(given: Value<'_>, asked: &Asked<'_>) -> FeatureGates {
    let gates = given.get("featureGates").and_then(|gates| read::<Option<FeatureGates>>(gates, "").ok());
    FeatureGates::asked(gates.and_then(|(gates, _)| gates), asked).unwrap_or_default()
}

/// Warns of a profile in another namespace than the Shoot, which only finds profiles in its own namespace.
fn of_another_namespace(shoot: &Doc<'_, ShootDocument<'_>>, given: Option<&str>) -> Option<Problem> {
    let at = shoot.with(Pointer::to("metadata").key("namespace"));
    let given =
        given.filter(|given| !given.is_empty() && !shoot.namespace().is_empty() && *given != shoot.namespace())?;
    let problem = Problem::warning(&PROFILE_OF_ANOTHER_NAMESPACE, at.path().join(&at));
    Some(problem.fact(Fact::at(at.place().join(&at), shoot.namespace())).fact(Fact::named("given", given)))
}

/// Warns of an old document that is given although the operation is a creation.
fn before_not_read(given: Value<'_>) -> Option<Problem> {
    let is_new = given.get("operation").and_then(Value::as_str) == Some("create");
    let member = [OLD.0, OLD.1, "oldShoot"].into_iter().find(|member| reference(given, member).is_some());
    member.filter(|_| is_new).map(|member| Problem::warning(&BEFORE_NOT_READ, Pointer::to("given").key(member)))
}

/// Warns of an old profile that differs from the new one in its name, namespace or provider type, which no update does.
fn two_profiles(given: Value<'_>, asked: &Asked<'_>) -> Option<Problem> {
    let is_new = given.get("operation").and_then(Value::as_str) == Some("create");
    let sides = |new: &str, old: &str| Some([reference(given, old)?, reference(given, new)?]);
    let cluster = || {
        let [old, new] = sides(NEW.0, OLD.0)?;
        Some([Written::of_cloud_profile(old, OLD.0, asked).ok()?, Written::of_cloud_profile(new, NEW.0, asked).ok()?])
    };
    let namespaced = || {
        let [old, new] = sides(NEW.1, OLD.1)?;
        Some([Written::of_namespaced(old, OLD.1, asked).ok()?, Written::of_namespaced(new, NEW.1, asked).ok()?])
    };
    let [old, new] = namespaced().or_else(cluster).filter(|_| !is_new)?;
    [["metadata", "name"], ["metadata", "namespace"], ["spec", "type"]].into_iter().find_map(|keys| {
        let [before, after] = [&old, &new].map(|side| text(**side, &keys));
        let path = keys.iter().fold(new.path(), |path, key| path.key(key));
        let problem = Problem::warning(&PROFILES_ARE_TWO, path).fact(Fact::named("field", keys.join(".")));
        let problem = problem.fact(Fact::named("before", before)).fact(Fact::named("after", after));
        (!before.is_empty() && !after.is_empty() && before != after).then_some(problem)
    })
}

/// Warns if the old Shoot is another Shoot: an update may keep what the old one has, whatever became of it.
fn of_another_shoot(given: Value<'_>, asked: &Asked<'_>) -> Option<Problem> {
    let (old, new) = (reference(given, "oldShoot")?, reference(given, "shoot")?);
    before_is_another(&asked_shoot(new, "shoot", asked).ok()?, &asked_shoot(old, "oldShoot", asked).ok()?)
}

/// Warns if the old Shoot has another name or namespace.
pub(crate) fn before_is_another(new: &Doc<'_, ShootDocument<'_>>, old: &Doc<'_, ShootDocument<'_>>) -> Option<Problem> {
    let another = [("name", new.name(), old.name()), ("namespace", new.namespace(), old.namespace())];
    let (key, new, was) = another.into_iter().find(|(_, new, old)| !new.is_empty() && !old.is_empty() && new != old)?;
    let at = old.with(Pointer::to("metadata").key(key));
    let problem = Problem::warning(&SHOOT_BEFORE_IS_ANOTHER, at.path().join(&at));
    Some(problem.fact(Fact::at(at.place().join(&at), was)).fact(Fact::named("given", new)))
}

/// Warns of NamespacedCloudProfiles that name a parent other than the CloudProfile beside them.
fn of_another_parent(given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let of_one = |(cluster_member, member)| {
        let written = Written::of_namespaced(reference(given, member)?, member, asked).ok()?;
        let named = text(*written, &["spec", "parent", "name"]);
        let at = written.with(Pointer::to("spec").key("parent").key("name"));
        is_another(&at, named, reference(given, cluster_member).and_then(name_of))
    };
    [NEW, OLD].into_iter().filter_map(of_one).collect()
}

/// Warns of a NamespacedCloudProfile that names no CloudProfile as its parent. It is merged with the one beside it all
/// the same.
fn without_parent(written: &Written<'_>) -> Option<Problem> {
    let parent = ["spec", "parent"];
    let at = |key: &str| written.path().join(&within(**written, &format!("spec.parent.{key}")).0);
    let part = |key| text(**written, &[parent.as_slice(), &[key]].concat());
    let no_name = || would_be_refused(at("name"), "spec.parent.name", "no CloudProfile is named");
    parent_of_another_kind(part("kind"), at("kind")).or_else(|| part("name").is_empty().then(no_name))
}

/// Warns that a Shoot names a profile of a kind that does not exist.
fn of_no_kind(shoot: &Doc<'_, ShootDocument<'_>>) -> Option<Problem> {
    let (kind, _) = shoot.profile_of_no_kind()?;
    let at = shoot.with(Pointer::to("spec").key("cloudProfile").key("kind"));
    let what = format!("`{kind}` is no kind of profile, expected `CloudProfile` or `NamespacedCloudProfile`");
    let problem = Problem::warning(&SHOOT_NOT_STORED, at.path().join(&at));
    Some(problem.fact(Fact::at(at.place().join(&at), kind)).fact(Fact::named("what", what)))
}

/// Warns that a Shoot does not name its profile.
fn names_none(shoot: &Doc<'_, ShootDocument<'_>>) -> Problem {
    let at = Pointer::to("spec").key("cloudProfile");
    let (at, name) = match shoot.spec.as_ref().and_then(|spec| spec.cloud_profile.as_ref()) {
        Some(reference) => (at.key("name"), reference.name),
        None => (at, None),
    };
    let at = shoot.with(at);
    Problem::warning(&SHOOT_NAMES_NO_PROFILE, at.path().join(&at)).fact(Fact::of(at.place().join(&at), name))
}

/// Warns that a document names, at a place in it, a profile other than the given one.
fn is_another(at: &Doc<'_, Pointer>, named: &str, given: Option<&str>) -> Option<Problem> {
    let given = given.filter(|given| !given.is_empty() && !named.is_empty() && *given != named)?;
    let problem = Problem::warning(&PROFILE_IS_ANOTHER, at.path().join(at));
    Some(problem.fact(Fact::at(at.place().join(at), named)).fact(Fact::named("given", given)))
}

/// The profile that a question is about.
fn profile_of(given: Value<'_>) -> ProfileGiven<'_> {
    ProfileGiven { cloud_profile: reference(given, NEW.0), namespaced_cloud_profile: reference(given, NEW.1) }
}
