//! Questions about Shoots on their way into the API server (sections 3.5, 7 and 8).

use super::admission::{Admission, Admitted};
use super::completion::{architecture, why_architecture};
use super::loaded::asked_shoot;
use super::model::{ShootDocument, Worker};
use super::profile_change::ProfileChange;
use super::report::{Report, split};
use super::terms::{Placed, Terms};
use crate::policy::images::offer::Offer;
use crate::policy::images::profile;
use crate::policy::images::question::shoot::*;
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided, VerdictFrom};

fn placed<'s, 'a>(found: &'s Doc<'_, ShootDocument<'a>>) -> Placed<'s, ShootDocument<'a>> {
    Placed { document: found, place: found.place() }
}

fn offered<'s, 'a>(found: &'s Doc<'_, Offer<'a>>) -> Placed<'s, Offer<'a>> {
    Placed { document: found, place: found.spec_place() }
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
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let shoot = asked_shoot(given.shoot, "shoot", asked)?;
        let terms = Terms::new(Operation::Create, &offered(&offer), &placed(&shoot), None, asked);
        let workers = shoot.workers();
        let because =
            workers.iter().enumerate().map(|(index, worker)| why_architecture(&terms, index, worker)).collect();
        let of = |worker: &Worker<'a>| WorkerArchitectureOf {
            name: worker.name(),
            architecture: architecture(&terms, worker),
        };
        let answer = WorkerArchitectureAnswer { workers: workers.iter().map(of).collect() };
        Ok(Decision { because, ..Decision::plain(answer) })
    }
}

/// `images/default-image`
#[derive(Debug)]
pub struct DefaultImage;

impl Answers for DefaultImage {
    const NAME: &'static str = "images/default-image";
    const ASKS: &'static str = "which architecture and image each pool of a Shoot gets that does not name them in full";
    type Given<'a> = DefaultImageGiven<'a>;
    type Answer<'a> = DefaultImageAnswer<'a>;

    fn decide<'a>(given: DefaultImageGiven<'a>, asked: &Asked<'a>) -> Outcome<DefaultImageAnswer<'a>> {
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let document = asked_shoot(given.shoot, "shoot", asked)?;
        let old = given.old_shoot.map(|old| asked_shoot(old, "oldShoot", asked)).transpose()?;
        let admission = Admission {
            operation: if old.is_some() { Operation::Update } else { Operation::Create },
            profile: offered(&offer),
            shoot: placed(&document),
            old: old.as_deref(),
            static_rules: false,
        };
        let completed = admission.complete(asked)?;
        let workers = completed.workers.iter().map(shown).collect();
        let (errors, refused) = split(completed.refusals);
        let because = completed.why.into_iter().chain(refused).collect();
        Ok(Decision { because, ..Decision::plain(DefaultImageAnswer { errors, workers }) })
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
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let old_profile =
            given.old_cloud_profile.map(|old| profile::offer(old, "oldCloudProfile", asked)).transpose()?;
        let document = asked_shoot(given.shoot, "shoot", asked)?;
        let old = given.old_shoot.map(|old| asked_shoot(old, "oldShoot", asked)).transpose()?;
        let admission = Admission {
            operation: given.operation,
            profile: offered(&offer),
            shoot: placed(&document),
            old: old.as_deref(),
            static_rules: given.static_rules,
        };
        let mut admitted = admission.judge(asked)?;
        if let Some(before) = &old_profile {
            let change = ProfileChange {
                old_root: before.profile.name(),
                new_root: root(given.cloud_profile, given.namespaced_cloud_profile, asked)?,
                old: before.spec(),
                new: offer.spec(),
            };
            admitted.refusals.extend(change.judge(&admitted.completed.workers));
        }
        Ok(answer(admitted, document.name()))
    }
}

/// The name of the CloudProfile that a profile comes from.
fn root<'a>(
    cloud_profile: Option<Reference<'a>>,
    namespaced: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<&'a str, Undecided> {
    if let Some(namespaced) = namespaced {
        let child = profile::namespaced_profile(namespaced, "namespacedCloudProfile", asked)?;
        let parent = child.spec.as_ref().and_then(|spec| spec.parent.as_ref());
        return Ok(parent.and_then(|parent| parent.name).unwrap_or_default());
    }
    let found = cloud_profile.map(|profile| profile::cloud_profile(profile, "cloudProfile", asked)).transpose()?;
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
