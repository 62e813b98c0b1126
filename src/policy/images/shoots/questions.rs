//! The questions about the admission of Shoots (sections 3.5, 7 and 8).

use super::admission::{Admission, Admitted, Judged};
use super::beside_profile::{beside_profile, without_provider, without_region};
use super::boots_another::boots_another;
use super::completion::{architecture, why_architecture};
use super::context::ShootContext;
use super::operation::Operation;
use super::profile_change::ProfileChange;
use super::report::{Report, split};
use super::warnings::Warning;
use crate::policy::images::catalog::{Offer, doubtful_of_pools};
use crate::policy::images::documents::{FeatureGates, ShootDocument, Worker};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::before_not_given;
use crate::policy::images::store::{
    ProfileGiven, asked_cloud_profile, asked_namespaced, asked_offer, asked_shoot, offer_of,
};
use crate::policy::images::workers::{
    Chosen, NotStored, unread_of_pools, without_artifact, without_maximum, without_pools,
};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided, VerdictFrom};
use crate::reason::Problem;
use crate::wire::{Json, answer, given, words};

given! {
    /// A Shoot and its profile.
    pub struct WorkerArchitectureGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
    }
}

answer! {
    /// The architectures of the workers of a Shoot.
    pub struct WorkerArchitectureAnswer<'a> {
        /// The pools, in the order of the Shoot.
        workers: Vec<WorkerArchitectureOf<'a>>,
    }
}

answer! {
    /// The architecture of a pool.
    pub struct WorkerArchitectureOf<'a> {
        /// The name of the pool.
        name: &'a str,
        /// The architecture of its machines.
        architecture: &'a str,
    }
}

/// `images/worker-architecture`
#[derive(Debug)]
pub struct WorkerArchitecture;

impl Answers for WorkerArchitecture {
    const NAME: &'static str = "images/worker-architecture";
    const ASKS: &'static str = "which architecture each pool of a Shoot has";
    type Given<'a> = WorkerArchitectureGiven<'a>;
    type Answer<'a> = WorkerArchitectureAnswer<'a>;

    fn decide<'a>(given: WorkerArchitectureGiven<'a>, asked: &Asked<'a>) -> Outcome<WorkerArchitectureAnswer<'a>> {
        let offer = asked_offer(given.profile, asked)?;
        let shoot = asked_shoot(given.shoot, "shoot", asked)?;
        let context = ShootContext::new(Operation::Create, &offer, &shoot, None, asked);
        let workers = shoot.workers();
        let because =
            workers.iter().enumerate().map(|(index, worker)| why_architecture(&context, index, worker)).collect();
        let of = |worker: &Worker<'a>| WorkerArchitectureOf {
            name: worker.name(),
            architecture: architecture(&context, worker),
        };
        let answer = WorkerArchitectureAnswer { workers: workers.iter().map(of).collect() };
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(unread_of_pools(&shoot)))
    }
}

given! {
    /// A Shoot whose workers are to be completed.
    pub struct DefaultImageGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// The stored Shoot, if it exists already.
        old_shoot ["oldShoot"]: Option<Reference<'a>>,
    }
}

answer! {
    /// The completed workers of a Shoot.
    pub struct DefaultImageAnswer<'a> {
        /// The fields that could not be completed.
        errors: Vec<FieldError>,
        /// The pools, in the order of the Shoot.
        workers: Vec<CompletedWorker<'a>>,
    }
}

