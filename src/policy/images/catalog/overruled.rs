//! Legacy architecture fields that contradict the capabilities, which take precedence in the design edition.

use super::architectures;
use super::compiled::Catalog;
use crate::base::{Edition, Names};
use crate::policy::images::documents::{ARCHITECTURE, Definition, ImageVersion, KNOWN, MachineType, ProfileSpec};
use crate::policy::images::reasons::{ARCHITECTURE_FIELD_IGNORED, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The architectures that a profile defines, to compare its legacy fields with.
#[derive(Debug)]
pub(crate) struct Overruling<'d> {
    defined: &'d [&'d str],
    /// The defined architectures that a legacy field can name.
    known: Vec<&'d str>,
}

impl<'d> Overruling<'d> {
    pub(crate) fn by(definitions: &'d [Definition<'_>]) -> Self {
        let defined = architectures::defined(definitions);
        Self { defined, known: KNOWN.into_iter().filter(|known| defined.contains(known)).collect() }
    }

    /// The architectures that a machine type has if they contradict its legacy field. If several are defined and the
    /// type's capabilities name none, the legacy field stands in for the capability.
    pub(crate) fn instead_of_type<'m>(&'m self, machine: &'m MachineType<'_>) -> Option<&'m [&'m str]> {
        let field = machine.architecture.filter(|field| KNOWN.contains(field))?;
        let own = machine.capabilities.get(ARCHITECTURE).map(Vec::as_slice);
        let stands_in = own.is_none() && architectures::are_several(self.defined);
        let is_held = own.map_or_else(|| self.known.contains(&field), |own| own.contains(&field));
        (!stands_in && !is_held && !self.defined.is_empty()).then(|| own.unwrap_or(self.defined))
    }

    /// Whether the architectures of an image version contradict its legacy field.
    fn overrules(&self, version: &ImageVersion<'_>) -> bool {
        if self.defined.is_empty() {
            return false;
        }
        let mut is_open = version.capability_flavors.is_empty();
        let mut is_named = [false; KNOWN.len()];
        for flavor in version.capability_flavors.iter() {
            let Some(own) = flavor.get(ARCHITECTURE) else {
                is_open = true;
                continue;
            };
            for (known, is_named) in KNOWN.iter().zip(&mut is_named) {
                *is_named |= own.contains(known);
            }
        }
        let listed = &version.architectures;
        KNOWN.iter().zip(is_named).any(|(known, is_named)| {
            if listed.contains(known) {
                !(is_named || is_open && self.known.contains(known))
            } else {
                // Leaving an architecture out of an existing legacy list means that the version should not have it.
                is_named && !listed.is_empty()
            }
        })
    }

    /// The architectures that an image version has if they contradict its legacy field.
    pub(crate) fn instead_of_version<'v>(&'v self, version: &'v ImageVersion<'_>) -> Option<Names<'v>> {
        self.overrules(version).then(|| self.held(version))
    }

    /// The architectures that an image version has.
    fn held<'v>(&'v self, version: &'v ImageVersion<'_>) -> Names<'v> {
        let flavors = || version.capability_flavors.iter().map(|flavor| flavor.get(ARCHITECTURE));
        let is_open = version.capability_flavors.is_empty() || flavors().any(|own| own.is_none());
        let defined = if is_open { self.defined } else { &[] };
        flavors().flatten().flatten().chain(defined).copied().collect()
    }
}

/// Returns a warning about a legacy field that is ignored, at the given place and path.
pub(crate) fn field_ignored<'h>(at: [Pointer; 2], says: Json, held: impl IntoIterator<Item = &'h str>) -> Problem {
    const NAMED: usize = 20;
    let [place, path] = at;
    let problem = Problem::warning(&ARCHITECTURE_FIELD_IGNORED, path).fact(Fact::at(place, says));
    problem.fact(Fact::named("capability", held.into_iter().take(NAMED).collect::<Json>()))
}

/// Returns a warning for each contradicting legacy field of these machine types and versions. `at` is the place and the
/// path of the profile's `spec`.
pub(crate) fn fields_ignored(
    spec: &ProfileSpec<'_>,
    catalog: &Catalog<'_>,
    at: &[Pointer; 2],
    (machines, versions): (impl Iterator<Item = usize>, impl Iterator<Item = usize>),
    edition: Edition,
) -> Vec<Problem> {
    const NAMED: usize = 20;
    if !architectures::capability_precedes(edition) {
        return Vec::new();
    }
    let overruling = Overruling::by(&spec.machine_capabilities);
    let (mut problems, mut more) = (Vec::new(), 0_usize);
    for index in machines {
        let Some(machine) = spec.machine_types.get(index) else { continue };
        let Some(held) = overruling.instead_of_type(machine) else { continue };
        if problems.len() == NAMED {
            more += 1;
            continue;
        }
        let below = Pointer::to("machineTypes").index(index).key("architecture");
        let says = machine.architecture.map_or(Json::Null, Json::from);
        problems.push(field_ignored(at.clone().map(|at| at.join(&below)), says, held.iter().copied()));
    }
    for number in versions {
        let Some(version) = catalog.version_of(spec, number).filter(|version| overruling.overrules(version)) else {
            continue;
        };
        if problems.len() == NAMED {
            more += 1;
            continue;
        }
        let at = at.clone().map(|at| catalog.place(number, &at).key("architectures"));
        problems.push(field_ignored(
            at,
            version.architectures.iter().copied().collect(),
            overruling.held(version).iter(),
        ));
    }
    problems.extend(and_more(more, &at[1]));
    problems
}
