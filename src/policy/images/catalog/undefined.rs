//! Names of capabilities and values that are not defined (section 15). They leave the answer as it is and add a
//! warning.

use super::compiled::Catalog;
use super::doubtful_types::parents_types_of_usual_architecture;
use super::offer::Offer;
use crate::base::{nearest, sort};
use crate::policy::images::capabilities::ByName;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, KNOWN, ProfileSpec, Worker};
use crate::policy::images::reasons::{CAPABILITY_NOT_DEFINED, CAPABILITY_VALUE_NOT_DEFINED, and_more};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// Collects the names that maps of capabilities use but definitions lack, with a warning at each occurrence.
pub(crate) struct Undefined<'a> {
    /// The place and the path of the maps.
    at: [Pointer; 2],
    defined: ByName<'a>,
    problems: Vec<Problem>,
    /// The nearest defined name for each reported one, by capability (if it is a value) and name.
    nearest: Vec<(Option<&'a str>, &'a str, Option<&'a str>)>,
    more: usize,
    /// Whether an empty value may have been `null`, which is not reported.
    reads_null: bool,
}

impl<'a> Undefined<'a> {
    /// Starts without any maps. `at` is the place and the path of the maps.
    pub fn beside(definitions: &[Definition<'a>], at: [Pointer; 2]) -> Self {
        Self {
            at,
            defined: ByName::new(definitions),
            problems: Vec::new(),
            nearest: Vec::new(),
            more: 0,
            reads_null: false,
        }
    }

    /// Ignores empty values, for maps in whose lists `null` was read as an empty value, as Go does.
    pub fn reading_null(self) -> Self {
        Self { reads_null: true, ..self }
    }

    /// Checks a machine type of a profile.
    pub fn look_at_machine(&mut self, spec: &ProfileSpec<'a>, index: usize) {
        const LIST: &str = "machineTypes";
        if let Some(machine) = spec.machine_types.get(index) {
            self.look_at(&machine.capabilities, &Pointer::to(LIST).index(index).key("capabilities"));
        }
    }

    /// Checks the flavors of an image version of a profile.
    pub fn look_at_version(&mut self, spec: &ProfileSpec<'a>, catalog: &Catalog<'a>, version: usize) {
        const LIST: &str = "capabilityFlavors";
        let Some(entry) = catalog.version_of(spec, version) else { return };
        let list = catalog.place(version, &Pointer::default()).key(LIST);
        for (index, flavor) in entry.flavors() {
            self.look_at(flavor, &list.clone().index(index));
        }
    }

    /// Checks a map of capabilities. `below` is its path below `at`.
    pub fn look_at(&mut self, capabilities: &Capabilities<'a>, below: &Pointer) {
        for (name, values) in capabilities {
            let place = || below.clone().key(name);
            if self.defined.get(name).is_none() {
                self.warn(None, name, || (values.iter().copied().collect(), place()));
                continue;
            }
            for (index, value) in values.iter().enumerate() {
                let was_null = self.reads_null && value.is_empty();
                if !was_null && !self.defined.has(name, value) {
                    self.warn(Some(name), value, || ((*value).into(), place().index(index)));
                }
            }
        }
    }

    /// Warns about a name, or about a value of a capability. `there` returns the offending JSON and its path.
    fn warn(&mut self, capability: Option<&'a str>, word: &'a str, there: impl FnOnce() -> (Json, Pointer)) {
        /// Nobody reads more, and looking for names near to each of many takes time.
        const LISTED: usize = 64;
        if self.problems.len() == LISTED {
            self.more += 1;
            return;
        }
        let (there, below) = there();
        let [place, path] = self.at.clone().map(|at| at.join(&below));
        let code = if capability.is_some() { &CAPABILITY_VALUE_NOT_DEFINED } else { &CAPABILITY_NOT_DEFINED };
        let of = capability.map_or_else(|| Fact::named("name", word), |name| Fact::named("capability", name));
        let near = self.nearest(capability, word);
        let problem = Problem::warning(code, path).fact(Fact::at(place, there)).fact(of);
        self.problems.push(match near {
            Some(near) => problem.fact(Fact::named("nearest", near)),
            None => problem,
        });
    }

    /// Returns the defined name nearest to a word. Each word is looked up once.
    fn nearest(&mut self, capability: Option<&'a str>, word: &'a str) -> Option<&'a str> {
        let known = self.nearest.iter().find(|(of, known, _)| (*of, *known) == (capability, word));
        if let Some((.., near)) = known {
            return *near;
        }
        let near: Vec<&str> = match capability {
            None => self.defined.places().map(|(name, _)| name).collect(),
            // A known architecture is not a misspelling of another.
            Some(name) if is_architecture(name, word) => Vec::new(),
            Some(name) => self.defined.get(name).into_iter().flat_map(|values| values.iter()).collect(),
        };
        let near = nearest(word, near);
        self.nearest.push((capability, word, near));
        near
    }

