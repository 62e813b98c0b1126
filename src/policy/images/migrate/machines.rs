//! The capabilities of each machine type after the migration.

use super::config::Networking;
use super::defined::{Defined, NETWORKING};
use super::findings::{Findings, Migrating};
use super::given::TypeGiven;
use crate::base::{Index, Interner};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, MachineType, ProfileSpec, USUAL};
use crate::policy::images::reasons::{
    ARCHITECTURE_CONTRADICTS, MACHINE_TYPE_NOT_THERE, NETWORKING_INFERRED, TYPE_GIVEN_TWICE, TYPES_TAKEN_FOR_ALL,
};
use crate::reason::Fact;
use crate::wire::{Json, Pointer};

/// The architecture of a machine type according to its legacy field.
pub(super) fn architecture<'a>(machine: &MachineType<'a>) -> &'a str {
    machine.architecture.filter(|it| !it.is_empty()).unwrap_or(USUAL)
}

/// Returns the capabilities of all machine types, in document order.
pub(super) fn capabilities<'a>(
    spec: &ProfileSpec<'a>,
    types: &[TypeGiven<'a>],
    (defined, networking): (&Defined<'a>, &Networking<'a>),
    found: &mut Findings,
) -> Vec<Capabilities<'a>> {
    let given: Index<'a> = types.iter().map(|given| given.name).collect();
    let there: Index<'a> = spec.machine_types.iter().map(MachineType::name).collect();
    let mut known = Interner::default();
    for (place, of_type) in types.iter().enumerate() {
        let path = Pointer::to("given").key("machineTypes").index(place);
        if !known.is_new(of_type.name) {
            found.error(|| Migrating::new(&TYPE_GIVEN_TWICE, path.clone(), of_type.name));
        }
        if !there.contains(of_type.name) {
            found.error(|| Migrating::new(&MACHINE_TYPE_NOT_THERE, path.clone(), of_type.name));
        }
        defined.check(&of_type.capabilities, &path.key("capabilities"), found);
    }
    let mut silent = Vec::new();
    let machine = |(place, machine): (usize, &MachineType<'a>)| {
        let path = Pointer::to("spec").key("machineTypes").index(place);
        let said = given.find(machine.name()).and_then(|place| types.get(place)).map(|given| &given.capabilities);
        let architecture = architecture(machine);
        if let Some(own) = said.and_then(|said| said.get(ARCHITECTURE)).filter(|own| **own != [architecture]) {
            found.error(|| {
                let named: Json = own.iter().copied().collect();
                Migrating::new(&ARCHITECTURE_CONTRADICTS, path.clone().key(ARCHITECTURE), machine.name())
                    .fact(Fact::named("written", architecture))
                    .fact(Fact::named("given", named))
            });
        }
        let mut capabilities: Vec<(&'a str, Vec<&'a str>)> = vec![(ARCHITECTURE, vec![architecture])];
        let copied = said.filter(|said| found.may_copy(said));
        capabilities.extend(copied.into_iter().flatten().filter(|(name, _)| *name != ARCHITECTURE).cloned());
        let names = said.is_some_and(|said| said.get(NETWORKING.0).is_some());
        if networking.counts && !names && !networking.is_accelerated(machine.name()) {
            let basic = vec![NETWORKING.1[1]];
            found.infer(
                || basic.iter().copied().collect(),
                || Migrating::new(&NETWORKING_INFERRED, path.clone(), machine.name()),
            );
            capabilities.push((NETWORKING.0, basic));
        }
        if said.is_none_or(Capabilities::is_empty) && defined.leaves_open(capabilities.iter().map(|(name, _)| *name)) {
            silent.push(machine.name());
        }
        capabilities.into_iter().collect()
    };
    let all = spec.machine_types.iter().enumerate().map(machine).collect();
    if !silent.is_empty() {
        let count = silent.len();
        let names = || silent.iter().take(Fact::CITED).copied().collect();
        let path = Pointer::to("spec").key("machineTypes");
        found.infer(names, || {
            Migrating::new(&TYPES_TAKEN_FOR_ALL, path, "machineTypes").fact(Fact::named("count", count))
        });
    }
    all
}