answer! {
    /// A completed pool.
    pub struct CompletedWorker<'a> {
        /// The name of the pool.
        name: &'a str,
        /// The architecture of its machines.
        architecture: Option<&'a str>,
        /// The machine image, as a Shoot has it.
        image: Option<Json>,
        /// The Kubernetes version of the pool; absent if the pool names none.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

/// `images/default-image`
#[derive(Debug)]
pub struct DefaultImage;

impl Answers for DefaultImage {
    const NAME: &'static str = "images/default-image";
    const ASKS: &'static str = "which architecture and image a pool of a Shoot gets that does not fully name them";
    type Given<'a> = DefaultImageGiven<'a>;
    type Answer<'a> = DefaultImageAnswer<'a>;

    fn decide<'a>(given: DefaultImageGiven<'a>, asked: &Asked<'a>) -> Outcome<DefaultImageAnswer<'a>> {
        let offer = asked_offer(given.profile, asked)?;
        let document = asked_shoot(given.shoot, "shoot", asked)?;
        let old = given.old_shoot.map(|old| asked_shoot(old, "oldShoot", asked)).transpose()?;
        let admission = Admission {
            operation: if old.is_some() { Operation::Update } else { Operation::Create },
            profile: &offer,
            shoot: &document,
            old: old.as_ref(),
            static_rules: false,
            gates: FeatureGates::default(),
        };
        let completed = admission.complete(asked)?;
        let workers = completed.workers.iter().map(shown).collect();
        let (errors, refused) = split(completed.refusals);
        let because = completed.why.into_iter().chain(refused).collect();
        let answer = DefaultImageAnswer { errors, workers };
        let decision = Decision { because, ..Decision::plain(answer) }.with_problems(unread_of_pools(&document));
        Ok(decision.with_problems(told_of_completed(&admission, given.profile, asked)))
    }
}

/// Warns of everything that admission would refuse about the completed Shoot. Otherwise nothing would say that the
/// image is one for a machine type, region or version that the profile does not have.
fn told_of_completed<'a>(admission: &Admission<'_, 'a>, profile: ProfileGiven<'a>, asked: &Asked<'a>) -> Vec<Problem> {
    let Admission { shoot, profile: offer, .. } = *admission;
    // The judgement needs the time, which is not given; the images were chosen without it.
    let Ok(mut admitted) = admission.judge(asked) else {
        return doubtful_of_pools(offer, shoot.workers().iter());
    };
    let artifacts = artifacts_missing(&admitted, profile, offer, shoot, asked);
    let beside = beside_profile(admission, &admitted, asked);
    let refused = std::mem::take(&mut admitted.refusals);
    // The answer has what could not be completed among its errors.
    let refused = refused.into_iter().filter(|_| !matches!(admitted.judged, Judged::NotCompleted));
    refused.map(|refusal| refusal.warning(shoot)).chain(beside).chain(artifacts).collect()
}

given! {
    /// A Shoot that is about to be stored.
    pub struct AdmitShootGiven<'a> {
        /// The operation on the Shoot.
        operation: Operation,
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The previous profile of the Shoot, if the Shoot changes to another one.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// The stored Shoot, for an update.
        old_shoot ["oldShoot"]: Option<Reference<'a>>,
        /// The feature gates that are set; only `InPlaceNodeUpdates` matters here.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// Whether the rules that need no profile are applied too; if not, an admitted Shoot gets warnings instead.
        static_rules ["staticRules"]: bool,
    }
}

answer! {
    /// Whether a Shoot may be stored.
    #[derive(Default)]
    pub struct AdmitShootAnswer<'a> {
        /// Whether the Shoot may be stored.
        allowed: bool,
        /// Whether the upstream software fails instead of answering; absent if it does not.
        error: Option<bool>,
        /// How the upstream software fails; absent if it does not.
        reason: Option<Failure>,
        /// The fields that are refused; absent if the upstream software fails.
        errors: Option<Vec<FieldError>>,
        /// The pools as they would be stored.
        workers: Vec<CompletedWorker<'a>>,
        /// The fields that may be stored but will cause trouble.
        warnings: Vec<Warning>,
    }
}

words! {
    /// How the upstream software fails.
    pub enum Failure {
        /// The software dereferences a nil pointer.
        Crash = "upstream-crash",
    }
}

/// `images/admit-shoot`
#[derive(Debug)]
pub struct AdmitShoot;

impl Answers for AdmitShoot {
    const NAME: &'static str = "images/admit-shoot";
    const ASKS: &'static str = "whether the workers of a Shoot may be stored, as they are once they are completed";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = AdmitShootGiven<'a>;
    type Answer<'a> = AdmitShootAnswer<'a>;

