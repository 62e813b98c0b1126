//! The compiled images and machine types of a profile: names become numbers, values become bits, versions and dates are
//! parsed.

use std::borrow::Cow;
use std::ops::Range;

use super::architectures;
use super::older_fields::{
    architecture_of, architectures_in, architectures_of, legacy_architectures, with_architecture,
};
use crate::base::masterminds::Version;
use crate::base::{Edition, Index};
use crate::policy::images::capabilities::{CapabilitySpace, Set, Word};
use crate::policy::images::divergences::{
    ARCHITECTURE_WITHOUT_DEFINITIONS, LEGACY_ARCHITECTURE_COUNTS, POOL_ARCHITECTURE_COUNTS,
};
use crate::policy::images::documents::{
    ARCHITECTURE, Capabilities, Definition, ImageVersion, MachineType, ProfileSpec,
};
use crate::policy::images::versions::Lifecycle;
use crate::wire::{Ordered, Pointer};

/// A profile whose images and machine types can be matched without comparing text.
#[derive(Debug)]
pub struct Catalog<'a> {
    space: CapabilitySpace<'a>,
    /// Whether the profile defines no capabilities, so that the space has only the architectures of the legacy fields.
    implied: bool,
    several_architectures: bool,
    versions: Vec<Entry<'a>>,
    /// The index of each version's first flavor, followed by the number of all flavors.
    starts: Vec<u32>,
    /// The index of each flavor in its version's list.
    places: Vec<u32>,
    flavors: Flavors,
    machines: Vec<Set>,
    /// The names of the machine types, with their indexes in the profile.
    machine_names: Index<'a>,
}

/// A version of an image.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The index of the version's image.
    pub image: usize,
    /// The index of the version in its image.
    pub version: usize,
    /// The parsed version, if it can be parsed.
    pub parsed: Option<Version<'a>>,
    /// The classification of the version over time.
    pub lifecycle: Lifecycle,
}

/// The flavors of all versions, in order.
#[derive(Debug)]
enum Flavors {
    Words(Vec<u64>),
    Sets(Vec<Set>),
}

