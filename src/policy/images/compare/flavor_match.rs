//! A machine compared with the flavors of one image version: which fit, which is taken, and why.

use std::borrow::Cow;

use super::sides::{Defined, Side, compare_sides};
use crate::base::Edition;
use crate::policy::images::capabilities::{Ambiguous, CapabilitySpace, Set, best, in_rounds};
use crate::policy::images::catalog::{Offer, with_architecture};
use crate::policy::images::documents::{ARCHITECTURE, MachineType};
use crate::policy::images::reasons::{
    FLAVOR_CONTENDS, FLAVOR_DOES_NOT_FIT, FLAVOR_FITS, FLAVORS_TIED, MOST_PREFERRED_FLAVOR, NO_FLAVOR_FITS, NO_FLAVORS,
};
use crate::reason::{Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer};

/// A machine, and the flavors it may get.
#[derive(Debug)]
pub(crate) struct FlavorMatch<'s, 'a> {
    /// The capabilities and their values.
    pub space: &'s CapabilitySpace<'a>,
    /// The definitions with their place.
    pub defined: Defined<'s, 'a>,
    /// The capabilities of the machine.
    pub machine: Side<'s, 'a>,
    /// The flavors with their indexes in the version's list.
    pub flavors: Vec<(usize, Side<'s, 'a>)>,
}

impl<'s, 'a> FlavorMatch<'s, 'a> {
    /// Compares a machine type with an image version of a profile, whose `spec` is at `place`. `pool` is the
    /// architecture of the pool, if any.
    pub(crate) fn in_profile(
        offer: &'s Offer<'a>,
        place: &Pointer,
        (index, machine): (usize, &'s MachineType<'a>),
        pool: Option<&'a str>,
        version: usize,
        edition: Edition,
    ) -> Self {
        let (spec, catalog) = (offer.spec(), &offer.catalog);
        let implied = catalog.is_implied();
        let machine_place = place.clone().key("machineTypes").index(index);
        let list = catalog.place(version, place).key(if implied { "architectures" } else { "capabilityFlavors" });
        let of_pool = catalog.of_pool(machine, pool, edition);
        let capabilities = catalog.machine(machine, edition);
        let stands_in = matches!(capabilities, Cow::Owned(_));
        let older_type = || Fact::of(machine_place.clone().key(ARCHITECTURE), machine.architecture);
        let side = Side {
            set: Cow::Owned(catalog.pooled_set(index, machine, pool, edition)),
            capabilities: Cow::Owned(match of_pool {
                Some(architecture) => with_architecture(machine, architecture),
                None => capabilities.into_owned(),
            }),
            place: machine_place.clone().key("capabilities"),
            older_field: of_pool.map(|pool| Fact::named("pool", pool)).or_else(|| stands_in.then(older_type)),
        };
        let flavors = catalog.flavors(version).map(|(place, set)| {
            let older = implied.then(|| {
                let values = catalog.version_of(spec, version).map(|entry| &entry.architectures);
                let values = values.filter(|values| !values.is_empty());
                Fact::of(list.clone(), values.map(|values| values.iter().copied().collect::<Json>()))
            });
            let place_of = if implied { list.clone() } else { list.clone().index(place) };
            let capabilities = catalog.flavor_capabilities(spec, version, place);
            (place, Side { capabilities, set, place: place_of, older_field: older })
        });
        Self {
            space: catalog.space(),
            defined: Defined {
                definitions: &spec.machine_capabilities,
                place: place.clone().key("machineCapabilities"),
            },
            machine: side,
            flavors: flavors.collect(),
        }
    }

