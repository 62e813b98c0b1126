//! Turns a cure into a JSON Patch of the profile.

use super::cure::{Cure, Edit, Owner};
use super::machine::Fitting;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, USUAL};
use crate::policy::images::edits::{Op, Operation};
use crate::wire::{Json, Pointer};

/// The places of a machine type and a version in the document that is asked about. `None`: the document takes it from
/// another one.
struct Places {
    machine: Option<Pointer>,
    version: Option<Pointer>,
}

impl<'a> Fitting<'_, 'a> {
    /// Adds the patch to the cure of a version. `None`: the patch would have to change what the document that is asked
    /// about takes from another one.
    pub(super) fn patched(&self, version: usize, cure: Cure<'a>) -> Option<Cure<'a>> {
        let places = self.places_of(version);
        let patch = match &cure.add_flavor {
            Some(flavor) => {
                vec![Op::Add.at(places.version?.key("capabilityFlavors").key("-"), object(flavor))]
            }
            None => {
                let each = cure.edits.iter().map(|edit| self.operation(edit, cure.flavor, version, &places));
                each.collect::<Option<_>>()?
            }
        };
        Some(Cure { document: Some(self.document()), patch: Some(patch), ..cure })
    }

    /// The document that is asked about, as `Kind/name` or `Kind/namespace/name`.
    fn document(&self) -> String {
        let Some(child) = &self.query.child else {
            return format!("CloudProfile/{}", self.query.offer.profile.name());
        };
        let metadata = child.metadata.as_ref();
        let namespace = metadata.and_then(|metadata| metadata.namespace).unwrap_or_default();
        let name = metadata.and_then(|metadata| metadata.name).unwrap_or_default();
        format!("NamespacedCloudProfile/{namespace}/{name}")
    }

    /// The places of the machine type and a version in the document that is asked about. A NamespacedCloudProfile has
    /// entries of its own and cannot change those of its parent.
    fn places_of(&self, version: usize) -> Places {
        let (offer, spec) = (&self.query.offer, Pointer::to("spec"));
        let types = |place: usize| spec.clone().key("machineTypes").index(place);
        if !offer.is_merged() {
            return Places {
                machine: Some(types(self.index)),
                version: Some(self.query.catalog().place(version, &spec)),
            };
        }
        let machine = self.query.own().machine_type(self.machine.name());
        Places { machine: machine.map(types), version: self.own_version(version).map(|place| spec.join(&place)) }
    }

    /// Whether the flavors of a version belong to the document that is asked about.
    pub(super) fn has_own_flavors(&self, version: usize) -> bool {
        !self.query.offer.is_merged() || self.own_version(version).is_some()
    }

    /// The place of a version in the NamespacedCloudProfile's `spec`, if that has flavors of its own for the version.
    fn own_version(&self, version: usize) -> Option<Pointer> {
        let (name, text) = (self.query.image_name(version), self.query.version_text(version));
        let (image, index) = self.query.own().version_with_flavors(name, text)?;
        Some(Pointer::to("machineImages").index(image).key("versions").index(index))
    }

    fn operation(&self, edit: &Edit<'a>, flavor: usize, version: usize, places: &Places) -> Option<Operation> {
        let implied = self.query.catalog().is_implied();
        let entry = || self.query.catalog().version_of(self.query.spec(), version);
        let machine = || places.machine.clone();
        Some(match edit.to {
            Owner::Version => {
                let own = entry().map(|entry| entry.architectures.as_slice()).unwrap_or_default();
                Op::Add.at(places.version.clone()?.key("architectures"), architectures_with(own, edit))
            }
            Owner::Flavor => {
                let own = entry().and_then(|entry| entry.capability_flavors.get(flavor)?.get(edit.capability));
                in_list(places.version.clone()?.key("capabilityFlavors").index(flavor).key(edit.capability), own, edit)
            }
            Owner::MachineType => match self.machine.capabilities.get(edit.capability) {
                Some(own) if !implied => in_list(machine()?.key("capabilities").key(edit.capability), Some(own), edit),
                // The older field is the one that is read here, so the patch changes it, whether it is written or
                // filled in.
                _ => Op::Add.at(machine()?.key(ARCHITECTURE), edit.add),
            },
        })
    }
}

/// The whole list of a version's architectures after an edit. The list may be absent, because not every form of the
/// document has what the API server fills in or takes from flavors, and an absent list cannot be edited.
fn architectures_with(own: &[&str], edit: &Edit<'_>) -> Json {
    // Without a list a version is built for the usual architecture.
    let own: &[&str] = if own.is_empty() { &[USUAL] } else { own };
    let corrected = own.iter().map(|value| if edit.replaces == Some(*value) { edit.add } else { *value });
    let added = edit.replaces.is_none().then_some(edit.add);
    corrected.chain(added).collect()
}

/// The operation for an edit of a list of values, which is created if it is absent or empty.
fn in_list(list: Pointer, own: Option<&Vec<&str>>, edit: &Edit<'_>) -> Operation {
    let Some(own) = own.filter(|own| !own.is_empty()) else {
        return Op::Add.at(list, [edit.add].into_iter().collect::<Json>());
    };
    match edit.replaces.and_then(|replaced| own.iter().position(|value| *value == replaced)) {
        Some(place) => Op::Replace.at(list.index(place), edit.add),
        None => Op::Add.at(list.key("-"), edit.add),
    }
}

fn object(capabilities: &Capabilities<'_>) -> Json {
    let mut object = Json::object();
    for (name, values) in capabilities {
        object.set(name, values.iter().copied().collect());
    }
    object
}