    fn decide<'a>(given: AdmitShootGiven<'a>, asked: &Asked<'a>) -> Outcome<AdmitShootAnswer<'a>> {
        let offer = asked_offer(given.profile, asked)?;
        let old_profile = given.old_cloud_profile.map(|old| offer_of(old, "oldCloudProfile", asked)).transpose()?;
        let document = asked_shoot(given.shoot, "shoot", asked)?;
        let old = given.old_shoot.map(|old| asked_shoot(old, "oldShoot", asked)).transpose()?;
        let admission = Admission {
            operation: given.operation,
            profile: &offer,
            shoot: &document,
            old: old.as_ref(),
            static_rules: given.static_rules,
            gates: FeatureGates::asked(given.feature_gates, asked)?,
        };
        let mut admitted = admission.judge(asked)?;
        if let Some(before) = &old_profile {
            let new_root = root(given.profile, asked)?;
            let change = ProfileChange {
                old_root: before.profile.name(),
                new_root,
                new_name: document.profile().map_or(new_root, |(_, name)| name),
                old: before.spec(),
                new: offer.spec(),
            };
            admitted.refusals.extend(change.judge(&admitted.completed.workers));
        }
        let artifacts = artifacts_missing(&admitted, given.profile, &offer, &document, asked);
        let mut beside = beside_profile(&admission, &admitted, asked);
        if given.old_cloud_profile.is_some() {
            let before = ProfileGiven { cloud_profile: given.old_cloud_profile, namespaced_cloud_profile: None };
            beside.extend(boots_another(&admission, &admitted, [before, given.profile], asked));
        }
        if admitted.is_allowed() {
            let not_applied = std::mem::take(&mut admitted.not_applied);
            beside.extend(not_applied.into_iter().map(|refusal| refusal.warning(&document)));
        }
        if !offer.spec().regions.is_empty() {
            beside.extend(without_region(&admission));
        }
        // A question about pools alone may leave out the number of nodes; a whole document is recognized by its `kind`.
        if document.part("kind").is_some() {
            beside.extend(without_provider(&admission));
            beside.extend(without_maximum(&document).map(NotStored::warning));
        }
        let is_update = given.operation == Operation::Update;
        let no_before = (is_update && old.is_none()).then(|| before_not_given("oldShoot"));
        let decision = answer(admitted, document.name())
            .with_problems(no_before)
            .with_problems(without_pools(&document))
            .with_problems(beside);
        Ok(decision.with_problems(unread_of_pools(&document)).with_problems(artifacts))
    }
}

/// Warns of the pools of an admitted Shoot whose machines find no artifact to boot, or another one than expected.
pub(crate) fn artifacts_missing<'a>(
    admitted: &Admitted<'a>,
    profile: ProfileGiven<'a>,
    offer: &Doc<'_, Offer<'a>>,
    shoot: &Doc<'_, ShootDocument<'a>>,
    asked: &Asked<'a>,
) -> Vec<Problem> {
    if !admitted.is_allowed() {
        return Vec::new();
    }
    let workers = shoot.path().key("spec").key("provider").key("workers");
    let chosen = admitted.completed.workers.iter().enumerate().filter_map(|(index, worker)| {
        let image = worker.image().map(|image| (image.name(), image.version()))?;
        Some(Chosen { worker, image, path: workers.clone().index(index).key("machine").key("image").key("version") })
    });
    let region = (shoot.region(), &shoot.place().key("spec").key("region"));
    without_artifact((profile, offer), region, &chosen.collect::<Vec<_>>(), asked)
}

/// The name of the CloudProfile that a profile comes from.
fn root<'a>(profile: ProfileGiven<'a>, asked: &Asked<'a>) -> Result<&'a str, Undecided> {
    let ProfileGiven { cloud_profile, namespaced_cloud_profile } = profile;
    if let Some(namespaced) = namespaced_cloud_profile {
        let child = asked_namespaced(namespaced, "namespacedCloudProfile", asked)?;
        let parent = child.spec.as_ref().and_then(|spec| spec.parent.as_ref());
        return Ok(parent.and_then(|parent| parent.name).unwrap_or_default());
    }
    let found = cloud_profile.map(|profile| asked_cloud_profile(profile, "cloudProfile", asked)).transpose()?;
    Ok(found.map(|profile| profile.name()).unwrap_or_default())
}

fn answer<'a>(admitted: Admitted<'a>, name: &str) -> Decision<AdmitShootAnswer<'a>> {
    let Report { allowed, crashed, errors, warnings, workers, why } = admitted.report(name);
    let answer = AdmitShootAnswer {
        allowed,
        error: crashed.then_some(true),
        reason: crashed.then_some(Failure::Crash),
        errors: (!crashed).then_some(errors),
        workers: workers.iter().map(shown).collect(),
        warnings,
    };
    Decision::new(answer, why)
}

fn shown<'a>(worker: &Worker<'a>) -> CompletedWorker<'a> {
    CompletedWorker {
        name: worker.name(),
        architecture: worker.architecture(),
        image: worker.image().map(|image| image.json()),
        kubernetes_version: worker.kubernetes_version(),
    }
}
