//! `images/find-image`: its input and answer, and how it is decided.

use std::mem;

use super::doubts::ArtifactDoubts;
use super::given::FindImageGiven;
use super::machine::AskedMachine;
use super::other_regions;
use crate::policy::images::provider::choice::{Boots, NoArtifact, Wish};
use crate::policy::images::provider::reading::{Beside, Subject, Understood, understand};
use crate::policy::images::provider::written::ProviderConfig;
use crate::policy::images::reasons::{ARTIFACT_FOUND, NO_ARTIFACT, would_be_refused};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, answer};

answer! {
    /// The artifact that a machine boots.
    #[derive(Default)]
    pub struct FindImageAnswer<'a> {
        /// The artifact, as the provider's configuration names it; absent if none was found.
        image: Option<&'a str>,
        /// The key that names the artifact in the provider's configuration, such as `ami`; absent if none was found.
        reference: Option<&'static str>,
        /// Whether the artifact can be used without agreeing to the terms of azure's marketplace; absent unless it can.
        skip_marketplace_agreement ["skipMarketplaceAgreement"]: Option<bool>,
        /// Whether the machine type and the artifact share azure's accelerated networking; only on azure, with a
        /// machine type.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
        /// Whether no artifact was found; absent if one was.
        error: Option<bool>,
        /// The reason why no artifact was found; absent if one was.
        reason: Option<NoArtifact>,
    }
}

/// `images/find-image`
#[derive(Debug)]
pub struct FindImage;

impl Answers for FindImage {
    const NAME: &'static str = "images/find-image";
    const ASKS: &'static str = "which artifact of an image version a machine boots, as a provider's extension finds it";
    type Given<'a> = FindImageGiven<'a>;
    type Answer<'a> = FindImageAnswer<'a>;

    fn decide<'a>(given: FindImageGiven<'a>, asked: &Asked<'a>) -> Outcome<FindImageAnswer<'a>> {
        let beside = Beside { provider: given.provider, config: given.provider_config };
        let mut subject = Subject::of(beside, given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let (of_subject, not_merged) = (mem::take(&mut subject.warnings), subject.unreadable.take());
        let provider = subject.known_provider()?;
        let machine = AskedMachine::of(&given, &subject, asked.edition)?;
        let wish = machine.wish(provider);
        if let Some((error, at)) = subject.refused_of_another(given.provider) {
            let why = would_be_refused(at, error.field, error.detail);
            return Ok(unreadable(&wish, why).with_problems(of_subject));
        }
        if let Some(why) = not_merged {
            return Ok(unreadable(&wish, why));
        }
        let (config, of_config) = match &subject.config {
            None => (ProviderConfig::default(), Vec::new()),
            Some(raw) => match understand(provider, raw, asked)? {
                Understood::Config(config, warnings) => (config, warnings),
                Understood::Unreadable(why) => return Ok(unreadable(&wish, why)),
            },
        };
        let elsewhere = other_regions::booting_another(&wish, &config, asked.edition);
        let decision = match wish.find(&config, asked.edition) {
            Ok(boots) => Decision::new(found(&boots), named(&wish, Reason::new(&ARTIFACT_FOUND, boots.reference.text))),
            Err(NoArtifact::NoCompatible) if !elsewhere.is_empty() => {
                none_because(&wish, NoArtifact::NoCompatible, "no region is named, and what fits is not in all of them")
            }
            Err(why) => none(&wish, why),
        };
        let (edition, found) = (asked.edition, decision.answer.image);
        let doubts =
            ArtifactDoubts { subject: &subject, machine: &machine, wish: &wish, config: &config, edition, found };
        Ok(decision
            .with_problems(of_subject)
            .with_problems(of_config)
            .with_problems(machine.instead(provider))
            .with_problems(machine.doubts(provider))
            .with_problems(doubts.told(&elsewhere)))
    }
}

fn found<'a>(boots: &Boots<'a>) -> FindImageAnswer<'a> {
    FindImageAnswer {
        image: Some(boots.reference.text),
        reference: Some(boots.reference.key),
        skip_marketplace_agreement: boots.reference.skip_agreement.then_some(true),
        accelerated_networking: boots.accelerated_networking,
        ..FindImageAnswer::default()
    }
}

fn unreadable<'a>(wish: &Wish<'_, 'a>, why: Problem) -> Decision<FindImageAnswer<'a>> {
    none(wish, NoArtifact::Unreadable).with_problems([why])
}

fn none<'a>(wish: &Wish<'_, 'a>, why: NoArtifact) -> Decision<FindImageAnswer<'a>> {
    let in_words = match why {
        NoArtifact::Region if wish.region.is_empty() => {
            "no region is named, and the provider's artifacts are each of one"
        }
        why => in_words(why),
    };
    none_because(wish, why, in_words)
}

fn none_because<'a>(wish: &Wish<'_, 'a>, why: NoArtifact, in_words: &'static str) -> Decision<FindImageAnswer<'a>> {
    let answer = FindImageAnswer { error: Some(true), reason: Some(why), ..FindImageAnswer::default() };
    let reason = named(wish, Reason::new(&NO_ARTIFACT, wish.name));
    Decision::new(answer, reason.fact(Fact::named("why", in_words)))
}

fn named(wish: &Wish<'_, '_>, reason: Reason) -> Reason {
    let region = Some(wish.region).filter(|region| !region.is_empty());
    reason
        .saw(Pointer::to("imageName"), wish.name)
        .saw(Pointer::to("imageVersion"), wish.version)
        .fact(Fact::of(Pointer::to("region"), region))
}

fn in_words(why: NoArtifact) -> &'static str {
    match why {
        NoArtifact::Unknown => "the provider knows no such image, or no such version",
        NoArtifact::Region => "the provider knows none in the region",
        NoArtifact::NoCompatible => "none of its flavors fits the machine",
        NoArtifact::Ambiguous => "several of its flavors fit and are equally preferred",
        NoArtifact::Unreadable => "the provider's configuration cannot be read",
        NoArtifact::Reference => "the flavor that is preferred is named by nothing",
    }
}
