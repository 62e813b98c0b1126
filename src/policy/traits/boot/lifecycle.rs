//! The traits in a node's `instance_info` after a series of events in the life of its instance.

use super::patch::Sent;
use crate::policy::traits::TOLD;
use crate::policy::traits::documents::{Flavor, Image, Properties, Property, SpecValue};
use crate::policy::traits::flavor::{dropped, unheard};
use crate::policy::traits::names::Library;
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Kind, Ordered, Pointer, Value, answer, given, words};

given! {
    /// A series of events in the life of an instance.
    pub(crate) struct LifecycleGiven<'a> {
        /// The node's `instance_info` before the first event.
        instance_info_before ["instanceInfoBefore"]: Ordered<&'a str, Value<'a>>,
        /// The events, in order.
        events: Vec<Event<'a>>,
    }
}

given! {
    /// An event in the life of an instance.
    pub(crate) struct Event<'a> {
        /// The kind of event.
        event: Happening,
        /// The extra specs of the flavor at that time.
        flavor_extra_specs: Properties<'a, SpecValue<'a>>,
        /// The properties of the image at that time.
        image_properties: Properties<'a, Property<'a>>,
    }
}

words! {
    /// The kinds of events in the life of an instance.
    pub(crate) enum Happening {
        /// The instance is booted.
        Boot = "boot",
        /// The instance is rebuilt with another image.
        Rebuild = "rebuild",
        /// Ironic's check before the deployment fails, and Nova cleans up.
        FailedCheck = "failed-check",
        /// The node does not start, and Nova cleans up.
        FailedStart = "failed-start",
        /// Nova cleans up the node.
        CleanUp = "cleanup",
        /// The instance is deleted, and Ironic tears the node down.
        Delete = "delete",
    }
}

answer! {
    /// The node after the events.
    pub(crate) struct LifecycleAnswer {
        /// The traits in the node's `instance_info`; absent if there are none.
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
        let mut stands = fact(traits.as_ref());
        let mut because = Reasons::default();
        let mut problems = Vec::new();
        for (index, event) in given.events.into_iter().enumerate() {
            let place = Pointer::to("events").index(index);
            let code = match event.event {
                Happening::Boot | Happening::Rebuild => {
                    let flavor = Flavor { extra_specs: event.flavor_extra_specs, ..Flavor::default() };
                    let image = Image { properties: event.image_properties, ..Image::default() };
                    if problems.len() < TOLD {
                        problems.extend(dropped(&flavor, &place));
                        problems.extend(unheard(Some(&image), &place, |name| Library::default().accepts(name)));
                    }
                    match Sent::read(&flavor.extra_specs, &image.properties) {
                        Err(_) => &INFO_BOOT_BREAKS,
                        Ok(sent) if sent.traits.is_empty() => &INFO_STAYS,
                        Ok(sent) => {
                            traits = Some(sent.list());
                            stands = fact(traits.as_ref());
                            &INFO_REPLACED
                        }
                    }
                }
                Happening::FailedCheck | Happening::FailedStart | Happening::CleanUp | Happening::Delete => {
                    traits = None;
                    stands = fact(None);
                    &INFO_EMPTIED
                }
            };
            let reason = Reason::new(code, event.event.word()).saw(place.key("event"), event.event.word());
            because.push(reason.fact(stands.clone()));
        }
        let answer = LifecycleAnswer { instance_info_traits: traits.filter(|traits| !traits.is_empty()) };
        Ok(Decision { because, problems, ..Decision::plain(answer) })
    }
}

/// What stands on the node. Its traits may be many, and most events leave them as they are.
fn fact(traits: Option<&Json>) -> Fact {
    let fact = |value| Fact::named("stands", value);
    match traits {
        Some(no_list) if no_list.kind() != Kind::Array => fact(no_list.clone()),
        _ => fact(Json::Null).listing(traits.map(Json::elements).unwrap_or_default().iter().cloned()),
    }
}
