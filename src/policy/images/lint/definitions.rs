//! Capabilities by themselves: how their values are phrased, and which values are never used.

use super::finding::{Findings, Found};
use super::looked::Looked;
use crate::base::Known;
use crate::policy::images::capabilities::ByName;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities};
use crate::policy::images::edits::Operation;
use crate::policy::images::reasons::{CAPABILITY_FRAMED_NEGATIVELY, VALUE_NEVER_USED};
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer};

/// Values that say whether something is so, rather than what it is.
const WHETHER: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "enabled", "disabled"];

/// Checks the capability definitions.
pub(super) fn check(looked: &Looked<'_, '_>, found: &mut Findings) {
    let list = Pointer::to("spec").key("machineCapabilities");
    for (index, definition) in looked.spec.machine_capabilities.iter().enumerate() {
        let says_whether = |value: &&str| WHETHER.iter().any(|word| value.eq_ignore_ascii_case(word));
        if !definition.values.is_empty() && definition.values.iter().all(says_whether) {
            found.add(Level::Warning, || {
                let path = list.clone().index(index);
                let values: Json = definition.values.iter().copied().collect();
                let values = looked.saw(&path.clone().key("values"), Some(values));
                Found::new(&CAPABILITY_FRAMED_NEGATIVELY, path, definition.name()).fact(values)
            });
        }
    }
    never_used(looked, &list, found);
}

/// The values that one side names: the machine types or the flavors, which are its members.
#[derive(Default)]
struct Side<'a> {
    members: usize,
    /// The number of members that name each capability, by the index of its definition.
    naming: Vec<usize>,
    named: Known<(usize, &'a str), ()>,
}

impl<'a> Side<'a> {
    fn of<'c>(members: impl Iterator<Item = &'c Capabilities<'a>>, defined: &ByName<'a>, count: usize) -> Self
    where
        'a: 'c,
    {
        let mut side = Self { naming: vec![0; count], ..Self::default() };
        for member in members {
            side.members += 1;
            for (name, values) in member {
                let Some(place) = defined.place(name) else { continue };
                if let Some(naming) = side.naming.get_mut(place) {
                    *naming += 1;
                }
                for value in values {
                    side.named.insert((place, value), ());
                }
            }
        }
        side
    }

    fn names(&self, definition: usize, value: &'a str) -> bool {
        self.named.get(&(definition, value)).is_some()
    }

    /// Whether any member has a value. A member that does not name the capability has all its values.
    fn has(&self, definition: usize, value: &'a str) -> bool {
        self.naming.get(definition).is_none_or(|naming| *naming < self.members) || self.names(definition, value)
    }
}

/// Reports values that no machine type has, or no image version.
fn never_used(looked: &Looked<'_, '_>, list: &Pointer, found: &mut Findings) {
    let spec = looked.spec;
    let (definitions, edition) = (&spec.machine_capabilities, looked.asked.edition);
    let versions = || spec.machine_images.iter().flat_map(|image| &image.versions);
    if definitions.is_empty() || spec.machine_types.is_empty() || versions().next().is_none() {
        return;
    }
    let defined = ByName::new(definitions);
    let own: Vec<Capabilities<'_>> =
        spec.machine_types.iter().map(|machine| looked.catalog.machine(machine, edition).into_owned()).collect();
    let machines = Side::of(own.iter(), &defined, definitions.len());
    let nothing = Capabilities::default();
    let flavorless = versions().filter(|version| version.capability_flavors.is_empty()).map(|_| &nothing);
    let flavors = versions().flat_map(|version| version.capability_flavors.iter()).chain(flavorless);
    let flavors = Side::of(flavors, &defined, definitions.len());
    for (name, place) in defined.places() {
        let Some(definition) = definitions.get(place) else { continue };
        for (index, value) in definition.values.iter().enumerate() {
            let lacking = match (machines.has(place, value), flavors.has(place, value)) {
                (true, true) => continue,
                (false, true) => "no machine type",
                (true, false) => "no image version",
                (false, false) => "neither a machine type nor an image version",
            };
            found.add(Level::Warning, || {
                let path = list.clone().index(place).key("values").index(index);
                let is_named = machines.names(place, value) || flavors.names(place, value);
                let cited = looked.saw(&path, Some(*value));
                let finding = Found::new(&VALUE_NEVER_USED, path.clone(), name);
                let finding = finding.fact(cited).fact(Fact::named("by", lacking));
                if is_named || name == ARCHITECTURE || definition.values.len() < 2 {
                    return finding;
                }
                finding.fix([Operation::remove(path)])
            });
        }
    }
}
