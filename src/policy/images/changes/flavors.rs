//! Pairs that fit before and after a change of a profile but get another flavor, so that their machines boot something
//! else.

use crate::base::{Edition, Known};
use crate::policy::images::capabilities::Set;
use crate::policy::images::catalog::Offer;
use crate::policy::images::compare::{Taken, same_capabilities};
use crate::policy::images::documents::{Capabilities, ImageVersion, MachineType};
use crate::policy::images::reasons::PAIRS_GET_ANOTHER_FLAVOR;
use crate::reason::{Code, Fact};
use crate::wire::Json;

/// The pairs that get another flavor.
#[derive(Debug, Default)]
pub(crate) struct Reflavored {
    count: usize,
    /// The first of the pairs.
    first: Vec<String>,
    /// Whether there were too many pairs to look at all of them.
    is_cut: bool,
}

/// Machine types by their capabilities before and after the change, and whether the profile states them unchanged.
type Alike<'m> = Known<(Set, Set, bool), Vec<&'m str>>;

impl Reflavored {
    /// The code of the finding about these pairs.
    pub(crate) const CODE: &'static Code = &PAIRS_GET_ANOTHER_FLAVOR;

    /// How many pairs are listed.
    const NAMED: usize = 5;

    /// Finds the pairs that get another flavor, comparing at most `steps` flavors. If one of the profiles defines no
    /// capabilities, there are no flavors to compare.
    pub(crate) fn between(sides: [&Offer<'_>; 2], mut steps: usize, edition: Edition) -> Self {
        let mut found = Self::default();
        if sides.iter().any(|offer| offer.catalog.is_implied()) {
            return found;
        }
        let [before, after] = sides;
        let definitions = sides.map(|offer| {
            let definitions = offer.spec().machine_capabilities.iter();
            definitions.map(|definition| (definition.name(), definition.values.as_slice())).collect::<Vec<_>>()
        });
        let same_definitions = definitions[0] == definitions[1];
        let alike = alike(sides, edition);
        for (place, entry) in before.catalog.versions().iter().enumerate() {
            let Some(image) = before.spec().machine_images.get(entry.image) else { continue };
            let Some(version) = before.catalog.version_of(before.spec(), place) else { continue };
            let named = |offer: &Offer<'_>| offer.versions_named(image.name(), version.version()).next();
            let Some(now) = named(after).filter(|_| named(before) == Some(place)) else { continue };
            let Some(version_now) = after.catalog.version_of(after.spec(), now) else { continue };
            let same_flavors = same_definitions && version.capability_flavors == version_now.capability_flavors;
            for ((set, set_now, same_machine), names) in alike.entries() {
                if same_flavors && *same_machine {
                    continue;
                }
                let cost = version.capability_flavors.len() + version_now.capability_flavors.len() + 1;
                let Some(left) = steps.checked_sub(cost) else {
                    found.is_cut = true;
                    return found;
                };
                steps = left;
                let taken = Taken::of(&before.catalog, set, place, edition).and_then(|taken| taken.flavor);
                let taken_now = Taken::of(&after.catalog, set_now, now, edition).and_then(|taken| taken.flavor);
                let Some((taken, taken_now)) = taken.zip(taken_now) else { continue };
                if is_another((version, taken), (version_now, taken_now)) {
                    found.add(names, image.name(), version.version());
                }
            }
        }
        found
    }

    fn add(&mut self, types: &[&str], image: &str, version: &str) {
        self.count += types.len();
        let room = Self::NAMED.saturating_sub(self.first.len());
        self.first.extend(types.iter().take(room).map(|name| format!("{name} with {image}:{version}")));
    }

    /// Returns the facts of the finding, if there is one.
    pub(crate) fn facts(&self) -> Option<[Fact; 3]> {
        let pairs: Json = self.first.iter().map(String::as_str).collect();
        let extent = if self.is_cut { "of those that were looked at, " } else { "" };
        (self.count > 0 || self.is_cut)
            .then(|| [Fact::named("extent", extent), Fact::named("count", self.count), Fact::named("pairs", pairs)])
    }
}

fn alike<'m>([before, after]: [&'m Offer<'_>; 2], edition: Edition) -> Alike<'m> {
    let mut alike = Alike::default();
    for (place, machine) in before.spec().machine_types.iter().enumerate() {
        let name = machine.name();
        let now = after.catalog.machine_named(name).filter(|_| before.catalog.machine_named(name) == Some(place));
        let Some((place_now, machine_now)) = now.and_then(|now| Some((now, after.spec().machine_types.get(now)?)))
        else {
            continue;
        };
        let said = |machine: &MachineType<'_>| -> bool {
            machine.capabilities == machine_now.capabilities && machine.architecture == machine_now.architecture
        };
        let set = before.catalog.machine_set(place, machine, edition);
        let set_now = after.catalog.machine_set(place_now, machine_now, edition);
        alike.update((set, set_now, said(machine)), |names| names.push(name));
    }
    alike
}

/// Whether a version's flavor is a different one than before, rather than the same one with different values: the old
/// flavor still exists, or the new one already existed.
fn is_another((before, taken): (&ImageVersion<'_>, usize), (now, taken_now): (&ImageVersion<'_>, usize)) -> bool {
    let Some(old) = before.capability_flavors.get(taken) else { return false };
    let Some(new) = now.capability_flavors.get(taken_now) else { return false };
    let has = |version: &ImageVersion<'_>, flavor: &Capabilities<'_>| {
        version.capability_flavors.iter().any(|other| same_capabilities(flavor, other))
    };
    !same_capabilities(old, new) && (has(now, old) || has(before, new))
}
