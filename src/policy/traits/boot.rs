//! What Nova writes onto a node when it boots or rebuilds an instance, and what stays there.

use super::extra_specs::SpecKey;
use super::model::{Flavor, Image, SpecValue};
use super::python_json::dumped;
use super::question::boot::*;
use super::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer};

/// `traits/boot-patch`
#[derive(Debug)]
pub struct BootPatched;

/// `traits/lifecycle`
#[derive(Debug)]
pub struct Lifecycle;

impl Answers for BootPatched {
    const NAME: &'static str = "traits/boot-patch";
    const ASKS: &'static str = "what Nova writes onto a node when it boots an instance";
    type Given<'a> = BootGiven<'a>;
    type Answer<'a> = BootPatch;

    fn decide<'a>(given: BootGiven<'a>, _: &Asked<'a>) -> Outcome<BootPatch> {
        let empty = Ordered::default();
        let properties = given.image.as_ref().map_or(&empty, |image| &image.properties);
        let place = |key: &str| Pointer::to("flavor").key("extra_specs").key(key);
        Ok(match Sent::read(&given.flavor.extra_specs, properties) {
            Err(key) => {
                let answer = BootPatch { ops: None, error: Some(BootError::MalformedKey) };
                let value = given.flavor.extra_specs.get(key).map(|value| value.0);
                Decision::new(answer, Reason::new(&BREAKS_EVERY_BOOT, key).fact(Fact::of(place(key), value)))
            }
            Ok(sent) => {
                let unscheduled = sent.traits.iter().filter_map(|(_, key)| *key).filter(|key| !is_scheduled(key));
                let unscheduled =
                    unscheduled.map(|key| Reason::new(&SENT_UNSCHEDULED, key).saw(place(key), "required"));
                let capabilities = sent.capabilities.iter().map(|(name, _)| *name);
                let reason = Reason::new(&BOOT_SENDS, given.flavor.name.unwrap_or("flavor"))
                    .fact(Fact::named("traits", sent.list()))
                    .fact(Fact::named("capabilities", capabilities.collect::<Json>()))
                    .because(unscheduled);
                Decision::new(BootPatch { ops: Some(sent.ops()), error: None }, reason)
            }
        })
    }
}

/// Whether the scheduler reads a key as the one group without suffix that a bare metal node is asked for.
fn is_scheduled(key: &str) -> bool {
    SpecKey::parse(key).is_some_and(|parsed| parsed.suffix != "s")
}

impl Answers for Lifecycle {
    const NAME: &'static str = "traits/lifecycle";
    const ASKS: &'static str = "which traits stand in a node's instance_info after what happened to its instance";
    type Given<'a> = LifecycleGiven<'a>;
    type Answer<'a> = LifecycleAnswer;

    fn decide<'a>(given: LifecycleGiven<'a>, _: &Asked<'a>) -> Outcome<LifecycleAnswer> {
        let mut traits = given.instance_info_before.get("traits").map(|value| Json::from(*value));
        let mut because = Vec::new();
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
            let stands = traits.clone().unwrap_or_else(|| Json::Array(Vec::new()));
            because.push(
                Reason::new(code, event.event.word())
                    .saw(place, event.event.word())
                    .fact(Fact::named("stands", stands)),
            );
        }
        let answer = LifecycleAnswer { instance_info_traits: traits.filter(|traits| !traits.is_empty()) };
        Ok(Decision { because, ..Decision::plain(answer) })
    }
}

/// What goes onto the node.
struct Sent<'a> {
    capabilities: Ordered<&'a str, &'a str>,
    /// The traits in order, each with the flavor's key where it comes from one.
    traits: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Sent<'a> {
    /// Reads the keys of the flavor, more loosely than the scheduler does, then those of the image. A key that begins
    /// like a trait and has no colon breaks it.
    fn read(
        extra_specs: &Ordered<&'a str, SpecValue<'a>>,
        properties: &Ordered<&'a str, crate::wire::Value<'a>>,
    ) -> Result<Self, &'a str> {
        let (mut capabilities, mut traits) = (Vec::new(), Vec::new());
        for (key, value) in extra_specs {
            if let Some(capability) = key.strip_prefix("capabilities:") {
                capabilities.push((capability, value.0));
            } else if key.starts_with("trait") {
                let (_, name) = key.split_once(':').ok_or(*key)?;
                if value.0 == "required" {
                    traits.push((name, Some(*key)));
                }
            }
        }
        let image = Image { name: None, properties: properties.iter().copied().collect() };
        traits.extend(image.required().map(|name| (name, None)));
        Ok(Self { capabilities: capabilities.into_iter().collect(), traits })
    }

    fn list(&self) -> Json {
        self.traits.iter().map(|(name, _)| *name).collect()
    }

    fn ops(&self) -> Vec<PatchOp> {
        let add = |path, value| PatchOp { path, op: "add", value };
        let capabilities = add("/instance_info/capabilities", dumped(&self.capabilities).into());
        let traits = add("/instance_info/traits", self.list());
        let capabilities = Some(capabilities).filter(|_| !self.capabilities.is_empty());
        capabilities.into_iter().chain(Some(traits).filter(|_| !self.traits.is_empty())).collect()
    }
}

/// The first key of a flavor that breaks every boot.
pub fn breaking_key<'a>(flavor: &Flavor<'a>) -> Option<&'a str> {
    Sent::read(&flavor.extra_specs, &Ordered::default()).err()
}
