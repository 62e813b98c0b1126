//! The two sides of a match, as reasons show them.

use std::borrow::Cow;

use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition};
use crate::policy::images::reasons::{CAPABILITY_APART, CAPABILITY_SHARED};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Pointer};

/// The capabilities of a machine or a flavor, with their place.
#[derive(Clone, Debug)]
pub(crate) struct Side<'s, 'a> {
    pub capabilities: Cow<'s, Capabilities<'a>>,
    pub set: Cow<'s, Set>,
    pub place: Pointer,
    /// The fact to cite for the architecture if a legacy field or the pool provides it.
    pub older_field: Option<Fact>,
}

impl Side<'_, '_> {
    /// Cites the values of a capability at their place, or their absence, or the fact that replaces them.
    fn fact(&self, name: &str) -> Fact {
        if let Some(older) = self.older_field.as_ref().filter(|_| name == ARCHITECTURE) {
            return older.clone();
        }
        let absent = Fact::absent(self.place.clone().key(name));
        match self.capabilities.get(name) {
            Some(values) => absent.listing(values.iter().copied()),
            None => absent,
        }
    }

    /// Cites all capabilities that the side names, each at its place. A side without any is cited as a whole.
    pub(crate) fn all_facts(&self) -> Vec<Fact> {
        if self.capabilities.is_empty() {
            return vec![Fact::at(self.place.clone(), Json::object())];
        }
        self.capabilities.iter().map(|(name, _)| self.fact(name)).collect()
    }
}

/// The definitions of a profile, with their place.
#[derive(Clone, Debug)]
pub(crate) struct Defined<'s, 'a> {
    pub definitions: &'s [Definition<'a>],
    pub place: Pointer,
}

impl Defined<'_, '_> {
    /// Cites the definition of a capability, or the absence of definitions if the profile does not define the
    /// capability.
    fn fact(&self, definition: Option<usize>) -> Fact {
        match definition.filter(|place| *place < self.definitions.len()) {
            Some(place) => self.at(place),
            None => Fact::absent(self.place.clone()),
        }
    }

    fn at(&self, index: usize) -> Fact {
        let value = self.definitions.get(index).map(|definition| {
            let mut value = Json::object();
            value.set("name", definition.name.into());
            let (first, rest) = definition.values.split_at(definition.values.len().min(Fact::CITED));
            value.set("values", first.iter().copied().collect());
            (value, rest.len())
        });
        let place = self.place.clone().index(index);
        match value {
            Some((value, more)) => Fact::at(place, value).with_more(more),
            None => Fact::absent(place),
        }
    }

    /// All definitions, each at its place.
    pub(crate) fn all(&self) -> impl Iterator<Item = Fact> {
        (0..self.definitions.len()).map(|index| self.at(index))
    }
}

/// Explains what two sides have of one capability, with (`apart` is false) or without a common value.
fn compare_capability<'a>(
    space: &CapabilitySpace<'a>,
    defined: &Defined<'_, '_>,
    capability: usize,
    [machine, image]: [&Side<'_, 'a>; 2],
    apart: bool,
) -> Reason {
    let name = space.name(capability);
    let code = if apart { &CAPABILITY_APART } else { &CAPABILITY_SHARED };
    let shown = |label: &'static str, side: &Side<'_, 'a>| {
        Fact::named(label, Json::Null).listing(space.effective(&side.capabilities, capability).iter().copied())
    };
    let defined = defined.fact(space.definition(capability));
    let facts = [defined, machine.fact(name), image.fact(name), shown("machine", machine), shown("image", image)];
    Reason::new(code, name).facts(facts)
}

/// Returns whether two sides fit, with every capability if they do, or with those that separate them.
pub(super) fn compare_sides<'a>(
    space: &CapabilitySpace<'a>,
    defined: &Defined<'_, '_>,
    sides: [&Side<'_, 'a>; 2],
) -> (bool, Reasons) {
    let [machine, image] = sides;
    let apart: Vec<usize> = space.mismatches(&machine.set, &image.set).collect();
    let fits = apart.is_empty();
    // In a wide registry, capabilities that neither side names are left out.
    let shown = if fits { space.named_in(&[&machine.set, &image.set]).into_owned() } else { apart };
    let reasons = shown.into_iter().map(|capability| compare_capability(space, defined, capability, sides, !fits));
    (fits, reasons.collect())
}
