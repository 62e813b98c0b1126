//! Names of capabilities and values that nothing defines (section 15): the answer stays as it is, with a warning.

use super::query::FitQuery;
use crate::policy::images::capabilities::ByName;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, KNOWN};
use crate::policy::images::reasons::{CAPABILITY_NOT_DEFINED, CAPABILITY_VALUE_NOT_DEFINED, MORE_NOT_DEFINED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The undefined names of the machine types and versions that a question looks at.
pub(super) fn undefined_names(query: &FitQuery<'_, '_>, machines: &[usize], versions: &[usize]) -> Vec<Problem> {
    let (catalog, spec) = (query.catalog(), query.spec());
    if !catalog.has_undefined() {
        return Vec::new();
    }
    let mut undefined = Undefined {
        at: [query.offer.spec_place(), query.offer.spec_path()],
        defined: ByName::new(&spec.machine_capabilities),
        problems: Vec::new(),
        more: 0,
    };
    for index in machines {
        if let Some(machine) = spec.machine_types.get(*index) {
            let below = Pointer::to("machineTypes").index(*index).key("capabilities");
            undefined.look_at(&machine.capabilities, &below);
        }
    }
    for version in versions {
        let Some(entry) = catalog.version_of(spec, *version) else { continue };
        let list = catalog.place(*version, &Pointer::default()).key("capabilityFlavors");
        for (index, flavor) in entry.flavors() {
            undefined.look_at(flavor, &list.clone().index(index));
        }
    }
    undefined.problems()
}

struct Undefined<'a> {
    /// Where the profile's `spec` is, in facts and in the request.
    at: [Pointer; 2],
    defined: ByName<'a>,
    problems: Vec<Problem>,
    more: usize,
}

impl Undefined<'_> {
    fn look_at(&mut self, capabilities: &Capabilities<'_>, below: &Pointer) {
        for (name, values) in capabilities {
            let place = below.clone().key(name);
            let is_defined = |value: &&str| self.defined.has(name, value);
            match self.defined.get(name) {
                None => self.warn(name, None, values.iter().copied().collect(), &place),
                Some(_) if values.iter().all(is_defined) => {}
                Some(_) => {
                    let undefined = values.iter().enumerate().filter(|(_, value)| !is_defined(value));
                    for (index, value) in undefined.collect::<Vec<_>>() {
                        self.warn(value, Some(name), (*value).into(), &place.clone().index(index));
                    }
                }
            }
        }
    }

    /// Warns of a capability, or of a value of one; `there` is what stands there.
    fn warn(&mut self, word: &str, capability: Option<&str>, there: Json, below: &Pointer) {
        const LISTED: usize = 20;
        if self.problems.len() == LISTED {
            self.more += 1;
            return;
        }
        let [place, path] = self.at.clone().map(|at| at.join(below));
        let code = if capability.is_some() { &CAPABILITY_VALUE_NOT_DEFINED } else { &CAPABILITY_NOT_DEFINED };
        let problem = Problem::warning(code, path).fact(Fact::at(place, there));
        self.problems.push(match capability {
            None => {
                problem.fact(Fact::named("name", word)).nearest_to(word, self.defined.places().map(|(name, _)| name))
            }
            Some(name) => {
                let problem = problem.fact(Fact::named("capability", name));
                // One architecture is no misspelling of another.
                let known = self.defined.get(name).filter(|_| !is_architecture(name, word));
                problem.nearest_to(word, known.into_iter().flat_map(|values| values.iter()))
            }
        });
    }

    fn problems(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let [_, path] = self.at;
            self.problems.push(Problem::warning(&MORE_NOT_DEFINED, path).fact(Fact::named("count", self.more)));
        }
        self.problems
    }
}

/// Whether a value is an architecture that exists, defined or not.
pub(super) fn is_architecture(capability: &str, value: &str) -> bool {
    capability == ARCHITECTURE && KNOWN.contains(&value)
}
