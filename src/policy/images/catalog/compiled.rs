//! The images and machine types of a profile, compiled: names to numbers, values to bits, versions and dates read.

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

/// A profile whose images and types can be matched without looking at a single text.
#[derive(Debug)]
pub struct Catalog<'a> {
    space: CapabilitySpace<'a>,
    /// The profile defines no capabilities, so the space is that of the architectures in the older fields.
    implied: bool,
    several_architectures: bool,
    versions: Vec<Entry<'a>>,
    /// Where the flavors of each version begin; one more than there are versions.
    starts: Vec<u32>,
    /// The place of each flavor in its version's list.
    places: Vec<u32>,
    flavors: Flavors,
    machines: Vec<Set>,
    /// The names of the machine types, each with its place in the profile.
    machine_names: Index<'a>,
}

/// One version of one image.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The place of its image.
    pub image: usize,
    /// Its place among the versions of the image.
    pub version: usize,
    /// What it says, if it is a version.
    pub parsed: Option<Version<'a>>,
    /// What it is when.
    pub lifecycle: Lifecycle,
}

/// The flavors of all versions, one after another.
#[derive(Debug)]
enum Flavors {
    Words(Vec<u64>),
    Sets(Vec<Set>),
}

impl<'a> Catalog<'a> {
    /// Compiles what a profile offers.
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

    /// Each version as one flavor with the architectures of its older field.
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

    /// Whether a machine type or a flavor may name what is not defined.
    pub fn has_undefined(&self) -> bool {
        self.implied || self.space.has_undefined()
    }

    /// All versions of all images in the order of the document.
    pub fn versions(&self) -> &[Entry<'a>] {
        &self.versions
    }

    /// The place of a version in a profile that is at `spec`.
    pub fn place(&self, version: usize, spec: &Pointer) -> Pointer {
        let (image, number) = self.versions.get(version).map_or((0, 0), |entry| (entry.image, entry.version));
        spec.clone().key("machineImages").index(image).key("versions").index(number)
    }

    /// The places, among all versions, of those of one image.
    pub fn versions_of(&self, image: usize) -> Range<usize> {
        let before = |image: usize| self.versions.partition_point(|entry| entry.image < image);
        before(image)..before(image + 1)
    }

    /// Whether everything fits everything, because nothing is defined that could keep it apart.
    pub fn fits_everything(&self, edition: Edition) -> bool {
        self.implied && !edition.applies(&ARCHITECTURE_WITHOUT_DEFINITIONS)
    }

    /// The place of the first machine type of that name.
    pub fn machine_named(&self, name: &str) -> Option<usize> {
        self.machine_names.find(name)
    }

    /// The places of all machine types of that name.
    pub(crate) fn machines_named(&self, name: &str) -> impl Iterator<Item = usize> + use<'_, 'a> {
        self.machine_names.places(name)
    }

    /// The machine types whose name an earlier one has, by their places.
    pub fn repeated_machines(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.machine_names.repeated()
    }

    /// What a machine type can, as an edition reads it: with several architectures defined, the design's reads the older
    /// field where the capability is not there.
    pub fn machine<'c>(&self, machine: &'c MachineType<'a>, edition: Edition) -> Cow<'c, Capabilities<'a>> {
        if self.implied {
            return Cow::Owned(architecture_of(machine));
        }
        effective_capabilities(machine, self.several_architectures, edition)
    }

    /// The architecture that a machine type of the profile has from its pool, because it names none where several are
    /// defined.
    pub fn of_pool<'p>(&self, machine: &MachineType<'a>, pool: Option<&'p str>, edition: Edition) -> Option<&'p str> {
        let open = !self.implied && self.several_architectures && edition.applies(&POOL_ARCHITECTURE_COUNTS);
        pool.filter(|_| open && self.machine(machine, edition).get(ARCHITECTURE).is_none())
    }

    /// The bits of a machine type of the profile in a pool of that architecture.
    pub fn pooled_set(&self, place: usize, machine: &MachineType<'a>, pool: Option<&'a str>, edition: Edition) -> Set {
        match self.of_pool(machine, pool, edition) {
            None => self.machine_set(place, machine, edition),
            Some(architecture) => self.space.set(&with_architecture(machine, architecture)),
        }
    }

    /// The bits of a machine type of the profile.
    pub fn machine_set(&self, place: usize, machine: &MachineType<'a>, edition: Edition) -> Set {
        match self.machine(machine, edition) {
            Cow::Owned(capabilities) => self.space.set(&capabilities),
            Cow::Borrowed(capabilities) => {
                self.machines.get(place).cloned().unwrap_or_else(|| self.space.set(capabilities))
            }
        }
    }

    /// A version as the document has it.
    pub fn version_of<'s>(&self, spec: &'s ProfileSpec<'a>, version: usize) -> Option<&'s ImageVersion<'a>> {
        let entry = self.versions.get(version)?;
        spec.machine_images.get(entry.image)?.versions.get(entry.version)
    }

    /// What a flavor of a version can, as the document has it.
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

    /// The values of a capability that a flavor of a version has, as the document has them or else all that are defined.
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

    /// The places of a version's flavors among all.
    fn range(&self, version: usize) -> Range<usize> {
        let start = |version: usize| self.starts.get(version).map_or(0, |start| *start as usize);
        start(version)..start(version + 1)
    }

    /// How many flavors all versions have.
    pub fn flavor_count(&self) -> usize {
        self.places.len()
    }

    /// The flavors of a version, each with its place in the version's list.
    pub fn flavors(&self, version: usize) -> impl Iterator<Item = (usize, Cow<'_, Set>)> {
        self.range(version).filter_map(|flavor| {
            let set = match &self.flavors {
                Flavors::Words(words) => Cow::Owned(Set::Word(*words.get(flavor)?)),
                Flavors::Sets(sets) => Cow::Borrowed(sets.get(flavor)?),
            };
            Some((*self.places.get(flavor)? as usize, set))
        })
    }

    /// Whether a flavor of a version fits a machine, or it has none.
    pub fn runs(&self, machine: &Set, version: usize) -> bool {
        let mut flavors = self.flavors(version).peekable();
        flavors.peek().is_none() || flavors.any(|(_, flavor)| self.space.fits(machine, &flavor))
    }

    /// Calls back with each version, in order, and whether it fits the machine. No text is compared here.
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
            // The machine's bits are of this space, so they have its shape.
            _ => {}
        }
    }

    /// How many capabilities keep the nearest flavor of a version apart from a machine, and the first of them. `None`:
    /// a flavor fits, or there is none.
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

    /// The places, among all versions, of those that fit the machine.
    pub fn fitting(&self, machine: &Set) -> Vec<u32> {
        // Often most of them fit, and growing a list step by step costs more than matching.
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

/// The capabilities of a machine type, with the older field for an architecture that is not there.
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
