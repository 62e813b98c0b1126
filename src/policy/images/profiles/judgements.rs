//! The questions whether a profile may be stored, changed or deleted.

use super::admission::Admission;
use super::changes::Changes;
use super::in_use::{
    Users, Violation, deletion_of_cloud_profile, deletion_of_namespaced, update_of_cloud_profile, update_of_namespaced,
};
use super::stages::prepared;
use super::subject::{NEW, OLD, Profile, namespaced_given};
use super::validation::{self, Rules, SizeLimit};
use super::why;
use crate::policy::images::field_error::FieldError;
use crate::policy::images::model::{CloudProfile, NamespacedCloudProfile};
use crate::policy::images::profile::namespaced_profile;
use crate::policy::images::provider::follow;
use crate::policy::images::question::in_use::{InUseAnswer, InUseGiven};
use crate::policy::images::question::profile::*;
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::policy::images::shoot::asked_shoot;
use crate::policy::images::written::{Written, parent_of};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided, VerdictFrom};
use crate::reason::Problem;
use crate::wire::{Json, PathStep, Pointer, Read, read};

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
        let (new, gates) = (Profile::needed(new)?, given.feature_gates.unwrap_or_default());
        let old = new.before(given.old_cloud_profile, given.old_namespaced_cloud_profile, asked)?;
        let old = old.filter(|_| given.operation != Some(Operation::Create));
        let limit = given.max_bytes.map(|most| SizeLimit(most.try_into().unwrap_or(usize::MAX))).unwrap_or_default();
        let rules = Rules { gates: &gates, asked, limit };
        let warning = limit.warning(new.written().value, &new.written().path(), asked.edition);
        let mut whole = Json::from(new.written().value);
        let (errors, followed) = match whole.get_mut("spec").filter(|_| given.pipeline) {
            None => validated(&new, old.as_ref(), rules)?,
            Some(spec) => {
                prepared(&new, old.as_ref(), spec, (&PathStep::Root(""), &mut Changes::default()), asked)?;
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
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(warning).with_problems(followed))
    }
}

fn new_name(profile: &Json) -> &str {
    profile.get("metadata").map(|metadata| metadata.text("name")).unwrap_or_default()
}

fn validated<'a>(
    new: &Profile<'a>,
    old: Option<&Written<'a>>,
    rules: Rules<'_, 'a>,
) -> Result<(Vec<FieldError>, Vec<Problem>), Undecided> {
    let document = new.written();
    match new {
        Profile::Cluster(_) => {
            let old: Option<CloudProfile<'a>> = old.map(Written::read).transpose()?;
            let profile: CloudProfile<'a> = document.read()?;
            let mut errors = validation::cloud_profile(&profile, old.as_ref(), document.value, rules)?;
            let followed = follow(profile.spec(), &errors, &document.path(), rules.asked);
            errors.extend(followed.errors);
            Ok((errors, followed.warnings))
        }
        Profile::Namespaced(_) => {
            let old: Option<NamespacedCloudProfile<'a>> = old.map(Written::read).transpose()?;
            let errors = validation::namespaced(&document.read()?, old.as_ref(), document.value, rules)?;
            Ok((errors, Vec::new()))
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
        let users = users(&given, asked)?;
        let violations = violations(&given, &users, asked)?;
        let because = why::in_use(&violations);
        Ok(Decision { because, ..Decision::plain(InUseAnswer { allowed: violations.is_empty(), violations }) })
    }
}

fn violations<'a>(given: &InUseGiven<'a>, users: &Users<'a>, asked: &Asked<'a>) -> Result<Vec<Violation>, Undecided> {
    let new = Profile::of((given.cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
    if given.operation == Some(Operation::Delete) {
        // What is deleted may come as the old document, as in an admission review, or as the only one.
        let old = Profile::of((given.old_cloud_profile, OLD.0), (given.old_namespaced_cloud_profile, OLD.1), asked)?;
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
    let old = new.before(given.old_cloud_profile, given.old_namespaced_cloud_profile, asked)?;
    // Nothing is taken away from a profile that was not there.
    let Some(old) = old.filter(|_| given.operation != Some(Operation::Create)) else {
        let missing = |member| Err(Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(member)));
        return match (given.operation, new) {
            (Some(Operation::Update), Profile::Cluster(_)) => missing(OLD.0),
            (Some(Operation::Update), Profile::Namespaced(_)) => missing(OLD.1),
            _ => Ok(Vec::new()),
        };
    };
    match new {
        Profile::Cluster(new) => Ok(update_of_cloud_profile(&new.read()?, &old.read()?, users)),
        Profile::Namespaced(new) => {
            let parent = parent_of(&new, given.cloud_profile, asked)?.read::<CloudProfile<'a>>()?;
            update_of_namespaced(&new.read()?, &old.read()?, parent.spec(), users, asked)
        }
    }
}

fn users<'a>(given: &InUseGiven<'a>, asked: &Asked<'a>) -> Result<Users<'a>, Undecided> {
    let mut users = Users::loaded(asked);
    if let Some(list) = &given.namespaced_cloud_profiles {
        users.namespaced = each(list, "namespacedCloudProfiles", asked, namespaced_profile)?;
    }
    if let Some(list) = &given.shoots {
        users.shoots = each(list, "shoots", asked, asked_shoot)?;
    }
    Ok(users)
}

type Find<'a, T> = fn(Reference<'a>, &str, &Asked<'a>) -> Result<Doc<'a, T>, Undecided>;

/// The documents of a list, each there or named.
fn each<'a, T: Read<'a>>(
    list: &[Reference<'a>],
    member: &str,
    asked: &Asked<'a>,
    find: Find<'a, T>,
) -> Result<Vec<Doc<'a, T>>, Undecided> {
    let each = list.iter().enumerate().map(|(index, reference)| match reference {
        Reference::Inline(value) => {
            let place = Pointer::to(member).index(index);
            let (document, _) = read(*value, &format!("/given{place}")).map_err(Undecided::request)?;
            Ok(Doc::given(document, place.as_str()))
        }
        named => find(*named, member, asked),
    });
    each.collect()
}
