//! The question of what a change of a profile would break.

use super::once::each_once;
use super::users::Users;
use super::{Effects, Told, Violation};
use crate::policy::images::profiles::lost::without_lost;
use crate::policy::images::profiles::operation::Operation;
use crate::policy::images::profiles::why;
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::policy::images::store::{
    NAMESPACED_CLOUD_PROFILE, NEW, OLD, Profile, SHOOT, Scope, asked_namespaced, asked_shoot, given_document, parent_of,
};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided, VerdictFrom};
use crate::wire::{Pointer, Read, answer, given};

given! {
    /// A change of a profile, and the documents that may use it.
    pub struct InUseGiven<'a> {
        /// The operation; an update, unless given.
        operation: Option<Operation>,
        /// The CloudProfile after the change, or the name of a loaded one; with a NamespacedCloudProfile its parent.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before the change, or the name of a loaded one.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile after the change, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before the change, or the name of a loaded one.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
        /// The documents that may use the profile.
        #[flatten]
        users: UsersGiven<'a>,
    }
}

given! {
    /// The documents that may use a profile.
    #[derive(Default)]
    pub struct UsersGiven<'a> {
        /// The NamespacedCloudProfiles that may use it, or names of loaded ones; all loaded ones, unless given.
        namespaced_cloud_profiles ["namespacedCloudProfiles"]: Option<Vec<Reference<'a>>>,
        /// The Shoots that may use it, or names of loaded ones; all loaded ones, unless given.
        shoots: Option<Vec<Reference<'a>>>,
    }
}

answer! {
    /// Whether a change of a profile keeps everything in use.
    pub struct InUseAnswer {
        /// Whether the change may be made.
        allowed: bool,
        /// The uses that the change would break.
        violations: Vec<Violation>,
    }
}

/// `images/in-use`
#[derive(Debug)]
pub struct InUse;

impl Answers for InUse {
    const NAME: &'static str = "images/in-use";
    const ASKS: &'static str = "whether a change of a profile keeps everything in use";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = InUseGiven<'a>;
    type Answer<'a> = InUseAnswer;

    fn decide<'a>(given: InUseGiven<'a>, asked: &Asked<'a>) -> Outcome<InUseAnswer> {
        let users = given.users.find(asked)?;
        let Effects { violations, warnings } = effects(&given, &users, asked)?;
        let mut because = why::in_use(&violations);
        because.push(users.why_looked_at());
        let answer = InUseAnswer { allowed: violations.is_empty(), violations };
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(warnings).with_problems(users.unread()))
    }
}

fn effects<'a>(given: &InUseGiven<'a>, users: &Users<'a>, asked: &Asked<'a>) -> Result<Effects, Undecided> {
    let cloud_profile = without_lost([given.old_cloud_profile, given.cloud_profile], asked);
    let new = Profile::of((cloud_profile, NEW.0), (given.namespaced_cloud_profile, NEW.1), asked)?;
    if given.operation == Some(Operation::Delete) {
        // The deleted profile may be given as the old document, as in an admission review, or as the only one.
        let old = Profile::of((given.old_cloud_profile, OLD.0), (given.old_namespaced_cloud_profile, OLD.1), asked)?;
        return Profile::needed(old.or(new))?.uses_left(users);
    }
    let new = Profile::needed(new)?;
    let old = new.before(given.old_cloud_profile, given.old_namespaced_cloud_profile, asked)?;
    // The creation of a profile takes nothing away.
    let Some(old) = old.filter(|_| given.operation != Some(Operation::Create)) else {
        let missing = |member| Err(Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(member)));
        return match (given.operation, new.scope()) {
            (Some(Operation::Create), _) => Ok(Effects::default()),
            (_, Scope::Cluster) => missing(OLD.0),
            (_, Scope::Namespaced) => missing(OLD.1),
        };
    };
    let parent = || parent_of(&new.written, given.cloud_profile, asked);
    let mut effects = new.uses_broken(&old, parent, (users, Told::Everything), asked)?;
    effects.warnings.extend(users.warnings_of_unknown([&old, &new]));
    Ok(effects)
}

impl<'a> UsersGiven<'a> {
    /// The given users, or else the loaded ones.
    pub(crate) fn find(&self, asked: &Asked<'a>) -> Result<Users<'a>, Undecided> {
        let mut users = Users::loaded(asked);
        if let Some(list) = &self.namespaced_cloud_profiles {
            let member = "namespacedCloudProfiles";
            let children = each(list, member, asked, asked_namespaced)?;
            each_once(&children, list, (member, NAMESPACED_CLOUD_PROFILE.kind), |child| child.metadata.as_ref())?;
            users.with_namespaced(children);
        }
        if let Some(list) = &self.shoots {
            let shoots = each(list, "shoots", asked, asked_shoot)?;
            each_once(&shoots, list, ("shoots", SHOOT.kind), |shoot| shoot.metadata.as_ref())?;
            users.with_shoots(shoots);
        }
        Ok(users)
    }
}

type Find<'a, T> = fn(Reference<'a>, &str, &Asked<'a>) -> Result<Doc<'a, T>, Undecided>;

/// The documents of a list, in which each is given itself or by name.
fn each<'a, T: Read<'a>>(
    list: &[Reference<'a>],
    member: &str,
    asked: &Asked<'a>,
    find: Find<'a, T>,
) -> Result<Vec<Doc<'a, T>>, Undecided> {
    let each = list.iter().enumerate().map(|(index, reference)| match reference {
        Reference::Inline(value) => given_document(*value, Pointer::to(member).index(index).as_str()),
        named => find(*named, member, asked),
    });
    each.collect()
}
