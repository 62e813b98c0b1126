//! What maps of capabilities and lists of flavors stand for, after defaulting.

use super::questions::{CapabilitiesAnswer, undefined};
use crate::base::Index;
use crate::policy::images::documents::{Capabilities, Definition};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{Ordered, answer, given};

given! {
    /// A map of capabilities to complete.
    pub struct CompleteGiven<'a> {
        /// The definitions of the capabilities.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The map to complete.
        capabilities: Capabilities<'a>,
    }
}

/// The question `images/default-capabilities`.
#[derive(Debug)]
pub struct DefaultCapabilities;

impl Answers for DefaultCapabilities {
    const NAME: &'static str = "images/default-capabilities";
    const ASKS: &'static str = "what a map of capabilities stands for: its own values, and all where it names none";
    type Given<'a> = CompleteGiven<'a>;
    type Answer<'a> = CapabilitiesAnswer<'a>;

    fn decide<'a>(given: CompleteGiven<'a>, _: &Asked<'a>) -> Outcome<CapabilitiesAnswer<'a>> {
        let warnings = undefined(&given.machine_capabilities, [("capabilities", &given.capabilities)], &[]);
        let capabilities = Complete::new(&given.machine_capabilities).of(&given.capabilities);
        Ok(Decision::plain(CapabilitiesAnswer { capabilities }).with_problems(warnings))
    }
}

/// The definitions that count, determined once however many maps are completed.
struct Complete<'d, 'a>(Vec<&'d Definition<'a>>);

impl<'d, 'a> Complete<'d, 'a> {
    fn new(definitions: &'d [Definition<'a>]) -> Self {
        // If a name is defined twice, the last definition counts.
        let last: Index<'_> = definitions.iter().map(Definition::name).collect();
        let numbered = definitions.iter().enumerate();
        let counted = numbered.filter(|(place, definition)| last.last(definition.name()) == Some(*place));
        Self(counted.map(|(_, definition)| definition).collect())
    }

    /// Returns exactly the defined capabilities, each with the map's values if it names the capability, otherwise with
    /// all values.
    fn of(&self, capabilities: &Capabilities<'a>) -> Capabilities<'a> {
        let values =
            |definition: &Definition<'a>| capabilities.get(definition.name()).unwrap_or(&definition.values).clone();
        self.0.iter().map(|definition| (definition.name(), values(definition))).collect()
    }
}

given! {
    /// Flavors to complete.
    pub struct CompleteFlavorsGiven<'a> {
        /// The definitions of the capabilities.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The flavors to complete.
        capability_flavors ["capabilityFlavors"]: Vec<Capabilities<'a>>,
    }
}

answer! {
    /// Completed flavors.
    pub struct FlavorsAnswer<'a> {
        /// The flavors, each with a list of values for every defined capability.
        capability_flavors ["capabilityFlavors"]: Vec<Ordered<&'a str, Vec<&'a str>>>,
        /// The number of flavors that were left out because the answer would become too long; absent if there are none.
        more: Option<usize>,
    }
}

/// After this many values, no further flavor is completed, since each may have all defined values.
const MOST_VALUES: usize = 50_000;

/// The question `images/default-flavors`.
#[derive(Debug)]
pub struct DefaultFlavors;

impl Answers for DefaultFlavors {
    const NAME: &'static str = "images/default-flavors";
    const ASKS: &'static str = "what a list of flavors stands for; none stand for one that supports everything";
    type Given<'a> = CompleteFlavorsGiven<'a>;
    type Answer<'a> = FlavorsAnswer<'a>;

    fn decide<'a>(given: CompleteFlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<FlavorsAnswer<'a>> {
        let CompleteFlavorsGiven { machine_capabilities, mut capability_flavors } = given;
        if capability_flavors.is_empty() {
            capability_flavors.push(Ordered::default());
        }
        let complete = Complete::new(&machine_capabilities);
        let mut complete_flavors = Vec::new();
        let mut values = 0;
        for flavor in &capability_flavors {
            if values >= MOST_VALUES {
                break;
            }
            let flavor = complete.of(flavor);
            values += 1 + flavor.iter().map(|(_, values)| 1 + values.len()).sum::<usize>();
            complete_flavors.push(flavor);
        }
        let more = capability_flavors.len() - complete_flavors.len();
        let more = Some(more).filter(|more| *more > 0);
        let warnings = undefined(&machine_capabilities, [], &capability_flavors);
        Ok(Decision::plain(FlavorsAnswer { capability_flavors: complete_flavors, more }).with_problems(warnings))
    }
}
