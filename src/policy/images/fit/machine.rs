//! A machine type matched with the image versions of a profile.

use std::borrow::Cow;

use super::cure::{Cure, Flavor, Patient};
use super::query::{FitQuery, unknown};
use crate::base::Interner;
use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{Capabilities, MachineType};
use crate::policy::images::reasons::{MACHINE_TYPE_NAMED_TWICE, MACHINE_TYPE_UNKNOWN};
use crate::policy::images::workers::{Filter, Summary};
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A machine type matched with the images of a profile.
pub(super) struct Fitting<'g, 'a> {
    pub query: &'g FitQuery<'g, 'a>,
    pub machine: &'g MachineType<'a>,
    /// Its place in the profile.
    pub index: usize,
    pub set: Set,
    /// Where it is named in `given`.
    pub named_at: Pointer,
    /// Its effective architecture, empty where it has none.
    pub architecture: &'a str,
    /// What it lacks whatever the image.
    pub lacking: Vec<Filter>,
}

/// What keeps a version apart from a machine type.
pub(super) struct Apart {
    /// How many capabilities keep its nearest flavor apart, and the first of them. `None`: a flavor fits, or there is
    /// none.
    nearest: Option<(usize, usize)>,
    /// What keeps it out besides its flavors.
    pub filters: Vec<Filter>,
}

impl Apart {
    /// Whether no flavor keeps the version apart.
    pub(super) fn flavor_fits(&self) -> bool {
        self.nearest.is_none()
    }

    /// Whether nothing does.
    pub(super) fn fits(&self) -> bool {
        self.flavor_fits() && self.filters.is_empty()
    }
}

impl<'g, 'a> Fitting<'g, 'a> {
    /// The machine type of that name; the first, where there are several.
    pub(super) fn of(query: &'g FitQuery<'g, 'a>, name: &str, named_at: Pointer) -> Result<Self, Undecided> {
        Self::named(query, name, named_at, defined_architectures(query))
    }

    /// The machine types of these names, which are those in `machineTypes`, each once.
    pub(super) fn of_each(query: &'g FitQuery<'g, 'a>, names: &[&str]) -> Result<Vec<Self>, Undecided> {
        let architectures = defined_architectures(query);
        let mut before = Interner::default();
        let mut fittings = Vec::with_capacity(names.len());
        for (index, name) in names.iter().copied().enumerate() {
            let place = Pointer::to("machineTypes").index(index);
            if !before.is_new(name) {
                return Err(named_twice(name, place));
            }
            fittings.push(Self::named(query, name, place, architectures)?);
        }
        Ok(fittings)
    }

    /// All machine types of the profile.
    pub(super) fn of_all(query: &'g FitQuery<'g, 'a>) -> Vec<Self> {
        let architectures = defined_architectures(query);
        let place = |index| query.offer.spec_place().key("machineTypes").index(index).key("name");
        let types = query.spec().machine_types.iter().enumerate();
        types.map(|(index, machine)| Self::new(query, index, machine, place(index), architectures)).collect()
    }

