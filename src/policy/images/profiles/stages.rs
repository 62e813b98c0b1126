//! The questions about each stage that a profile goes through.

use crate::policy::images::documents::{CloudProfile, FeatureGates};
use crate::policy::images::provider::{self, Merged};
use crate::policy::images::reasons::{
    ALREADY_CANONICAL, ALREADY_COMPLETE, ALREADY_IN_FORMAT, NOTHING_OVERRIDDEN, NOTHING_TO_PREPARE,
};
use crate::policy::images::stages::{Changes, merge, show_lists, synchronize, transform};
use crate::policy::images::store::{NEW, OLD, Profile, ProfileChangeGiven, Written, namespaced_given, parent_of};
use crate::question::{Answers, Asked, Decision, Outcome, Reference, Undecided};
use crate::reason::Code;
use crate::wire::{Json, PathStep, Value, answer, given};

/// The answer about a stage: the `spec` after it, and what it changed.
fn staged(
    profile: &Written<'_>,
    unchanged: &'static Code,
    stage: impl FnOnce(&mut Json, &PathStep<'_>, &mut Changes) -> Result<(), Undecided>,
) -> Outcome<SpecAnswer> {
    let place = profile.place().key("spec");
    let (mut spec, mut changes) = (profile.spec(), Changes::default());
    stage(&mut spec, &PathStep::Root(place.as_str()), &mut changes)?;
    let because = changes.reasons(unchanged, place.as_str());
    show_lists(&mut spec);
    Ok(Decision { because, ..Decision::plain(SpecAnswer { spec }) })
}

given! {
    /// A profile to complete with defaults.
    pub struct DefaultGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// A profile after a stage.
    pub struct SpecAnswer {
        /// The `spec` after the stage.
        spec: Json,
    }
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
        staged(&profile.written, &ALREADY_COMPLETE, |spec, place, changes| {
            profile.default(spec, place, changes);
            Ok(())
        })
    }
}

given! {
    /// A profile to prepare.
    pub struct PrepareGiven<'a> {
        /// Gardener's feature gates, on which preparation does not depend.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// The profile, and the one before an update.
        #[flatten]
        change: ProfileChangeGiven<'a>,
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
        let (new, old) = given.change.profiles(asked)?;
        staged(&new.written, &NOTHING_TO_PREPARE, |spec, place, changes| {
            new.prepare(old.as_ref(), spec, (place, changes), asked)
        })
    }
}

given! {
    /// A CloudProfile to synchronize.
    pub struct SyncGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before an update, or the name of a loaded one; without it the profile is made canonical.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
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
        let old = old.map(|old| old.written.spec());
        staged(&new.written, &ALREADY_CANONICAL, |spec, place, changes| {
            synchronize(spec, old.as_ref(), place, changes);
            Ok(())
        })
    }
}

given! {
    /// A NamespacedCloudProfile to transform to the format of its parent.
    pub struct TransformGiven<'a> {
        /// The parent's definitions of capabilities; those of the parent itself, unless given.
        machine_capabilities ["machineCapabilities"]: Option<Json>,
        /// The parent, or the name of a loaded one; the loaded one that the profile names, unless given.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
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

given! {
    /// A NamespacedCloudProfile to merge with its parent.
    pub struct MergeGiven<'a> {
        /// The parent, or the name of a loaded one; the loaded one that the profile names, unless given.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// A NamespacedCloudProfile merged with its parent.
    pub struct MergeAnswer {
        /// The merged profile, for `status.cloudProfileSpec`.
        status: Json,
    }
}

/// `images/merge-profile`
#[derive(Debug)]
pub struct MergeProfile;

impl Answers for MergeProfile {
    const NAME: &'static str = "images/merge-profile";
    const ASKS: &'static str = "what a NamespacedCloudProfile and its parent result in";
    type Given<'a> = MergeGiven<'a>;
    type Answer<'a> = MergeAnswer;

    fn decide<'a>(given: MergeGiven<'a>, asked: &Asked<'a>) -> Outcome<MergeAnswer> {
        let child = namespaced_given(given.namespaced_cloud_profile, asked)?;
        let parent = parent_of(&child, given.cloud_profile, asked)?;
        parent.read::<CloudProfile<'a>>()?;
        let (place, mut changes) = (child.place().key("spec"), Changes::default());
        let mut status = merge(&parent.spec(), &child.spec(), &child.place(), &mut changes);
        let because = changes.reasons(&NOTHING_OVERRIDDEN, place.as_str());
        // The provider's webhook on the status merges the provider's part.
        let spec = |document: &Written<'a>| document.get("spec").unwrap_or(Value::NULL);
        let problem = match provider::merged(None, spec(&parent), spec(&child), asked.edition) {
            Merged::Parents => None,
            Merged::Both(config) => {
                status.set("providerConfig", config);
                None
            }
            Merged::Unreadable(which) => Some(provider::not_merged(which, &parent, &child)),
        };
        show_lists(&mut status);
        Ok(Decision { because, ..Decision::plain(MergeAnswer { status }) }.with_problems(problem))
    }
}
