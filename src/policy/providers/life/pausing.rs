//! The effect of pausing and unpausing on a provider's Deployment.

use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    REPLICAS_FROM_ANNOTATION, REPLICAS_FROM_SPEC, REPLICAS_ONE, REPLICAS_REMEMBERED, REPLICAS_REMEMBERED_BEFORE,
    REPLICAS_RUNNING,
};
use crate::policy::providers::releases::ObjectMeta;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, Value, answer, given, words};

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
    /// A provider that is paused or resumed, as it is stored or reduced to its replica count.
    foreign pub struct Paused {
        /// The provider's kind.
        kind: Option<Kind>,
        /// The replica count in the provider's spec; absent: the spec does not set it.
        replicas: Option<u64>,
        /// The spec of a stored provider, which takes precedence over `replicas`.
        spec: Option<PausedSpec>,
    }
}

given! {
    /// The spec of a stored provider.
    foreign pub struct PausedSpec {
        /// How the Deployment is customised.
        deployment: Option<Counted>,
    }
}

given! {
    /// The part of a spec that says how many replicas there are.
    foreign pub struct Counted {
        /// The replica count.
        replicas: Option<u64>,
    }
}

given! {
    /// A Deployment, as it is stored or reduced to its replica count and annotations.
    foreign pub struct Scaled<'a> {
        /// The object's kind.
        kind: Option<ScaledKind>,
        /// The current replica count; absent: 1 when pausing.
        replicas: Option<u64>,
        /// The Deployment's annotations.
        annotations: Ordered<&'a str, Value<'a>>,
        /// The metadata of a stored Deployment, whose annotations take precedence over `annotations`.
        metadata: Option<ObjectMeta<'a>>,
        /// The spec of a stored Deployment, which takes precedence over `replicas`.
        spec: Option<Counted>,
    }
}

words! {
    /// The kind of an object that is scaled.
    pub enum ScaledKind {
        /// A Deployment.
        Deployment = "Deployment",
    }
}

impl Paused {
    /// Returns the replica count in the provider's spec, and its place.
    fn replicas(&self) -> (Option<u64>, Pointer) {
        let place = Pointer::to("provider");
        match &self.spec {
            Some(spec) => {
                let count = spec.deployment.as_ref().and_then(|deployment| deployment.replicas);
                (count, place.key("spec").key("deployment").key("replicas"))
            }
            None => (self.replicas, place.key("replicas")),
        }
    }
}

impl<'a> Scaled<'a> {
    /// Returns the replica count, and its place.
    fn replicas(&self) -> (Option<u64>, Pointer) {
        let place = Pointer::to("deployment");
        match &self.spec {
            Some(spec) => (spec.replicas, place.key("spec").key("replicas")),
            None => (self.replicas, place.key("replicas")),
        }
    }

    /// Returns the annotations, and the place of the one that remembers the replica count.
    fn annotations(&self) -> (&Ordered<&'a str, Value<'a>>, Pointer) {
        let place = Pointer::to("deployment");
        let (annotations, place) = match &self.metadata {
            Some(metadata) => (&metadata.annotations, place.key("metadata")),
            None => (&self.annotations, place),
        };
        (annotations, place.key("annotations").key(ORIGINAL_REPLICAS))
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
        let (annotations, annotation) = given.deployment.annotations();
        let mut kept: Vec<(String, Json)> =
            annotations.iter().map(|(key, value)| ((*key).to_owned(), Json::from(*value))).collect();
        let reason = match annotations.get(ORIGINAL_REPLICAS) {
            Some(count) => Reason::new(&REPLICAS_REMEMBERED_BEFORE, "deployment").saw(annotation, *count),
            None => {
                let (replicas, place) = given.deployment.replicas();
                let count = replicas.unwrap_or(1);
                kept.push((ORIGINAL_REPLICAS.to_owned(), count.to_string().into()));
                Reason::new(&REPLICAS_REMEMBERED, "deployment")
                    .fact(Fact::of(place, replicas))
                    .fact(Fact::named("count", count))
            }
        };
        Ok(Decision::new(PauseAnswer { replicas: 0, annotations: kept.into_iter().collect() }, reason))
    }
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
        let (annotations, annotation) = given.deployment.annotations();
        let kept = annotations.iter().filter(|(key, _)| *key != ORIGINAL_REPLICAS);
        let kept = kept.map(|(key, value)| ((*key).to_owned(), Json::from(*value))).collect();
        let remembered = annotations.get(ORIGINAL_REPLICAS).copied();
        let count = remembered.and_then(|count| count.as_str()?.parse::<u64>().ok());
        let (running, place) = given.deployment.replicas();
        let running = running.filter(|count| *count > 0);
        let wanted = given.provider.as_ref().map(Paused::replicas);
        let wanted = wanted.and_then(|(count, place)| Some((count?, place)));
        let (replicas, reason) = match (wanted, remembered.zip(count), running) {
            (Some((wanted, place)), _, _) => {
                (wanted, Reason::new(&REPLICAS_FROM_SPEC, "deployment").saw(place, wanted))
            }
            (None, Some((text, count)), _) => {
                (count, Reason::new(&REPLICAS_FROM_ANNOTATION, "deployment").saw(annotation, text))
            }
            (None, None, Some(running)) => (running, Reason::new(&REPLICAS_RUNNING, "deployment").saw(place, running)),
            (None, None, None) => (1, Reason::new(&REPLICAS_ONE, "deployment").fact(Fact::of(annotation, remembered))),
        };
        Ok(Decision::new(PauseAnswer { replicas, annotations: kept }, reason))
    }
}
