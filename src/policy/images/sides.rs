//! The two sides of a fit as a reason shows them.

use super::model::{Capabilities, Definition};
use super::reasons::{CAPABILITY_APART, CAPABILITY_SHARED};
use super::universe::{Set, Universe};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// Capabilities with the place they stand at.
#[derive(Clone, Debug)]
pub struct Side<'s, 'a> {
    pub capabilities: &'s Capabilities<'a>,
    pub place: Pointer,
}

impl Side<'_, '_> {
    /// The values of a capability where they stand, or their absence.
    pub fn fact(&self, name: &str) -> Fact {
        let values = self.capabilities.get(name).map(|values| values.iter().copied().collect::<Json>());
        Fact::of(self.place.clone().key(name), values)
    }

    /// All of it.
    pub fn whole(&self) -> Fact {
        Fact::at(self.place.clone(), as_json(self.capabilities))
    }
}

/// Capabilities as JSON.
pub fn as_json(capabilities: &Capabilities<'_>) -> Json {
    Json::Object(
        capabilities.iter().map(|(name, values)| ((*name).to_owned(), values.iter().copied().collect())).collect(),
    )
}

/// The definition of a capability where it stands. Of two definitions of one name the last one counts.
pub fn definition_fact(definitions: &[Definition<'_>], place: &Pointer, name: &str) -> Fact {
    let found = definitions.iter().rposition(|definition| definition.name == Some(name));
    let place = place.clone().index(found.unwrap_or_default());
    let value = found.and_then(|found| definitions.get(found)).map(|definition| {
        let mut value = Json::object();
        value.set("name", name.into());
        value.set("values", definition.values.iter().copied().collect());
        value
    });
    Fact::of(place, value)
}

/// What two sides have of one capability: something in common, or nothing.
pub fn compare_capability(
    universe: &Universe<'_>,
    definition: Fact,
    capability: usize,
    sides: [&Side<'_, '_>; 2],
    apart: bool,
) -> Reason {
    let name = universe.name(capability);
    let code = if apart { &CAPABILITY_APART } else { &CAPABILITY_SHARED };
    let [machine, image] = sides;
    let shown = |side: &Side<'_, '_>| universe.shown(side.capabilities, capability).iter().copied().collect::<Json>();
    Reason::new(code, name)
        .fact(definition)
        .fact(machine.fact(name))
        .fact(image.fact(name))
        .fact(Fact::named("machine", shown(machine)))
        .fact(Fact::named("image", shown(image)))
}

/// Every capability of a pair that fits, or those that keep it apart.
pub fn compare_sides(
    universe: &Universe<'_>,
    definitions: (&[Definition<'_>], &Pointer),
    sides: [(&Side<'_, '_>, &Set); 2],
) -> (bool, Vec<Reason>) {
    let [(machine, machine_set), (image, image_set)] = sides;
    let apart: Vec<usize> = universe.mismatches(machine_set, image_set).collect();
    let fits = apart.is_empty();
    let shown: Vec<usize> = if fits { (0..universe.len()).collect() } else { apart };
    let reasons = shown.into_iter().map(|capability| {
        let definition = definition_fact(definitions.0, definitions.1, universe.name(capability));
        compare_capability(universe, definition, capability, [machine, image], !fits)
    });
    (fits, reasons.collect())
}
