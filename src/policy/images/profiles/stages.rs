//! The questions what becomes of a profile, stage by stage.

use super::changes::Changes;
use super::defaulting::{default_cloud_profile, default_namespaced};
use super::merge::merge;
use super::preparation::{prepare_cloud_profile, prepare_namespaced};
use super::reasons::{ALREADY_CANONICAL, ALREADY_COMPLETE, ALREADY_IN_FORMAT, NOTHING_OVERRIDDEN, NOTHING_TO_PREPARE};
use super::subject::{NEW, OLD, Profile, namespaced_given};
use super::sync::synchronize;
use super::transformation::transform;
use super::walk::show_lists;
use crate::policy::images::model::CloudProfile;
use crate::policy::images::provider::{self, Merged};
use crate::policy::images::question::profile::*;
use crate::policy::images::written::{Written, parent_of};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::Code;
use crate::wire::{Json, PathStep, Value};

/// The answer of a stage: the `spec` it leaves, and what it changed.
fn staged(
    profile: &Written<'_>,
    unchanged: &'static Code,
    stage: impl FnOnce(&mut Json, &PathStep<'_>, &mut Changes) -> Result<(), Undecided>,
) -> Outcome<SpecAnswer> {
    let place = profile.place().clone().key("spec");
    let (mut spec, mut changes) = (profile.spec(), Changes::default());
    stage(&mut spec, &PathStep::Root(place.as_str()), &mut changes)?;
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
        let new = Profile::needed(new)?;
        let old = new.before(given.old_cloud_profile, given.old_namespaced_cloud_profile, asked)?;
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
        // The provider's part is merged by its webhook on the status.
        let spec = |document: &Written<'a>| document.value.get("spec").unwrap_or(Value::NULL);
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

/// A profile after its preparation.
pub fn prepared<'a>(
    profile: &Profile<'a>,
    old: Option<&Written<'a>>,
    spec: &mut Json,
    (place, changes): (&PathStep<'_>, &mut Changes),
    asked: &Asked<'a>,
) -> Result<(), Undecided> {
    let old = old.map(Written::spec);
    match profile {
        Profile::Cluster(_) => prepare_cloud_profile(spec, old.as_ref(), place, asked, changes),
        Profile::Namespaced(_) => prepare_namespaced(spec, old.as_ref(), place, asked, changes),
    }
}
