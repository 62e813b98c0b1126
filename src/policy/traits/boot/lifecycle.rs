//! What stands in a node's `instance_info` after what happened to its instance.

use super::patch::Sent;
use crate::policy::traits::documents::{Property, SpecValue};
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Ordered, Pointer, Value, answer, given, words};

given! {
    /// What happens to an instance, one after another.
    pub(crate) struct LifecycleGiven<'a> {
        /// The node's `instance_info` before.
        instance_info_before ["instanceInfoBefore"]: Ordered<&'a str, Value<'a>>,
        /// What happens.
        events: Vec<Event<'a>>,
    }
}

given! {
    /// Something that happens.
    pub(crate) struct Event<'a> {
        /// What.
        event: Happening,
        /// The extra specs of the flavor by then.
        flavor_extra_specs: Ordered<&'a str, SpecValue<'a>>,
        /// The properties of the image by then.
        image_properties: Ordered<&'a str, Property<'a>>,
    }
}

words! {
    /// What can happen to an instance.
    pub(crate) enum Happening {
        /// It is booted.
        Boot = "boot",
        /// It gets another image.
        Rebuild = "rebuild",
        /// Ironic's check before deploying fails, and Nova cleans up.
        FailedCheck = "failed-check",
        /// The node does not start, and Nova cleans up.
        FailedStart = "failed-start",
        /// Nova cleans up.
        CleanUp = "cleanup",
        /// It is deleted, and Ironic tears it down.
        Delete = "delete",
    }
}

answer! {
    /// What is on the node afterwards.
    pub(crate) struct LifecycleAnswer {
        /// The traits in its `instance_info`, if there are any.
        instance_info_traits ["instanceInfoTraits"]: Option<Json>,
    }
}

/// `traits/lifecycle`
#[derive(Debug)]
pub(crate) struct Lifecycle;

impl Answers for Lifecycle {
    const NAME: &'static str = "traits/lifecycle";
    const ASKS: &'static str = "which traits a node's instance_info has after what happened to its instance";
    type Given<'a> = LifecycleGiven<'a>;
    type Answer<'a> = LifecycleAnswer;

    fn decide<'a>(given: LifecycleGiven<'a>, _: &Asked<'a>) -> Outcome<LifecycleAnswer> {
        let mut traits = given.instance_info_before.get("traits").map(|value| Json::from(*value));
        let mut because = Reasons::default();
        for (index, event) in given.events.iter().enumerate() {
            let place = Pointer::to("events").index(index).key("event");
            let code = match event.event {
                Happening::Boot | Happening::Rebuild => {
                    match Sent::read(&event.flavor_extra_specs, &event.image_properties) {
                        Err(_) => &INFO_BOOT_BREAKS,
                        Ok(sent) if sent.traits.is_empty() => &INFO_STAYS,
                        Ok(sent) => {
                            traits = Some(sent.list());
                            &INFO_REPLACED
                        }
                    }
                }
                Happening::FailedCheck | Happening::FailedStart | Happening::CleanUp | Happening::Delete => {
                    traits = None;
                    &INFO_EMPTIED
                }
            };
            let stands = traits.as_ref().map(Json::elements).unwrap_or_default();
            because.push(
                Reason::new(code, event.event.word())
                    .saw(place, event.event.word())
                    .fact(Fact::named("stands", Json::Null).listing(stands.iter().cloned())),
            );
        }
        let answer = LifecycleAnswer { instance_info_traits: traits.filter(|traits| !traits.is_empty()) };
        Ok(Decision { because, ..Decision::plain(answer) })
    }
}
