//! Machine types for which a profile states too little or too much. They leave the answer as it is and add a warning.

use super::architectures;
use super::compiled::Catalog;
use super::offer::Offer;
use crate::policy::images::documents::{ARCHITECTURE, Definition, MachineType, ProfileSpec, USUAL};
use crate::policy::images::reasons::{
    MACHINE_TYPE_OF_SEVERAL_ARCHITECTURES, MACHINE_TYPE_REPEATED, MACHINE_TYPE_WITHOUT_ARCHITECTURE,
    MORE_WITHOUT_ARCHITECTURE, OWN_TYPE_OF_USUAL_ARCHITECTURE, PARENTS_TYPE_OF_USUAL_ARCHITECTURE,
};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// How many machine types are listed.
const LISTED: usize = 20;

/// Returns a warning for each of these machine types that has no single architecture although several are defined,
/// since no worker can use it. The pointers are the place and the path of the `spec`.
pub(crate) fn types_without_architecture(
    spec: &ProfileSpec<'_>,
    [place, path]: &[Pointer; 2],
    types: impl Iterator<Item = usize>,
) -> Vec<Problem> {
    let defined = architectures::where_defined(&spec.machine_capabilities);
    if !architectures::are_several(architectures::defined(&spec.machine_capabilities)) {
        return Vec::new();
    }
    let below = |spec: &Pointer, index: usize| spec.clone().key("machineTypes").index(index);
    let mut nameless = types.filter_map(|index| {
        let machine = spec.machine_types.get(index)?;
        let has_some = machine.capabilities.get(ARCHITECTURE).is_some_and(|own| own.len() > 1);
        let code = if has_some { &MACHINE_TYPE_OF_SEVERAL_ARCHITECTURES } else { &MACHINE_TYPE_WITHOUT_ARCHITECTURE };
        let problem = Problem::warning(code, below(path, index));
        let problem = problem.fact(Fact::at(below(place, index).key("name"), machine.name()));
        architectures::effective(machine, defined).is_empty().then_some(problem)
    });
    let mut problems: Vec<Problem> = nameless.by_ref().take(LISTED).collect();
    problems.extend(more(nameless.count(), &path.clone().key("machineTypes")));
    problems
}

/// Returns a warning for each of these machine types that comes from the parent without an architecture and silently
/// became amd64 in the merged profile. The pointers are the place and the path of the `spec`.
pub(crate) fn parents_types_of_usual_architecture(
    offer: &Offer<'_>,
    [_, path]: &[Pointer; 2],
    types: impl Iterator<Item = usize>,
) -> Vec<Problem> {
    let mut filled = types.filter_map(|index| {
        let name = offer.spec().machine_types.get(index)?.name();
        offer.is_of_usual_architecture(name).then(|| {
            let at = path.clone().key("machineTypes").index(index);
            let problem = Problem::warning(&PARENTS_TYPE_OF_USUAL_ARCHITECTURE, at);
            problem.fact(Fact::named("machine", name)).fact(Fact::named("architecture", USUAL))
        })
    });
    let mut problems: Vec<Problem> = filled.by_ref().take(LISTED).collect();
    problems.extend(more(filled.count(), &path.clone().key("machineTypes")));
    problems
}

/// Returns a warning for each machine type whose name an earlier one already has, which is the one that counts.
pub(crate) fn repeated_types(catalog: &Catalog<'_>, [place, path]: &[Pointer; 2]) -> Vec<Problem> {
    let name_at = |spec: &Pointer, index: usize| spec.clone().key("machineTypes").index(index).key("name");
    let repeated = catalog.repeated_machines().map(|(name, index)| {
        let fact = Fact::at(name_at(place, index), name);
        Problem::warning(&MACHINE_TYPE_REPEATED, name_at(path, index)).fact(fact)
    });
    repeated.collect()
}

/// Returns a warning for each machine type of a NamespacedCloudProfile that names no architecture although its parent
/// defines several, since it silently becomes amd64 in the merged profile. `path` is the path of the profile.
pub(crate) fn types_of_usual_architecture(
    types: &[MachineType<'_>],
    definitions: &[Definition<'_>],
    path: &Pointer,
) -> Vec<Problem> {
    let defined = architectures::defined(definitions);
    let are_several = architectures::are_several(defined);
    let list = path.clone().key("spec").key("machineTypes");
    // Without definitions, an empty field is hardly intended, since nothing else determines the architecture.
    let is_filled = |machine: &MachineType<'_>| {
        architectures::is_nameless(machine) && (are_several || defined.is_empty() && machine.architecture == Some(""))
    };
    let mut nameless = types.iter().enumerate().filter(|(_, machine)| is_filled(machine));
    let warned = nameless.by_ref().take(LISTED).map(|(index, machine)| {
        let problem = Problem::warning(&OWN_TYPE_OF_USUAL_ARCHITECTURE, list.clone().index(index));
        problem.fact(Fact::named("machine", machine.name())).fact(Fact::named("architecture", USUAL))
    });
    let mut problems: Vec<Problem> = warned.collect();
    problems.extend(more(nameless.count(), &list));
    problems
}

/// Returns a warning with the number of machine types that are not listed.
fn more(count: usize, list: &Pointer) -> Option<Problem> {
    let problem = || Problem::warning(&MORE_WITHOUT_ARCHITECTURE, list.clone());
    (count > 0).then(|| problem().fact(Fact::named("count", count)))
}
