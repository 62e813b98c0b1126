//! The legacy architecture fields, as capabilities.

use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ImageVersion, MachineType, ProfileSpec, USUAL};
use crate::wire::Ordered;

/// The capabilities of a machine type that names no architecture, with one added.
pub(crate) fn with_architecture<'a>(machine: &MachineType<'a>, architecture: &'a str) -> Capabilities<'a> {
    let mut capabilities = machine.capabilities.clone();
    capabilities.push(ARCHITECTURE, vec![architecture]);
    capabilities
}

/// The architectures in the legacy fields of machine types, as capabilities, for values that nothing else names.
pub(super) fn legacy_architectures<'a>(spec: &ProfileSpec<'a>) -> Vec<Capabilities<'a>> {
    let named = spec.machine_types.iter().filter_map(|machine| machine.architecture);
    named.map(|architecture| one(vec![architecture])).collect()
}

/// The architecture of a machine type as its only capability.
pub(super) fn architecture_of<'a>(machine: &MachineType<'a>) -> Capabilities<'a> {
    one(vec![machine.architecture.filter(|architecture| !architecture.is_empty()).unwrap_or(USUAL)])
}

/// The architectures of a version as its only capability.
pub(super) fn architectures_of<'a>(version: &ImageVersion<'a>) -> Capabilities<'a> {
    one(architectures_in(version).to_vec())
}

/// The architectures in a version's legacy field, amd64 if it is empty.
pub(super) fn architectures_in<'v, 'a>(version: &'v ImageVersion<'a>) -> &'v [&'a str] {
    if version.architectures.is_empty() { &[USUAL] } else { &version.architectures }
}

fn one<'a>(values: Vec<&'a str>) -> Capabilities<'a> {
    let mut capabilities = Ordered::default();
    capabilities.push(ARCHITECTURE, values);
    capabilities
}