impl<'a> Catalog<'a> {
    /// Compiles the images and machine types of a profile.
    pub fn new(spec: &ProfileSpec<'a>) -> Self {
        let implied = spec.machine_capabilities.is_empty();
        let versions: Vec<(usize, usize, &ImageVersion<'a>)> = spec
            .machine_images
            .iter()
            .enumerate()
            .flat_map(|(image, entry)| {
                entry.versions.iter().enumerate().map(move |(version, entry)| (image, version, entry))
            })
            .collect();
        let compiled =
            if implied { Self::without_definitions(spec, &versions) } else { Self::with_definitions(spec, &versions) };
        let entries = versions.iter().map(|(image, version, entry)| Entry {
            image: *image,
            version: *version,
            parsed: Version::parse(entry.version()),
            lifecycle: Lifecycle::of(*entry),
        });
        let several_architectures = architectures::are_several(architectures::defined(&spec.machine_capabilities));
        let machine_names = spec.machine_types.iter().map(MachineType::name).collect();
        Self { implied, several_architectures, versions: entries.collect(), machine_names, ..compiled }
    }

    fn with_definitions(spec: &ProfileSpec<'a>, versions: &[(usize, usize, &ImageVersion<'a>)]) -> Self {
        let flavors = || versions.iter().flat_map(|(.., entry)| entry.flavors().map(|(_, flavor)| flavor));
        let named = flavors().chain(spec.machine_types.iter().map(|machine| &machine.capabilities));
        let legacy = legacy_architectures(spec);
        let space = CapabilitySpace::new(&spec.machine_capabilities, named.chain(&legacy));
        let machines = spec.machine_types.iter().map(|machine| space.set(&machine.capabilities)).collect();
        let counts = versions.iter().map(|(.., entry)| entry.flavors().count());
        let places = versions.iter().flat_map(|(.., entry)| entry.flavors().map(|(place, _)| place as u32)).collect();
        Self {
            starts: starts(counts),
            places,
            flavors: Flavors::new(&space, flavors()),
            machines,
            ..Self::empty(space)
        }
    }

    /// Compiles each version as one flavor with the architectures of its legacy field.
    fn without_definitions(spec: &ProfileSpec<'a>, versions: &[(usize, usize, &ImageVersion<'a>)]) -> Self {
        let flavors: Vec<Capabilities<'a>> = versions.iter().map(|(.., entry)| architectures_of(entry)).collect();
        let machines: Vec<Capabilities<'a>> = spec.machine_types.iter().map(architecture_of).collect();
        let definitions = [Definition { name: Some(ARCHITECTURE), values: vec!["amd64", "arm64"] }];
        let space = CapabilitySpace::new(&definitions, flavors.iter().chain(&machines));
        let sets = machines.iter().map(|machine| space.set(machine)).collect();
        let counts = versions.iter().map(|_| 1);
        Self {
            starts: starts(counts),
            places: vec![0; versions.len()],
            flavors: Flavors::new(&space, flavors.iter()),
            machines: sets,
            ..Self::empty(space)
        }
    }

    fn empty(space: CapabilitySpace<'a>) -> Self {
        Self {
            space,
            implied: false,
            several_architectures: false,
            versions: Vec::new(),
            starts: Vec::new(),
            places: Vec::new(),
            flavors: Flavors::Words(Vec::new()),
            machines: Vec::new(),
            machine_names: Index::default(),
        }
    }

    /// The capabilities and their values.
    pub fn space(&self) -> &CapabilitySpace<'a> {
        &self.space
    }

    /// Whether the profile defines no capabilities.
    pub fn is_implied(&self) -> bool {
        self.implied
    }

    /// Whether a machine type or a flavor may name something that is not defined.
    pub fn has_undefined(&self) -> bool {
        self.implied || self.space.has_undefined()
    }

    /// All versions of all images, in document order.
    pub fn versions(&self) -> &[Entry<'a>] {
        &self.versions
    }

    /// The place of a version in a profile whose `spec` is at `spec`.
    pub fn place(&self, version: usize, spec: &Pointer) -> Pointer {
        let (image, number) = self.versions.get(version).map_or((0, 0), |entry| (entry.image, entry.version));
        spec.clone().key("machineImages").index(image).key("versions").index(number)
    }

    /// The indexes, among all versions, of the versions of one image.
    pub fn versions_of(&self, image: usize) -> Range<usize> {
        let before = |image: usize| self.versions.partition_point(|entry| entry.image < image);
        before(image)..before(image + 1)
    }

    /// Whether every version fits every machine type, because nothing is defined that could differ.
    pub fn fits_everything(&self, edition: Edition) -> bool {
        self.implied && !edition.applies(&ARCHITECTURE_WITHOUT_DEFINITIONS)
    }

    /// The index of the first machine type with this name.
    pub fn machine_named(&self, name: &str) -> Option<usize> {
        self.machine_names.find(name)
    }

    /// The indexes of all machine types with this name.
    pub(crate) fn machines_named(&self, name: &str) -> impl Iterator<Item = usize> + use<'_, 'a> {
        self.machine_names.places(name)
    }

    /// The machine types whose name an earlier one already has, with their indexes.
    pub fn repeated_machines(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.machine_names.repeated()
    }

    /// The capabilities of a machine type in an edition. If several architectures are defined and the capability is
    /// missing, the design edition reads the legacy field.
    pub fn machine<'c>(&self, machine: &'c MachineType<'a>, edition: Edition) -> Cow<'c, Capabilities<'a>> {
        if self.implied {
            return Cow::Owned(architecture_of(machine));
        }
        effective_capabilities(machine, self.several_architectures, edition)
    }

    /// The architecture that a machine type takes from its pool, if it names none while several are defined.
    pub fn of_pool<'p>(&self, machine: &MachineType<'a>, pool: Option<&'p str>, edition: Edition) -> Option<&'p str> {
        let open = !self.implied && self.several_architectures && edition.applies(&POOL_ARCHITECTURE_COUNTS);
        pool.filter(|_| open && self.machine(machine, edition).get(ARCHITECTURE).is_none())
    }

    /// The capabilities of a machine type in a pool with the given architecture, as a set.
    pub fn pooled_set(&self, place: usize, machine: &MachineType<'a>, pool: Option<&'a str>, edition: Edition) -> Set {
        match self.of_pool(machine, pool, edition) {
            None => self.machine_set(place, machine, edition),
            Some(architecture) => self.space.set(&with_architecture(machine, architecture)),
        }
    }

    /// The capabilities of a machine type of the profile, as a set.
    pub fn machine_set(&self, place: usize, machine: &MachineType<'a>, edition: Edition) -> Set {
        match self.machine(machine, edition) {
            Cow::Owned(capabilities) => self.space.set(&capabilities),
            Cow::Borrowed(capabilities) => {
                self.machines.get(place).cloned().unwrap_or_else(|| self.space.set(capabilities))
            }
        }
    }

    /// A version as written in the document.
    pub fn version_of<'s>(&self, spec: &'s ProfileSpec<'a>, version: usize) -> Option<&'s ImageVersion<'a>> {
        let entry = self.versions.get(version)?;
        spec.machine_images.get(entry.image)?.versions.get(entry.version)
    }

    /// The capabilities of a version's flavor, as written in the document.
    pub fn flavor_capabilities<'s>(
        &self,
        spec: &'s ProfileSpec<'a>,
        version: usize,
        place: usize,
    ) -> Cow<'s, Capabilities<'a>> {
        let Some(entry) = self.version_of(spec, version) else { return Cow::Owned(Ordered::default()) };
        if self.implied {
            return Cow::Owned(architectures_of(entry));
        }
        let flavor = entry.capability_flavors.get(place);
        flavor.map_or_else(|| Cow::Owned(Ordered::default()), Cow::Borrowed)
    }

    /// The values that a version's flavor has for a capability: those written in the document, or else all defined
    /// ones.
    pub fn flavor_values<'s>(
        &'s self,
        spec: &'s ProfileSpec<'a>,
        version: usize,
        place: usize,
        capability: usize,
    ) -> &'s [&'s str] {
        let entry = self.version_of(spec, version);
        if self.implied {
            return entry.map_or(&[], architectures_in);
        }
        let flavor = entry.and_then(|entry| entry.capability_flavors.get(place));
        flavor.map_or_else(|| self.space.defined(capability), |flavor| self.space.effective(flavor, capability))
    }

    /// The indexes, among all flavors, of a version's flavors.
    fn range(&self, version: usize) -> Range<usize> {
        let start = |version: usize| self.starts.get(version).map_or(0, |start| *start as usize);
        start(version)..start(version + 1)
    }

    /// The number of flavors of all versions.
    pub fn flavor_count(&self) -> usize {
        self.places.len()
    }

    /// The flavors of a version, each with its index in the version's list.
    pub fn flavors(&self, version: usize) -> impl Iterator<Item = (usize, Cow<'_, Set>)> {
        self.range(version).filter_map(|flavor| {
            let set = match &self.flavors {
                Flavors::Words(words) => Cow::Owned(Set::Word(*words.get(flavor)?)),
                Flavors::Sets(sets) => Cow::Borrowed(sets.get(flavor)?),
            };
            Some((*self.places.get(flavor)? as usize, set))
        })
    }

    /// Whether a flavor of a version fits a machine, or the version has no flavors.
    pub fn runs(&self, machine: &Set, version: usize) -> bool {
        let mut flavors = self.flavors(version).peekable();
        flavors.peek().is_none() || flavors.any(|(_, flavor)| self.space.fits(machine, &flavor))
    }

    /// Calls `found` with each version, in order, and whether it fits the machine. Compares no text.
    pub fn each_fit(&self, machine: &Set, mut found: impl FnMut(usize, bool)) {
        let ranges = self.starts.windows(2).enumerate();
        match (&self.flavors, machine, self.space.word()) {
            (Flavors::Words(words), Set::Word(machine), Some(word)) => {
                for (version, range) in ranges {
                    let flavors = slice(words, range);
                    found(version, flavors.is_empty() || any_meets(word, *machine, flavors));
                }
            }
            (Flavors::Sets(sets), ..) => {
                for (version, range) in ranges {
                    let flavors = slice(sets, range);
                    let fits = |flavor: &Set| self.space.fits(machine, flavor);
                    found(version, flavors.is_empty() || flavors.iter().any(fits));
                }
            }
            // The machine's set belongs to this space, so it has the same representation.
            _ => {}
        }
    }

    /// The number of capabilities that separate a machine from the nearest flavor of a version, and the first of them.
    /// `None`: a flavor fits, or the version has none.
    pub fn nearest_mismatches(&self, machine: &Set, version: usize) -> Option<(usize, usize)> {
        let mut nearest: Option<(usize, usize)> = None;
        for (_, flavor) in self.flavors(version) {
            let mut apart = self.space.mismatches(machine, &flavor);
            let first = apart.next()?;
            let count = 1 + apart.count();
            if nearest.is_none_or(|(fewest, _)| count < fewest) {
                nearest = Some((count, first));
            }
        }
        nearest
    }

    /// The indexes, among all versions, of those that fit the machine.
    pub fn fitting(&self, machine: &Set) -> Vec<u32> {
        // Usually most versions fit, and growing the list step by step would cost more than matching.
        let mut fitting = Vec::with_capacity(self.versions().len());
        self.each_fit(machine, |version, fits| {
            if fits {
                fitting.push(version as u32);
            }
        });
        fitting
    }
}

