//! The effect of pausing and unpausing on a provider's Deployment.

use crate::policy::providers::reasons::{
    REPLICAS_FROM_ANNOTATION, REPLICAS_FROM_SPEC, REPLICAS_ONE, REPLICAS_REMEMBERED, REPLICAS_REMEMBERED_BEFORE,
    REPLICAS_RUNNING,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, Value, answer, given};

/// The annotation in which a paused Deployment remembers its replica count.
pub const ORIGINAL_REPLICAS: &str = "management.cluster.x-k8s.io/original-controller-replicas";

given! {
    /// A provider, and the Deployment of its manager.
    pub struct PauseGiven<'a> {
        /// The provider to pause or resume.
        provider: Option<Paused>,
        /// The Deployment of the provider's manager.
        deployment: Scaled<'a>,
    }
}

given! {
    /// A provider that is paused or resumed.
    foreign pub struct Paused {
        /// The replica count in the provider's spec; absent: the spec does not set it.
        replicas: Option<u64>,
    }
}

given! {
    /// A Deployment.
    foreign pub struct Scaled<'a> {
        /// The current replica count; absent: 1 when pausing.
        replicas: Option<u64>,
        /// The Deployment's annotations.
        annotations: Ordered<&'a str, Value<'a>>,
    }
}

answer! {
    /// The Deployment after pausing or resuming.
    pub struct PauseAnswer {
        /// The new replica count.
        replicas: u64,
        /// The new annotations.
        annotations: Ordered<String, Json>,
    }
}

/// `providers/pause`
#[derive(Debug)]
pub struct Pause;

impl Answers for Pause {
    const NAME: &'static str = "providers/pause";
    const ASKS: &'static str = "what becomes of a provider's Deployment when the provider is paused";
    type Given<'a> = PauseGiven<'a>;
    type Answer<'a> = PauseAnswer;

    fn decide<'a>(given: PauseGiven<'a>, _: &Asked<'a>) -> Outcome<PauseAnswer> {
        let Scaled { replicas, annotations } = &given.deployment;
        let mut kept: Vec<(String, Json)> =
            annotations.iter().map(|(key, value)| ((*key).to_owned(), Json::from(*value))).collect();
        let reason = match annotations.get(ORIGINAL_REPLICAS) {
            Some(count) => Reason::new(&REPLICAS_REMEMBERED_BEFORE, "deployment").saw(annotation(), *count),
            None => {
                let count = replicas.unwrap_or(1);
                kept.push((ORIGINAL_REPLICAS.to_owned(), count.to_string().into()));
                Reason::new(&REPLICAS_REMEMBERED, "deployment")
                    .fact(Fact::of(Pointer::to("deployment").key("replicas"), *replicas))
                    .fact(Fact::named("count", count))
            }
        };
        Ok(Decision::new(PauseAnswer { replicas: 0, annotations: kept.into_iter().collect() }, reason))
    }
}

fn annotation() -> Pointer {
    Pointer::to("deployment").key("annotations").key(ORIGINAL_REPLICAS)
}

/// `providers/resume`
#[derive(Debug)]
pub struct Resume;

impl Answers for Resume {
    const NAME: &'static str = "providers/resume";
    const ASKS: &'static str = "what becomes of a provider's Deployment when it is unpaused";
    type Given<'a> = PauseGiven<'a>;
    type Answer<'a> = PauseAnswer;

    fn decide<'a>(given: PauseGiven<'a>, _: &Asked<'a>) -> Outcome<PauseAnswer> {
        let Scaled { replicas, annotations } = &given.deployment;
        let kept = annotations.iter().filter(|(key, _)| *key != ORIGINAL_REPLICAS);
        let kept = kept.map(|(key, value)| ((*key).to_owned(), Json::from(*value))).collect();
        let remembered = annotations.get(ORIGINAL_REPLICAS).copied();
        let count = remembered.and_then(|count| count.as_str()?.parse::<u64>().ok());
        let running = replicas.filter(|count| *count > 0);
        let wanted = given.provider.as_ref().and_then(|provider| provider.replicas);
        let (replicas, reason) = match (wanted, remembered.zip(count), running) {
            (Some(wanted), _, _) => {
                let place = Pointer::to("provider").key("replicas");
                (wanted, Reason::new(&REPLICAS_FROM_SPEC, "deployment").saw(place, wanted))
            }
            (None, Some((text, count)), _) => {
                (count, Reason::new(&REPLICAS_FROM_ANNOTATION, "deployment").saw(annotation(), text))
            }
            (None, None, Some(running)) => {
                let place = Pointer::to("deployment").key("replicas");
                (running, Reason::new(&REPLICAS_RUNNING, "deployment").saw(place, running))
            }
            (None, None, None) => {
                (1, Reason::new(&REPLICAS_ONE, "deployment").fact(Fact::of(annotation(), remembered)))
            }
        };
        Ok(Decision::new(PauseAnswer { replicas, annotations: kept }, reason))
    }
}
