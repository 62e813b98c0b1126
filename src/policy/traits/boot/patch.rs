//! What Nova writes to a node when it boots or rebuilds an instance.

use super::python_json::dumped;
use crate::policy::traits::documents::{Flavor, Image, Property, SpecValue, required};
use crate::policy::traits::flavor::{dropped, is_scheduled, unheard};
use crate::policy::traits::names::Library;
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, answer, given, words};

given! {
    /// A flavor and the image that is booted with it.
    pub(crate) struct BootGiven<'a> {
        /// The flavor that is booted.
        flavor: Flavor<'a>,
        /// The image that is booted; none unless given.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume, which makes no difference here.
        boot_from_volume ["bootFromVolume"]: bool,
    }
}

answer! {
    /// What Nova writes to the node.
    pub(crate) struct BootPatch {
        /// The operations on the capabilities and the traits; absent if the boot fails.
        ops: Option<Vec<PatchOp>>,
        /// The error that makes the boot fail; absent if it does not.
        error: Option<BootError>,
    }
}

answer! {
    /// An operation of a JSON patch.
    pub(crate) struct PatchOp {
        /// The path that the operation changes.
        path: &'static str,
        /// The kind of operation, which is always `add`.
        op: &'static str,
        /// The new value.
        value: Json,
    }
}

words! {
    /// The reason why a boot fails before it begins.
    pub(crate) enum BootError {
        /// A key of the flavor begins with `trait` and has no colon.
        MalformedKey = "malformed-extra-spec-key",
    }
}

/// `traits/boot-patch`
#[derive(Debug)]
pub(crate) struct BootPatched;

impl Answers for BootPatched {
    const NAME: &'static str = "traits/boot-patch";
    const ASKS: &'static str = "what Nova writes onto a node when it boots an instance";
    type Given<'a> = BootGiven<'a>;
    type Answer<'a> = BootPatch;

    fn decide<'a>(given: BootGiven<'a>, _: &Asked<'a>) -> Outcome<BootPatch> {
        let empty = Ordered::default();
        let properties = given.image.as_ref().map_or(&empty, |image| &*image.properties);
        let decision = match Sent::read(&given.flavor.extra_specs, properties) {
            Err(key) => {
                let answer = BootPatch { ops: None, error: Some(BootError::MalformedKey) };
                let value = given.flavor.extra_specs.get(key).copied();
                let fact = value.map(|value| given.flavor.fact(Pointer::to("flavor"), key, value));
                Decision::new(answer, Reason::new(&BREAKS_EVERY_BOOT, key).facts(fact))
            }
            Ok(sent) => {
                let unscheduled = sent.traits.iter().filter_map(|(_, key)| *key).filter(|key| !is_scheduled(key));
                let unscheduled = unscheduled.map(|key| {
                    let fact = given.flavor.fact(Pointer::to("flavor"), key, "required");
                    Reason::new(&SENT_UNSCHEDULED, key).fact(fact)
                });
                let capabilities = sent.capabilities.iter().map(|(name, _)| *name);
                let reason = Reason::new(&BOOT_SENDS, given.flavor.called())
                    .fact(Fact::named("traits", sent.list()))
                    .fact(Fact::named("capabilities", capabilities.collect::<Json>()))
                    .because(unscheduled);
                Decision::new(BootPatch { ops: Some(sent.ops()), error: None }, reason)
            }
        };
        let can_exist = |name: &str| Library::default().accepts(name);
        Ok(decision.with_problems(dropped(&given.flavor, &Pointer::to("flavor"))).with_problems(unheard(
            given.image.as_ref(),
            &Pointer::to("image"),
            can_exist,
        )))
    }
}

/// The capabilities and traits that Nova sends to the node.
pub(super) struct Sent<'a> {
    capabilities: Ordered<&'a str, &'a str>,
    /// The traits in order, each with the key of the flavor that it comes from, if any.
    pub(super) traits: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Sent<'a> {
    /// Reads the keys of the flavor, less strictly than the scheduler does, then those of the image. Fails with the
    /// first key that begins with `trait` and has no colon.
    pub(super) fn read(
        extra_specs: &Ordered<&'a str, SpecValue<'a>>,
        properties: &Ordered<&'a str, Property<'a>>,
    ) -> Result<Self, &'a str> {
        let (mut capabilities, mut traits) = (Vec::new(), Vec::new());
        for (key, value) in extra_specs {
            if let Some(capability) = key.strip_prefix("capabilities:") {
                capabilities.push((capability, value.text));
            } else if key.starts_with("trait") {
                let (_, name) = key.split_once(':').ok_or(*key)?;
                if value.text == "required" {
                    traits.push((name, Some(*key)));
                }
            }
        }
        traits.extend(required(properties).map(|name| (name, None)));
        Ok(Self { capabilities: capabilities.into_iter().collect(), traits })
    }

    /// Returns the names of the traits.
    pub(super) fn list(&self) -> Json {
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

/// Returns the first key of the flavor that makes every boot fail.
pub(crate) fn breaking_key<'a>(flavor: &Flavor<'a>) -> Option<&'a str> {
    Sent::read(&flavor.extra_specs, &Ordered::default()).err()
}