fn any_meets(word: &Word, machine: u64, flavors: &[u64]) -> bool {
    flavors.iter().any(|flavor| word.all_meet(machine & flavor))
}

fn slice<'s, T>(all: &'s [T], range: &[u32]) -> &'s [T] {
    match range {
        [start, end] => all.get(*start as usize..*end as usize).unwrap_or_default(),
        _ => &[],
    }
}

impl Flavors {
    fn new<'c, 'a: 'c>(space: &CapabilitySpace<'a>, flavors: impl Iterator<Item = &'c Capabilities<'a>>) -> Self {
        if space.word().is_none() {
            return Self::Sets(flavors.map(|flavor| space.set(flavor)).collect());
        }
        let words = flavors.map(|flavor| match space.set(flavor) {
            Set::Word(word) => word,
            Set::Sparse(_) => 0,
        });
        Self::Words(words.collect())
    }
}

fn starts(counts: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut total = 0;
    let mut starts = vec![0];
    for count in counts {
        total += count as u32;
        starts.push(total);
    }
    starts
}

/// The capabilities of a machine type, with the legacy field in place of a missing architecture where it counts.
pub(crate) fn effective_capabilities<'c, 'a>(
    machine: &'c MachineType<'a>,
    several_architectures: bool,
    edition: Edition,
) -> Cow<'c, Capabilities<'a>> {
    let legacy = machine.architecture.filter(|architecture| !architecture.is_empty());
    let counts = several_architectures
        && machine.capabilities.get(ARCHITECTURE).is_none()
        && edition.applies(&LEGACY_ARCHITECTURE_COUNTS);
    match legacy.filter(|_| counts) {
        None => Cow::Borrowed(&machine.capabilities),
        Some(architecture) => Cow::Owned(with_architecture(machine, architecture)),
    }
}
