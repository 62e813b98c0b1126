//! Why one version fits a machine type or does not, from facts that say it alone.

use std::borrow::Cow;

use super::catalog::ARCHITECTURE;
use super::contest::Contest;
use super::fitting::Fitting;
use super::reasons::*;
use super::sides::{Defined, Side};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

impl<'g, 'a> Fitting<'g, 'a> {
    /// Why a version fits the machine type or does not.
    pub fn why(&self, version: usize) -> Reason {
        let ground = self.ground;
        let (catalog, edition) = (ground.catalog(), ground.asked.edition);
        let place = ground.offer.place().key("spec");
        let machine_place = place.clone().key("machineTypes").index(self.index);
        let entry = catalog.versions().get(version);
        let (image, number) = entry.map(|entry| (entry.image, entry.version)).unwrap_or_default();
        let image_place = place.clone().key("machineImages").index(image);
        let version_place = image_place.clone().key("versions").index(number);
        let contest = self.contest(version, &machine_place, &version_place, place.key("machineCapabilities"));
        let fits = self.cause(version).is_none();
        let named = |key: &str, value: Option<&str>| value.map(|value| Fact::at(Pointer::to(key), value));
        let name = ground.image_name(version);
        let everything = catalog.fits_everything(edition);
        let beneath = match (everything, contest.is_supported()) {
            (true, _) => Reason::new(&NOTHING_DEFINED, "profile").fact(Fact::absent(contest.defined.place.clone())),
            (_, true) => contest.why_best(contest.best(edition)),
            (_, false) => contest.why_supported(),
        };
        let unavailable = (!self.available).then(|| self.why_unavailable());
        Reason::new(
            if fits { &VERSION_FITS } else { &VERSION_DOES_NOT_FIT },
            format!("{name} {}", ground.version_text(version)),
        )
        .saw(self.named_at.clone(), self.machine.name())
        .facts(named("image", ground.wanted.image))
        .facts(named("version", ground.wanted.version))
        .saw(machine_place.key("name"), self.machine.name())
        .saw(image_place.key("name"), name)
        .saw(version_place.key("version"), ground.version_text(version))
        .because(unavailable)
        .because([beneath])
    }

    fn why_unavailable(&self) -> Reason {
        Reason::new(&MACHINE_TYPE_UNAVAILABLE, self.machine.name())
            .fact(Fact::of(Pointer::to("region"), self.ground.wanted.region))
            .fact(Fact::at(Pointer::to("zones"), self.ground.wanted.zones.iter().copied().collect::<Json>()))
            .fact(Fact::at(
                self.ground.offer.place().key("spec").key("regions"),
                self.ground.spec().regions.iter().filter_map(|region| region.name).collect::<Json>(),
            ))
    }

    fn contest(&self, version: usize, machine: &Pointer, image: &Pointer, definitions: Pointer) -> Contest<'g, 'a> {
        let catalog = self.ground.catalog();
        let implied = catalog.is_implied();
        let list = image.clone().key(if implied { "architectures" } else { "capabilityFlavors" });
        let older_type = || {
            let at = machine.clone().key(ARCHITECTURE);
            Fact::of(at, self.machine.architecture)
        };
        let capabilities = catalog.machine(self.machine, self.ground.asked.edition);
        let stands_in = matches!(capabilities, Cow::Owned(_));
        let side = Side {
            set: Cow::Owned(self.set.clone()),
            capabilities: Cow::Owned(capabilities.into_owned()),
            place: machine.clone().key("capabilities"),
            older_field: stands_in.then(older_type),
        };
        let flavors = catalog.flavors(version).map(|(place, set)| {
            let capabilities = self.flavor_capabilities(version, place);
            let older = implied.then(|| {
                let values = catalog.version_of(self.ground.spec(), version).map(|entry| &entry.architectures);
                Fact::of(
                    list.clone(),
                    values.filter(|values| !values.is_empty()).map(|values| values.iter().copied().collect::<Json>()),
                )
            });
            let place_of = if implied { list.clone() } else { list.clone().index(place) };
            (place, Side { capabilities, set, place: place_of, older_field: older })
        });
        Contest {
            universe: catalog.universe(),
            defined: Defined { definitions: &self.ground.spec().machine_capabilities, place: definitions },
            machine: side,
            flavors: flavors.collect(),
            list: list.clone(),
        }
    }
}
