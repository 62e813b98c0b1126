//! A cure as a JSON Patch of the profile.

use super::cure::{Cure, Edit, Owner};
use super::machine::Fitting;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities};
use crate::policy::images::edits::{Op, Operation};
use crate::wire::{Json, Pointer};

impl<'a> Fitting<'_, 'a> {
    /// The cure of a version with the patch that makes it. What a profile is merged to is no document to be patched.
    pub(super) fn patched(&self, version: usize, cure: Cure<'a>) -> Cure<'a> {
        let offer = &self.query.offer;
        if offer.is_merged() {
            return cure;
        }
        let patch = match &cure.add_flavor {
            Some(flavor) => vec![Op::Add.at(self.place_of(version).key("capabilityFlavors").key("-"), object(flavor))],
            None => cure.edits.iter().map(|edit| self.operation(edit, cure.flavor, version)).collect(),
        };
        Cure { document: Some(format!("CloudProfile/{}", offer.profile.name())), patch: Some(patch), ..cure }
    }

    fn place_of(&self, version: usize) -> Pointer {
        self.query.catalog().place(version, &Pointer::to("spec"))
    }

    fn operation(&self, edit: &Edit<'a>, flavor: usize, version: usize) -> Operation {
        let implied = self.query.catalog().is_implied();
        let machine = || Pointer::to("spec").key("machineTypes").index(self.index);
        match edit.to {
            Owner::Flavor => {
                let entry = self.query.catalog().version_of(self.query.spec(), version);
                let place = self.place_of(version);
                if implied {
                    let own = entry.map(|entry| &entry.architectures);
                    return self.in_list(place.key("architectures"), own, edit);
                }
                let own = entry.and_then(|entry| entry.capability_flavors.get(flavor)?.get(edit.capability));
                self.in_list(place.key("capabilityFlavors").index(flavor).key(edit.capability), own, edit)
            }
            Owner::MachineType => match self.machine.capabilities.get(edit.capability) {
                Some(own) if !implied => {
                    self.in_list(machine().key("capabilities").key(edit.capability), Some(own), edit)
                }
                // Where the older field is read it is the one to say something else.
                _ if self.machine.architecture.is_some() => Op::Replace.at(machine().key(ARCHITECTURE), edit.add),
                _ => Op::Add.at(machine().key(ARCHITECTURE), edit.add),
            },
        }
    }

    /// An edit of a list of values, which may not be there yet.
    fn in_list(&self, list: Pointer, own: Option<&Vec<&'a str>>, edit: &Edit<'a>) -> Operation {
        let Some(own) = own.filter(|own| !own.is_empty()) else {
            // Without a list a version is built for the usual architecture.
            let usual = (self.query.catalog().is_implied()).then_some("amd64");
            return Op::Add.at(list, usual.into_iter().chain([edit.add]).collect::<Json>());
        };
        match edit.replaces.and_then(|replaced| own.iter().position(|value| *value == replaced)) {
            Some(place) => Op::Replace.at(list.index(place), edit.add),
            None => Op::Add.at(list.key("-"), edit.add),
        }
    }
}

fn object(capabilities: &Capabilities<'_>) -> Json {
    let mut object = Json::object();
    for (name, values) in capabilities {
        object.set(name, values.iter().copied().collect());
    }
    object
}