    /// Returns the warnings.
    pub fn problems(mut self) -> Vec<Problem> {
        self.problems.extend(and_more(self.more, &self.at[1]));
        self.problems
    }
}

/// Returns warnings about undefined names in all machine types and image versions of a profile. `at` is the place and
/// the path of its `spec`.
pub(crate) fn undefined_names<'a>(spec: &ProfileSpec<'a>, catalog: &Catalog<'a>, at: [Pointer; 2]) -> Vec<Problem> {
    undefined_among((spec, catalog), at, 0..spec.machine_types.len(), 0..catalog.versions().len())
}

/// Returns warnings about undefined names in all machine types and image versions of a question's profile.
pub(crate) fn undefined_of_all(offer: &Doc<'_, Offer<'_>>) -> Vec<Problem> {
    undefined_names(offer.spec(), &offer.catalog, [offer.spec_place(), offer.spec_path()])
}

/// Returns warnings about undefined names, and about architectures that were filled in, for the machine types of pools
/// and the versions of their images. If a pool names no image of the profile, all versions are checked.
pub(crate) fn doubtful_of_pools<'w, 'a: 'w>(
    offer: &Doc<'_, Offer<'_>>,
    pools: impl Iterator<Item = &'w Worker<'a>> + Clone,
) -> Vec<Problem> {
    let catalog = &offer.catalog;
    // A fast path for the usual case, which occurs many times a second.
    if !catalog.has_undefined() && !offer.has_types_of_usual_architecture() {
        return Vec::new();
    }
    let machines = pools.clone().filter_map(|worker| catalog.machine_named(worker.machine_type()));
    let at = [offer.spec_place(), offer.spec_path()];
    let mut doubtful = parents_types_of_usual_architecture(offer, &at, sort::set(machines.clone()).into_iter());
    if !catalog.has_undefined() {
        return doubtful;
    }
    let versions = pools.flat_map(|worker| match worker.image().and_then(|image| offer.image_named(image.name())) {
        Some(image) => catalog.versions_of(image),
        None => 0..catalog.versions().len(),
    });
    doubtful.extend(undefined_of(offer, sort::set(machines), sort::set(versions)));
    doubtful
}

/// Returns warnings about undefined names in the given machine types and image versions.
pub(crate) fn undefined_of(
    offer: &Doc<'_, Offer<'_>>,
    machines: impl IntoIterator<Item = usize>,
    versions: impl IntoIterator<Item = usize>,
) -> Vec<Problem> {
    let at = [offer.spec_place(), offer.spec_path()];
    undefined_among((offer.spec(), &offer.catalog), at, machines, versions)
}

fn undefined_among<'a>(
    (spec, catalog): (&ProfileSpec<'a>, &Catalog<'a>),
    at: [Pointer; 2],
    machines: impl IntoIterator<Item = usize>,
    versions: impl IntoIterator<Item = usize>,
) -> Vec<Problem> {
    if !catalog.has_undefined() {
        return Vec::new();
    }
    let mut undefined = Undefined::beside(&spec.machine_capabilities, at);
    machines.into_iter().for_each(|index| undefined.look_at_machine(spec, index));
    versions.into_iter().for_each(|version| undefined.look_at_version(spec, catalog, version));
    undefined.problems()
}

/// Whether a value is an architecture known to Gardener, defined or not.
pub(crate) fn is_architecture(capability: &str, value: &str) -> bool {
    capability == ARCHITECTURE && KNOWN.contains(&value)
}
