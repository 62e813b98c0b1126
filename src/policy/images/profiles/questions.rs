//! The questions about profiles as documents.

use super::admission::Admission;
use super::changes::Changes;
use super::defaulting::{default_cloud_profile, default_namespaced};
use super::in_use::{
    Users, Violation, deletion_of_cloud_profile, deletion_of_namespaced, update_of_cloud_profile, update_of_namespaced,
};
use super::merge::merge;
use super::preparation::{prepare_cloud_profile, prepare_namespaced};
use super::reasons::{ALREADY_CANONICAL, ALREADY_COMPLETE, ALREADY_IN_FORMAT, NOTHING_OVERRIDDEN, NOTHING_TO_PREPARE};
use super::sync::synchronize;
use super::transformation::transform;
use super::validation::{self, Rules, SizeLimit};
use super::walk::show_lists;
use super::why;
use crate::policy::images::field_error::FieldError;
use crate::policy::images::model::{CloudProfile, NamespacedCloudProfile};

use crate::policy::images::question::in_use::{InUseAnswer, InUseGiven};
use crate::policy::images::question::profile::*;
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::policy::images::shoot::model::Shoot;
use crate::policy::images::written::{Written, loaded_namespaced, loaded_plain, parent_of};
use crate::policy::{Answers, Asked, Decision, DocumentOr, Outcome, Undecided, VerdictFrom};
use crate::reason::Code;
use crate::wire::{Json, Pointer, Spot};