    fn named(
        query: &'g FitQuery<'g, 'a>,
        name: &str,
        named_at: Pointer,
        architectures: Option<&'g [&'a str]>,
    ) -> Result<Self, Undecided> {
        let types = &query.spec().machine_types;
        let place = query.catalog().machine_named(name);
        match place.and_then(|place| Some((place, types.get(place)?))) {
            Some((index, machine)) => Ok(Self::new(query, index, machine, named_at, architectures)),
            None => Err(unknown(&MACHINE_TYPE_UNKNOWN, name, named_at, types.iter().map(MachineType::name))),
        }
    }

    fn new(
        query: &'g FitQuery<'g, 'a>,
        index: usize,
        machine: &'g MachineType<'a>,
        named_at: Pointer,
        architectures: Option<&'g [&'a str]>,
    ) -> Self {
        let set = query.catalog().machine_set(index, machine, query.asked.edition);
        let available = query.available.as_ref().is_none_or(|available| available.has(machine.name()));
        let architecture = architectures::effective(machine, architectures);
        let lacking = query.wanted.machine.lacking(machine, architecture);
        let lacking = (!available).then_some(Filter::Region).into_iter().chain(lacking).collect();
        Self { query, machine, index, set, named_at, architecture, lacking }
    }

    /// What keeps a version apart, looked at once for all that is said of it.
    pub(super) fn apart(&self, version: usize) -> Apart {
        let nearest = self.nearest_mismatches(version);
        Apart { nearest, filters: self.filters_of(version, nearest.is_none()).collect() }
    }

    fn filters_of(&self, version: usize, fits: bool) -> impl Iterator<Item = Filter> {
        self.lacking.iter().copied().chain(self.unmet(version, fits))
    }

    /// What the workers need and a version does not have. The architecture that the machine type has too is a matter of
    /// the flavors, unless one of them fits.
    pub(super) fn unmet(&self, version: usize, fits: bool) -> impl Iterator<Item = Filter> {
        let needs = &self.query.wanted.needs;
        let spec = self.query.spec();
        let edition = self.query.asked.edition;
        let asked = (!needs.is_empty()).then(|| self.query.catalog().version_of(spec, version)).flatten();
        let of_its_own = move |need: &Filter| {
            *need != Filter::WorkerArchitecture || needs.architecture != Some(self.architecture) || fits
        };
        asked
            .into_iter()
            .flat_map(move |entry| needs.unmet(entry, &spec.machine_capabilities, edition))
            .filter(of_its_own)
    }

    /// What a flavor of a version can, as the profile writes it.
    pub(super) fn flavor_capabilities(&self, version: usize, place: usize) -> Cow<'g, Capabilities<'a>> {
        self.query.catalog().flavor_capabilities(self.query.spec(), version, place)
    }

    /// What keeps a version apart: the first mismatch of the flavor that has the fewest, or what keeps it out besides
    /// its flavors. `None`: it fits.
    pub(super) fn cause(&self, version: usize) -> Option<&'a str> {
        self.distance(version).map(|(_, cause)| cause)
    }

    /// What keeps each of several versions apart.
    pub(super) fn causes(&self, versions: &[usize]) -> Vec<Option<&'a str>> {
        versions.iter().map(|version| self.cause(*version)).collect()
    }

    /// How many of several versions fit, and if none does, what keeps the nearest one apart.
    pub(super) fn taken_together(&self, versions: &[usize]) -> (usize, Option<&'a str>) {
        let mut fitting = 0;
        let mut nearest: Option<(usize, &'a str)> = None;
        for version in versions {
            match self.distance(*version) {
                None => fitting += 1,
                Some(apart) if nearest.is_none_or(|(fewest, _)| apart.0 < fewest) => nearest = Some(apart),
                Some(_) => {}
            }
        }
        let cause = nearest.map_or(Filter::Image.word(), |(_, cause)| cause);
        (fitting, (fitting == 0).then_some(cause))
    }

    /// How many capabilities keep the nearest flavor of a version apart, and the cause. `None`: the version fits.
    fn distance(&self, version: usize) -> Option<(usize, &'a str)> {
        match self.nearest_mismatches(version) {
            Some((count, capability)) => Some((count, self.space().name(capability))),
            None => self.filters_of(version, true).next().map(|filter| (0, filter.word())),
        }
    }

    /// How many of the versions fit, and what keeps the others apart.
    pub(super) fn summary(&self, versions: &[usize]) -> Summary<'a> {
        Summary::of(versions.iter().map(|version| self.cause(*version)))
    }

    /// The smallest change after which a version would fit, where it does not and a change of capabilities would do.
    pub(super) fn cure(&self, version: usize, apart: &Apart) -> Option<Cure<'a>> {
        // No change of a flavor lets in a version that is kept out for another reason.
        if apart.flavor_fits() || !apart.filters.is_empty() {
            return None;
        }
        let (query, catalog, edition) = (self.query, self.query.catalog(), self.query.asked.edition);
        let config = query.spec().provider_config.filter(|_| !query.offer.is_merged());
        let field = self.machine.architecture.filter(|field| !field.is_empty());
        let machine = catalog.machine(self.machine, edition);
        let patient = Patient {
            space: self.space(),
            machine: &machine,
            written: &self.machine.capabilities,
            set: &self.set,
            implied: catalog.is_implied(),
            mapped: config.is_some_and(|config| config.get("machineImages").is_some()),
            field: field.filter(|_| !architectures::capability_precedes(edition)),
        };
        let flavors: Vec<_> = catalog.flavors(version).collect();
        let flavors: Vec<_> =
            flavors.iter().map(|(place, set)| (place, set, self.flavor_capabilities(version, *place))).collect();
        let flavors: Vec<Flavor<'_, 'a>> =
            flavors.iter().map(|(place, set, own)| (**place, set.as_ref(), own.as_ref())).collect();
        patient.cure(&flavors).map(|cure| self.patched(version, cure))
    }

    /// How many capabilities keep the nearest flavor of a version apart, and the first of them. `None`: if a flavor
    /// fits, or there is none.
    fn nearest_mismatches(&self, version: usize) -> Option<(usize, usize)> {
        let catalog = self.query.catalog();
        if catalog.fits_everything(self.query.asked.edition) {
            return None;
        }
        catalog.nearest_mismatches(&self.set, version)
    }

    fn space(&self) -> &'g CapabilitySpace<'a> {
        self.query.catalog().space()
    }
}

/// The defined architectures, if any are.
fn defined_architectures<'g, 'a>(query: &'g FitQuery<'g, 'a>) -> Option<&'g [&'a str]> {
    architectures::where_defined(&query.spec().machine_capabilities)
}

/// A machine type that would be answered about again.
fn named_twice(name: &str, place: Pointer) -> Undecided {
    let path = Pointer::to("given").join(&place);
    Undecided::request(Problem::error(&MACHINE_TYPE_NAMED_TWICE, path).fact(Fact::at(place, name)))
}