    /// The flavors that fit, by their indexes.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = (usize, &Set)> {
        let fits = |side: &Side<'s, 'a>| self.space.fits(&self.machine.set, &side.set);
        self.flavors.iter().filter(move |(_, side)| fits(side)).map(|(place, side)| (*place, side.set.as_ref()))
    }

    /// Whether the machine can run the version: a version without flavors runs everywhere; otherwise one flavor has to
    /// fit.
    pub(crate) fn is_supported(&self) -> bool {
        self.flavors.is_empty() || self.fitting().next().is_some()
    }

    /// The index of the flavor that is taken.
    pub(crate) fn best(&self, edition: Edition) -> Result<Option<usize>, Ambiguous> {
        best(self.space, &self.machine.set, self.fitting(), edition)
    }

    /// Explains why the version is supported, by its first fitting flavor, or why it is not, flavor by flavor.
    pub(crate) fn why_supported(&self) -> Reason {
        if self.flavors.is_empty() {
            return Self::of_empty_list(&NO_FLAVORS);
        }
        let mut refusals = Reasons::default();
        for flavor in &self.flavors {
            let (fits, reason) = self.why(flavor);
            if fits {
                return reason;
            }
            refusals.push(reason);
        }
        Reason::new(&NO_FLAVOR_FITS, "image").because(refusals)
    }

    /// Explains for each flavor why it fits or does not. An empty list has none that fits.
    pub(crate) fn why_each(&self) -> impl Iterator<Item = Reason> {
        let none = self.flavors.is_empty().then(|| Self::of_empty_list(&NO_FLAVOR_FITS));
        self.flavors.iter().map(|flavor| self.why(flavor).1).chain(none)
    }

    fn why(&self, (place, flavor): &(usize, Side<'s, 'a>)) -> (bool, Reason) {
        let (fits, reasons) = compare_sides(self.space, &self.defined, [&self.machine, flavor]);
        let code = if fits { &FLAVOR_FITS } else { &FLAVOR_DOES_NOT_FIT };
        let reason = Reason::new(code, nth(*place)).because(reasons);
        // A flavor without capabilities is cited as a whole.
        (fits, if flavor.capabilities.is_empty() { reason.facts(flavor.all_facts()) } else { reason })
    }

    /// What follows from an empty list of flavors, which means the same as none.
    fn of_empty_list(code: &'static Code) -> Reason {
        Reason::new(code, "image").fact(Fact::named("flavors", 0_u64))
    }

    /// Explains why the given flavor or none is taken: fitting flavors with everything that ranks them, others with
    /// what separates them.
    pub(crate) fn why_best(&self, taken: Result<Option<usize>, Ambiguous>, edition: Edition) -> Reason {
        if self.flavors.is_empty() {
            return Self::of_empty_list(&NO_FLAVOR_FITS);
        }
        let root = match taken {
            Ok(Some(place)) => Reason::new(&MOST_PREFERRED_FLAVOR, nth(place)),
            Ok(None) => Reason::new(&NO_FLAVOR_FITS, "image"),
            Err(Ambiguous { .. }) => Reason::new(&FLAVORS_TIED, "image"),
        };
        let fits = |side: &Side<'s, 'a>| self.space.fits(&self.machine.set, &side.set);
        let ranked = self.fitting().next().is_some();
        let flavors = self.flavors.iter().map(|flavor @ (place, side)| match fits(side) {
            false => self.why(flavor).1,
            // The order of all values counts between fitting flavors, so all of them are cited.
            true => Reason::new(&FLAVOR_CONTENDS, nth(*place))
                .facts(side.all_facts())
                .fact(Fact::named("ranked", self.ranked(side, edition))),
        });
        let root = root.because(flavors);
        if !ranked {
            return root;
        }
        // A machine without capabilities has all of them, whether its map is empty or missing.
        let machine = if self.machine.capabilities.is_empty() { Vec::new() } else { self.machine.all_facts() };
        root.facts(machine).facts(self.defined.all())
    }

    /// The values that rank a flavor, by capability. In a wide registry, capabilities that the flavor does not name are
    /// left out, since they are the same for all such flavors.
    fn ranked(&self, flavor: &Side<'s, 'a>, edition: Edition) -> Json {
        let with = if in_rounds(edition) { &self.machine.set } else { &flavor.set };
        let ranked = self.space.named_in(&[&flavor.set]).into_owned().into_iter().map(|capability| {
            let defined = self.space.defined(capability);
            let values = self.space.shared(with, &flavor.set, capability);
            let values: Vec<&str> = values.iter().filter_map(|value| defined.get(*value).copied()).collect();
            format!("{}: {}", self.space.name(capability), values.join(" "))
        });
        ranked.collect()
    }
}

/// The name of a flavor, counting from one.
fn nth(place: usize) -> String {
    format!("flavor {}", place + 1)
}