/// A profile of either kind.
enum Profile<'a> {
    Cluster(Written<'a>),
    Namespaced(Written<'a>),
}

impl<'a> Profile<'a> {
    /// The profile that a question is about: that of a namespace where both are given, because then the other is its
    /// parent.
    fn of(
        (cloud_profile, cloud_member): (Option<DocumentOr<'a>>, &str),
        (namespaced, namespaced_member): (Option<DocumentOr<'a>>, &str),
        asked: &Asked<'a>,
    ) -> Result<Option<Self>, Undecided> {
        let profile = match (namespaced, cloud_profile) {
            (Some(reference), _) => {
                let written = Written::of_namespaced(reference, namespaced_member, asked)?;
                written.read::<NamespacedCloudProfile<'a>>()?;
                Self::Namespaced(written)
            }
            (None, Some(reference)) => {
                let written = Written::of_cloud_profile(reference, cloud_member, asked)?;
                written.read::<CloudProfile<'a>>()?;
                Self::Cluster(written)
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(profile))
    }

    fn needed(found: Option<Self>) -> Result<Self, Undecided> {
        found.ok_or_else(|| Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile")))
    }

    fn written(&self) -> &Written<'a> {
        match self {
            Self::Cluster(written) | Self::Namespaced(written) => written,
        }
    }
}

const NEW: (&str, &str) = ("cloudProfile", "namespacedCloudProfile");
const OLD: (&str, &str) = ("oldCloudProfile", "oldNamespacedCloudProfile");

fn namespaced_given<'a>(reference: Option<DocumentOr<'a>>, asked: &Asked<'a>) -> Result<Written<'a>, Undecided> {
    let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.1));
    let written = Written::of_namespaced(reference.ok_or_else(missing)?, NEW.1, asked)?;
    written.read::<NamespacedCloudProfile<'a>>()?;
    Ok(written)
}

/// The answer of a stage: the `spec` it leaves, and what it changed.
fn staged(
    profile: &Written<'_>,
    unchanged: &'static Code,
    stage: impl FnOnce(&mut Json, &Spot<'_>, &mut Changes) -> Result<(), Undecided>,
) -> Outcome<SpecAnswer> {
    let place = profile.place().clone().key("spec");
    let (mut spec, mut changes) = (profile.spec(), Changes::default());
    stage(&mut spec, &Spot::Root(place.as_str()), &mut changes)?;
    let because = changes.reasons(unchanged, place.as_str());
    show_lists(&mut spec);
    Ok(Decision { because, ..Decision::plain(SpecAnswer { spec }) })
}

/// `images/default-profile`
#[derive(Debug)]
pub struct DefaultProfile;

impl Answers for DefaultProfile {
    const NAME: &'static str = "images/default-profile";
    const ASKS: &'static str = "what the API server fills in where a profile says nothing";
    type Given<'a> = DefaultGiven<'a>;
    type Answer<'a> = SpecAnswer;

    fn decide<'a>(given: DefaultGiven<'a>, asked: &Asked<'a>) -> Outcome<SpecAnswer> {
        let found = Profile::of((given.cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
        let profile = Profile::needed(found)?;
        let default = match profile {
            Profile::Cluster(_) => default_cloud_profile,
            Profile::Namespaced(_) => default_namespaced,
        };
        staged(profile.written(), &ALREADY_COMPLETE, |spec, place, changes| {
            default(spec, place, changes);
            Ok(())
        })
    }
}

/// A profile after its preparation.
fn prepared<'a>(
    profile: &Profile<'a>,
    old: Option<&Profile<'a>>,
    spec: &mut Json,
    (place, changes): (&Spot<'_>, &mut Changes),
    asked: &Asked<'a>,
) -> Result<(), Undecided> {
    let old = old.map(|old| old.written().spec());
    match profile {
        Profile::Cluster(_) => prepare_cloud_profile(spec, old.as_ref(), place, asked, changes),
        Profile::Namespaced(_) => prepare_namespaced(spec, old.as_ref(), place, asked, changes),
    }
}

/// `images/prepare-profile`
#[derive(Debug)]
pub struct PrepareProfile;

impl Answers for PrepareProfile {
    const NAME: &'static str = "images/prepare-profile";
    const ASKS: &'static str = "what the API server does to a profile before it validates it";
    type Given<'a> = PrepareGiven<'a>;
    type Answer<'a> = SpecAnswer;

    fn decide<'a>(given: PrepareGiven<'a>, asked: &Asked<'a>) -> Outcome<SpecAnswer> {
        let new = Profile::of((given.cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
        let old = Profile::of((given.old_cloud_profile, OLD.0), (given.old_namespaced_cloud_profile, OLD.1), asked)?;
        let new = Profile::needed(new)?;
        staged(new.written(), &NOTHING_TO_PREPARE, |spec, place, changes| {
            prepared(&new, old.as_ref(), spec, (place, changes), asked)
        })
    }
}

/// `images/sync-profile`
#[derive(Debug)]
pub struct SyncProfile;

impl Answers for SyncProfile {
    const NAME: &'static str = "images/sync-profile";
    const ASKS: &'static str = "how capabilities and the older fields for architectures are kept together";
    type Given<'a> = SyncGiven<'a>;
    type Answer<'a> = SpecAnswer;

    fn decide<'a>(given: SyncGiven<'a>, asked: &Asked<'a>) -> Outcome<SpecAnswer> {
        let new = Profile::needed(Profile::of((given.cloud_profile, NEW.0), (None, NEW.1), asked)?)?;
        let old = Profile::of((given.old_cloud_profile, OLD.0), (None, OLD.1), asked)?;
        let old = old.map(|old| old.written().spec());
        staged(new.written(), &ALREADY_CANONICAL, |spec, place, changes| {
            synchronize(spec, old.as_ref(), place, changes);
            Ok(())
        })
    }
}

/// `images/transform-profile`
#[derive(Debug)]
pub struct TransformProfile;

impl Answers for TransformProfile {
    const NAME: &'static str = "images/transform-profile";
    const ASKS: &'static str = "what a profile of a namespace says in the format of its parent";
    type Given<'a> = TransformGiven<'a>;
    type Answer<'a> = SpecAnswer;

    fn decide<'a>(given: TransformGiven<'a>, asked: &Asked<'a>) -> Outcome<SpecAnswer> {
        let child = namespaced_given(given.namespaced_cloud_profile, asked)?;
        let definitions = match given.machine_capabilities {
            Some(definitions) => definitions,
            None => {
                let parent = parent_of(&child, given.cloud_profile, asked)?;
                parent.spec().remove("machineCapabilities").unwrap_or_default()
            }
        };
        staged(&child, &ALREADY_IN_FORMAT, |spec, place, changes| {
            transform(spec, definitions.elements(), place, changes);
            Ok(())
        })
    }
}

/// `images/merge-profile`
#[derive(Debug)]
pub struct MergeProfile;

impl Answers for MergeProfile {
    const NAME: &'static str = "images/merge-profile";
    const ASKS: &'static str = "what a profile of a namespace comes to together with its parent";
    type Given<'a> = MergeGiven<'a>;
    type Answer<'a> = MergeAnswer;

    fn decide<'a>(given: MergeGiven<'a>, asked: &Asked<'a>) -> Outcome<MergeAnswer> {
        let child = namespaced_given(given.namespaced_cloud_profile, asked)?;
        let parent = parent_of(&child, given.cloud_profile, asked)?;
        parent.read::<CloudProfile<'a>>()?;
        let (place, mut changes) = (child.place().clone().key("spec"), Changes::default());
        let mut status = merge(&parent.spec(), &child.spec(), child.place(), &mut changes);
        let because = changes.reasons(&NOTHING_OVERRIDDEN, place.as_str());
        show_lists(&mut status);
        Ok(Decision { because, ..Decision::plain(MergeAnswer { status }) })
    }
}

/// `images/validate-profile`
#[derive(Debug)]
pub struct ValidateProfile;

impl Answers for ValidateProfile {
    const NAME: &'static str = "images/validate-profile";
    const ASKS: &'static str = "whether a profile can be stored, and everything that is wrong with it";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ValidateGiven<'a>;
    type Answer<'a> = Validity;

    fn decide<'a>(given: ValidateGiven<'a>, asked: &Asked<'a>) -> Outcome<Validity> {
        let new = Profile::of((given.cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
        let old = Profile::of((given.old_cloud_profile, OLD.0), (given.old_namespaced_cloud_profile, OLD.1), asked)?;
        let (new, gates) = (Profile::needed(new)?, given.feature_gates.unwrap_or_default());
        let old = old.filter(|_| given.operation != Some(Operation::Create));
        let limit = given.max_bytes.map(|most| SizeLimit(most.try_into().unwrap_or(usize::MAX))).unwrap_or_default();
        let rules = Rules { gates: &gates, asked, limit };
        let warning = limit.warning(new.written().value, &new.written().path(), asked.edition);
        let mut whole = Json::from(new.written().value);
        let errors = match whole.get_mut("spec").filter(|_| given.pipeline) {
            None => validated(&new, old.as_ref(), rules)?,
            Some(spec) => {
                prepared(&new, old.as_ref(), spec, (&Spot::Root(""), &mut Changes::default()), asked)?;
                let value = asked.keep(whole.to_document()).root();
                let written = Written::given(value, new.written().place().clone());
                let new = match new {
                    Profile::Cluster(_) => Profile::Cluster(written),
                    Profile::Namespaced(_) => Profile::Namespaced(written),
                };
                validated(&new, old.as_ref(), rules)?
            }
        };
        let because = why::validated(&errors, new_name(&whole));
        let answer = Validity { valid: errors.is_empty(), errors };
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(warning))
    }
}

fn new_name(profile: &Json) -> &str {
    profile.get("metadata").map(|metadata| metadata.text("name")).unwrap_or_default()
}

fn validated<'a>(
    new: &Profile<'a>,
    old: Option<&Profile<'a>>,
    rules: Rules<'_, '_>,
) -> Result<Vec<FieldError>, Undecided> {
    let document = new.written();
    match new {
        Profile::Cluster(_) => {
            let old: Option<CloudProfile<'a>> = old.map(|old| old.written().read()).transpose()?;
            validation::cloud_profile(&document.read()?, old.as_ref(), document.value, rules)
        }
        Profile::Namespaced(_) => {
            let old: Option<NamespacedCloudProfile<'a>> = old.map(|old| old.written().read()).transpose()?;
            validation::namespaced(&document.read()?, old.as_ref(), document.value, rules)
        }
    }
}

/// `images/admit-profile`
#[derive(Debug)]
pub struct AdmitProfile;

impl Answers for AdmitProfile {
    const NAME: &'static str = "images/admit-profile";
    const ASKS: &'static str = "whether a profile of a namespace goes with its parent";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = AdmitGiven<'a>;
    type Answer<'a> = Admitted;

    fn decide<'a>(given: AdmitGiven<'a>, asked: &Asked<'a>) -> Outcome<Admitted> {
        let child = namespaced_given(given.namespaced_cloud_profile, asked)?;
        let old = given.old_namespaced_cloud_profile.filter(|_| given.operation != Some(Operation::Create));
        let old = old.map(|old| Written::of_namespaced(old, OLD.1, asked)).transpose()?;
        let gates = given.feature_gates.unwrap_or_default();
        let parent = parent_of(&child, given.cloud_profile, asked)?;
        let admission =
            Admission { child: child.value, old: old.map(|old| old.value), parent: parent.value, gates: &gates };
        let answer = admission.decide(asked)?;
        let because = why::admitted(&answer, &admission, child.place());
        Ok(Decision { because, ..Decision::plain(answer) })
    }
}

