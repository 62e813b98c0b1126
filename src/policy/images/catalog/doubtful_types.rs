//! Machine types of which a profile says too little or too much: the answer stays, with a warning.

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

/// How many are named.
const LISTED: usize = 20;

/// Those of these machine types that name no architecture where they have the choice: no worker is of none. The `spec`
/// has a place and a path.
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

/// Those of these machine types that their profile has from its parent, which leaves their architecture open: merged with it
/// they are of the usual one, in silence. The `spec` has a place and a path.
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

/// Machine types that share a name: the first one is meant.
pub(crate) fn repeated_types(catalog: &Catalog<'_>, [place, path]: &[Pointer; 2]) -> Vec<Problem> {
    let name_at = |spec: &Pointer, index: usize| spec.clone().key("machineTypes").index(index).key("name");
    let repeated = catalog.repeated_machines().map(|(name, index)| {
        let fact = Fact::at(name_at(place, index), name);
        Problem::warning(&MACHINE_TYPE_REPEATED, name_at(path, index)).fact(fact)
    });
    repeated.collect()
}

/// Machine types of a profile of a namespace that name no architecture where its parent defines several: merged with it
/// they are of the usual one, in silence. `path` is where the profile is.
pub(crate) fn types_of_usual_architecture(
    types: &[MachineType<'_>],
    definitions: &[Definition<'_>],
    path: &Pointer,
) -> Vec<Problem> {
    let defined = architectures::defined(definitions);
    let are_several = architectures::are_several(defined);
    let list = path.clone().key("spec").key("machineTypes");
    // One that is there and empty is hardly meant where nothing else says which it is.
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

/// That there are more of them than are named.
fn more(count: usize, list: &Pointer) -> Option<Problem> {
    let problem = || Problem::warning(&MORE_WITHOUT_ARCHITECTURE, list.clone());
    (count > 0).then(|| problem().fact(Fact::named("count", count)))
}
