//! Machine types (section 4.6).

use super::Validation;
use crate::base::sort::sort;
use crate::base::{Index, Interner};
use crate::policy::images::catalog::{architectures, field_ignored};
use crate::policy::images::divergences::TYPE_NAMES_ARCHITECTURE;
use crate::policy::images::documents::{ARCHITECTURE, KNOWN, MachineType, Storage};
use crate::wire::{Json, PathStep};

impl Validation<'_, '_> {
    /// Checks the machine types that a profile offers.
    pub(super) fn offered_machine_types(&mut self, types: &[MachineType<'_>], place: &PathStep<'_>) {
        if types.is_empty() {
            self.required(*place, "a profile needs at least one machine type");
        }
        let first = self.machine_types(types, place);
        self.each_capable(types, &first, place);
    }

    /// Checks what a list of machine types says about capabilities.
    pub(super) fn capable_machines(&mut self, types: &[MachineType<'_>], place: &PathStep<'_>) {
        let names: Index<'_> = types.iter().map(MachineType::name).collect();
        let mut first: Vec<usize> = names.sorted().map(|(_, place)| place).collect();
        sort(&mut first);
        for index in &first {
            let entry = place.index(*index);
            if let Some(machine) = types.get(*index) {
                self.known_architecture(machine, &entry);
            }
        }
        self.each_capable(types, &first, place);
    }

    fn each_capable(&mut self, types: &[MachineType<'_>], first: &[usize], place: &PathStep<'_>) {
        for (index, machine) in types.iter().enumerate() {
            let entry = place.index(index);
            if self.defined.is_empty() {
                self.plain_machine(machine, &entry);
            } else if first.binary_search(&index).is_ok() {
                self.capable_machine(machine, &entry);
            }
        }
    }

    /// Checks what holds for every list of machine types. Returns the places of the types whose name is not a
    /// repetition; of a repetition, nothing else is checked.
    pub(super) fn machine_types(&mut self, types: &[MachineType<'_>], place: &PathStep<'_>) -> Vec<usize> {
        let (mut names, mut first) = (Interner::default(), Vec::new());
        for (index, machine) in types.iter().enumerate() {
            let entry = place.index(index);
            self.plain_name(machine.name(), entry.key("name"));
            if !names.is_new(machine.name()) {
                self.duplicate(entry.key("name"), machine.name());
                continue;
            }
            first.push(index);
            self.not_negative(machine.cpu.as_ref(), entry.key("cpu"));
            self.not_negative(machine.gpu.as_ref(), entry.key("gpu"));
            self.not_negative(machine.memory.as_ref(), entry.key("memory"));
            if let Some(storage) = &machine.storage {
                self.storage(storage, &entry.key("storage"));
            }
            self.known_architecture(machine, &entry);
        }
        first
    }

    fn known_architecture(&mut self, machine: &MachineType<'_>, place: &PathStep<'_>) {
        let unknown = |architecture: &&str| !architecture.is_empty() && !KNOWN.contains(architecture);
        if let Some(architecture) = machine.architecture.filter(unknown) {
            self.not_supported(place.key("architecture"), architecture, &KNOWN);
        }
    }

    fn storage(&mut self, storage: &Storage<'_>, place: &PathStep<'_>) {
        if storage.size.is_some() == storage.min_size.is_some() {
            return self.invalid(*place, "", "give either `size` or `minSize`");
        }
        self.not_negative(storage.size.as_ref(), place.key("size"));
        self.not_negative(storage.min_size.as_ref(), place.key("minSize"));
    }

    /// Without definitions, the architecture has its own field.
    fn plain_machine(&mut self, machine: &MachineType<'_>, place: &PathStep<'_>) {
        if machine.architecture.unwrap_or_default().is_empty() {
            self.required(place.key("architecture"), "a machine type has an architecture");
        }
        if !machine.capabilities.is_empty() {
            self.forbidden(place.key("capabilities"), "capabilities need `spec.machineCapabilities`");
        }
    }

    fn capable_machine(&mut self, machine: &MachineType<'_>, place: &PathStep<'_>) {
        let capabilities = place.key("capabilities");
        let precedes = architectures::capability_precedes(self.asked.edition);
        if precedes {
            self.capability_holds(machine, place);
        }
        let values = machine.capabilities.get(ARCHITECTURE).map(Vec::as_slice).unwrap_or_default();
        let older = machine.architecture.filter(|architecture| !architecture.is_empty());
        match values {
            [] => self.names_architecture(older, &capabilities),
            [value] => {
                if let Some(other) = older.filter(|older| older != value && !precedes) {
                    let why = format!("the capability `architecture` says `{value}`");
                    self.invalid(place.key("architecture"), other, &why);
                }
            }
            _ => {
                let why = "a machine type has one architecture";
                self.invalid(capabilities.key(ARCHITECTURE), &values.join(", "), why);
            }
        }
        self.known_capabilities(&machine.capabilities, &capabilities);
    }

    /// In the design edition, the architecture among the capabilities holds, whatever the older field says.
    fn capability_holds(&mut self, machine: &MachineType<'_>, place: &PathStep<'_>) {
        if let Some(held) = self.defined.overruling.instead_of_type(machine) {
            let says = machine.architecture.map_or(Json::Null, Json::from);
            self.warnings.push(field_ignored(self.at(place.key("architecture")), says, held.iter().copied()));
        }
    }

    /// The design edition requires an architecture if several are defined.
    fn names_architecture(&mut self, older: Option<&str>, capabilities: &PathStep<'_>) {
        if self.defined.several_architectures()
            && older.is_none()
            && self.asked.edition.applies(&TYPE_NAMES_ARCHITECTURE)
        {
            self.required(capabilities.key(ARCHITECTURE), "with several defined a machine type names one");
        }
    }
}