/// `images/in-use`
#[derive(Debug)]
pub struct InUse;

impl Answers for InUse {
    const NAME: &'static str = "images/in-use";
    const ASKS: &'static str = "whether a change of a profile leaves everything that is used";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = InUseGiven<'a>;
    type Answer<'a> = InUseAnswer;

    fn decide<'a>(given: InUseGiven<'a>, asked: &Asked<'a>) -> Outcome<InUseAnswer> {
        let users = Users { namespaced: namespaced_users(&given, asked)?, shoots: shoots(&given, asked)? };
        let violations = violations(&given, &users, asked)?;
        let because = why::in_use(&violations);
        Ok(Decision { because, ..Decision::plain(InUseAnswer { allowed: violations.is_empty(), violations }) })
    }
}

fn violations<'a>(given: &InUseGiven<'a>, users: &Users<'a>, asked: &Asked<'a>) -> Result<Vec<Violation>, Undecided> {
    let new = Profile::of((given.cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
    let old = Profile::of((given.old_cloud_profile, OLD.0), (given.old_namespaced_cloud_profile, OLD.1), asked)?;
    if given.operation == Some(Operation::Delete) {
        // What is deleted may come as the old document, as in an admission review, or as the only one.
        return Ok(match Profile::needed(old.or(new))? {
            Profile::Cluster(profile) => {
                deletion_of_cloud_profile(profile.read::<CloudProfile<'a>>()?.metadata.as_ref(), users)
            }
            Profile::Namespaced(profile) => {
                deletion_of_namespaced(profile.read::<NamespacedCloudProfile<'a>>()?.metadata.as_ref(), users)
            }
        });
    }
    let new = Profile::needed(new)?;
    // Nothing is taken away from a profile that was not there.
    let Some(old) = old.filter(|_| given.operation != Some(Operation::Create)) else { return Ok(Vec::new()) };
    match (new, old) {
        (Profile::Namespaced(new), Profile::Namespaced(old)) => {
            let parent = parent_of(&new, given.cloud_profile, asked)?.read::<CloudProfile<'a>>()?;
            update_of_namespaced(&new.read()?, &old.read()?, parent.spec(), &users.shoots, asked)
        }
        (new, old) => Ok(update_of_cloud_profile(&new.written().read()?, &old.written().read()?, users)),
    }
}

fn namespaced_users<'a>(
    given: &InUseGiven<'a>,
    asked: &Asked<'a>,
) -> Result<Vec<NamespacedCloudProfile<'a>>, Undecided> {
    const MEMBER: &str = "namespacedCloudProfiles";
    let Some(list) = &given.namespaced_cloud_profiles else {
        return loaded_namespaced(asked).map(|written| written.read()).collect();
    };
    let each = list.iter().enumerate().map(|(index, reference)| match reference {
        DocumentOr::Inline(value) => Written::given(*value, Pointer::to(MEMBER).index(index)).read(),
        named => Written::of_namespaced(*named, MEMBER, asked)?.read(),
    });
    each.collect()
}

fn shoots<'a>(given: &InUseGiven<'a>, asked: &Asked<'a>) -> Result<Vec<Shoot<'a>>, Undecided> {
    const MEMBER: &str = "shoots";
    let Some(list) = &given.shoots else {
        return loaded_plain("Shoot", asked).map(|written| written.read()).collect();
    };
    let each = list.iter().enumerate().map(|(index, reference)| match reference {
        DocumentOr::Inline(value) => Written::given(*value, Pointer::to(MEMBER).index(index)).read(),
        named => Written::of_plain(*named, MEMBER, "Shoot", asked)?.read(),
    });
    each.collect()
}
