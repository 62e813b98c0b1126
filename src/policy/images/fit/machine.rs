//! Matches a machine type with the image versions of a profile.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::cure::{Cure, Flavor, Misspelt, Patient, misspelt};
use super::query::{FitQuery, unknown};
use crate::base::Interner;
use crate::policy::images::capabilities::{CapabilitySpace, Set};
use crate::policy::images::catalog::architectures;
use crate::policy::images::catalog::with_architecture;
use crate::policy::images::compare::Taken;
use crate::policy::images::documents::{Capabilities, MachineType};
use crate::policy::images::reasons::{MACHINE_TYPE_NAMED_TWICE, MACHINE_TYPE_UNKNOWN};
use crate::policy::images::versions::{Classification, Withheld};
use crate::policy::images::workers::{Filter, Standing, Summary};
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A machine type that is matched with the image versions of a profile.
pub(crate) struct Fitting<'g, 'a> {
    pub query: &'g FitQuery<'g, 'a>,
    pub machine: &'g MachineType<'a>,
    /// The index of the machine type in the profile.
    pub index: usize,
    pub set: Set,
    /// The capabilities of the machine type, with the architecture of its pool if the type names none.
    pub capabilities: Cow<'g, Capabilities<'a>>,
    /// The place in `given` that names the machine type.
    pub named_at: Pointer,
    /// The effective architecture; empty if the type has none.
    pub architecture: &'a str,
    /// The architecture of the pool, if a worker is asked about.
    pub pool: Option<&'a str>,
    /// What the machine type lacks whatever the image.
    pub lacking: Vec<Filter>,
    /// The misspelt values by capability, computed for the first cure.
    misspelt: OnceCell<Vec<Vec<Misspelt<'a>>>>,
}

/// What keeps a version from fitting a machine type.
pub(super) struct Apart {
    /// The number of mismatches of the nearest flavor, and the first of them. `None`: a flavor fits, or the version has
    /// none.
    nearest: Option<(usize, usize)>,
    /// What keeps the version out besides its flavors.
    pub filters: Vec<Filter>,
}

/// What keeps a version that fits from being offered.
#[derive(Clone, Copy)]
pub(super) enum Kept {
    /// The machine type is marked as not usable.
    Unusable,
    /// The version is withheld from everybody, or from those who do not name it.
    Withheld(Withheld),
}

impl Kept {
    /// The word for the cause, as answers have it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Unusable => Filter::Usable.word(),
            Self::Withheld(withheld) => withheld.word(),
        }
    }
}

impl Apart {
    /// Whether a flavor fits, or the version has none.
    pub(super) fn flavor_fits(&self) -> bool {
        self.nearest.is_none()
    }

    /// Whether nothing keeps the version from fitting.
    pub(super) fn fits(&self) -> bool {
        self.flavor_fits() && self.filters.is_empty()
    }
}

impl<'g, 'a> Fitting<'g, 'a> {
    /// Returns the first machine type of that name.
    pub(super) fn of(query: &'g FitQuery<'g, 'a>, name: &str, named_at: Pointer) -> Result<Self, Undecided> {
        Self::named(query, name, named_at, defined_architectures(query))
    }

    /// Returns the machine types of these names, which come from `machineTypes` in `given`. A repeated name is an
    /// error.
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

    /// Returns all machine types of the profile.
    pub(crate) fn of_all(query: &'g FitQuery<'g, 'a>) -> Vec<Self> {
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
        let worker = query.wanted.for_worker;
        let pool = worker.then(|| {
            query.wanted.needs.architecture.unwrap_or_else(|| architectures::of_worker(Some(machine), architectures))
        });
        let (catalog, edition) = (query.catalog(), query.asked.edition);
        let set = catalog.pooled_set(index, machine, pool, edition);
        let capabilities = match catalog.of_pool(machine, pool, edition) {
            Some(architecture) => Cow::Owned(with_architecture(machine, architecture)),
            None => catalog.machine(machine, edition),
        };
        let available = query.available.as_ref().is_none_or(|available| available.has(machine.name()));
        let architecture = architectures::effective(machine, architectures);
        let lacking = query.wanted.machine.lacking(machine, architecture);
        let lacking = (!available).then_some(Filter::Region).into_iter().chain(lacking).collect();
        Self {
            query,
            machine,
            index,
            set,
            capabilities,
            named_at,
            architecture,
            pool,
            lacking,
            misspelt: OnceCell::new(),
        }
    }

    /// What keeps a version from fitting, computed once for everything that the answer says of it.
    pub(super) fn apart(&self, version: usize) -> Apart {
        let nearest = self.nearest_mismatches(version);
        Apart { nearest, filters: self.filters_of(version, nearest.is_none()).collect() }
    }

    fn filters_of(&self, version: usize, fits: bool) -> impl Iterator<Item = Filter> {
        self.lacking.iter().copied().chain(self.unmet(version, fits))
    }

    /// The needs of the workers that a version does not meet. If the worker's architecture is that of the machine type,
    /// the flavors decide about it, so it counts only if a flavor fits.
    pub(super) fn unmet(&self, version: usize, fits: bool) -> impl Iterator<Item = Filter> {
        let needs = &self.query.wanted.needs;
        let spec = self.query.spec();
        let architecture = self.query.architecture;
        let asked = (!needs.is_empty()).then(|| self.query.catalog().version_of(spec, version)).flatten();
        let of_its_own = move |need: &Filter| {
            *need != Filter::WorkerArchitecture || needs.architecture != Some(self.architecture) || fits
        };
        let of_image =
            asked.is_some() && needs.leaves(self.query.image_name(version), self.query.version_text(version));
        let of_version = asked.into_iter().flat_map(move |entry| needs.unmet(entry, architecture));
        let of_version = of_version.filter(move |need| !(of_image && *need == Filter::InPlaceUpdates));
        of_version.filter(of_its_own).chain(of_image.then_some(Filter::InPlaceUpdates))
    }

    /// The capabilities of a flavor, as the profile writes them.
    pub(super) fn flavor_capabilities(&self, version: usize, place: usize) -> Cow<'g, Capabilities<'a>> {
        self.query.catalog().flavor_capabilities(self.query.spec(), version, place)
    }

    /// What keeps a version from fitting: the first mismatch of the nearest flavor, or what keeps the version out
    /// besides its flavors. `None`: the version fits.
    fn cause(&self, version: usize) -> Option<&'a str> {
        self.distance(version).map(|(_, cause)| cause)
    }

    /// Like [`Self::cause`], from what was already computed for the version.
    pub(super) fn first_cause(&self, apart: &Apart) -> Option<&'a str> {
        self.distance_by(apart.nearest, || apart.filters.first().copied()).map(|(_, cause)| cause)
    }

    /// What the machine gets from a version. `None`: no flavor fits.
    pub(crate) fn taken(&self, version: usize) -> Option<Taken> {
        Taken::of(self.query.catalog(), &self.set, version, self.query.asked.edition)
    }

    /// What keeps a version that fits from being offered. A suffix withholds it only from those who do not name it.
    /// Fails if the answer depends on the time, which is not known.
    pub(super) fn kept(&self, version: usize, named: bool) -> Result<Option<Kept>, Undecided> {
        if self.machine.is_out_of_use() {
            return Ok(Some(Kept::Unusable));
        }
        let query = self.query;
        let Some(entry) = query.catalog().versions().get(version) else { return Ok(None) };
        let withheld = |classification| {
            Withheld::of(classification, entry.parsed.as_ref(), named, query.asked.edition).map(Kept::Withheld)
        };
        match entry.lifecycle.now(query.asked) {
            Ok(classification) => Ok(withheld(classification)),
            // A version that is withheld even when it is supported is withheld at any time.
            Err(undecided) => withheld(Classification::Supported).map_or(Err(undecided), |kept| Ok(Some(kept))),
        }
    }

    /// Whether a version fits and is offered; `named` says whether the question names the version.
    pub(crate) fn standing(&self, version: usize, named: bool) -> Standing<'a> {
        self.stands(version, self.cause(version), named)
    }

    /// The standing of a version; `cause` is what keeps it from fitting.
    pub(super) fn stands(&self, version: usize, cause: Option<&'a str>, named: bool) -> Standing<'a> {
        if cause.is_some() {
            return Standing::of(cause);
        }
        let kept = self.kept(version, named).ok();
        let cause = kept.flatten().map(Kept::word);
        Standing { fits: true, offered: kept.map(|kept| kept.is_none()), cause }
    }

    /// The standing of each version.
    pub(super) fn standings(&self, versions: &[usize]) -> Vec<Standing<'a>> {
        let named = self.query.single(versions).is_some();
        versions.iter().map(|version| self.standing(*version, named)).collect()
    }

    /// How many of the versions fit, and if none does, what keeps the nearest one from fitting.
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

    /// The number of mismatches of the nearest flavor of a version, and the cause. `None`: the version fits.
    fn distance(&self, version: usize) -> Option<(usize, &'a str)> {
        self.distance_by(self.nearest_mismatches(version), || self.filters_of(version, true).next())
    }

    /// Returns the distance by the nearest flavor, or else by the first filter that keeps the version out.
    fn distance_by(
        &self,
        nearest: Option<(usize, usize)>,
        filter: impl FnOnce() -> Option<Filter>,
    ) -> Option<(usize, &'a str)> {
        match nearest {
            Some((count, capability)) => Some((count, self.space().name(capability))),
            None => filter().map(|filter| (0, filter.word())),
        }
    }

    /// How many of the versions fit and are offered, and what keeps the others out.
    pub(super) fn summary(&self, versions: &[usize]) -> Summary<'a> {
        Summary::of(self.standings(versions))
    }

    /// The smallest change after which a version would fit, if only capabilities keep it from fitting.
    pub(super) fn cure(&self, version: usize, apart: &Apart) -> Option<Cure<'a>> {
        // No change of capabilities lets in a version that is kept out for another reason.
        if apart.flavor_fits() || !apart.filters.is_empty() {
            return None;
        }
        let (query, catalog, edition) = (self.query, self.query.catalog(), self.query.asked.edition);
        let own = query.child.as_ref().and_then(|child| child.spec().provider_config);
        let configs = [query.spec().provider_config, own].into_iter().flatten();
        let is_mapped = configs.into_iter().any(|config| config.get("machineImages").is_some());
        let field = self.machine.architecture.filter(|field| !field.is_empty());
        let machine = catalog.machine(self.machine, edition);
        let space = self.space();
        let misspelt = self.misspelt.get_or_init(|| match space.has_undefined() {
            true => (0..space.count()).map(|capability| misspelt(space, &machine, capability)).collect(),
            false => Vec::new(),
        });
        let patient = Patient {
            space,
            machine: &machine,
            misspelt,
            written: &self.machine.capabilities,
            set: &self.set,
            implied: catalog.is_implied(),
            fixed: is_mapped || !self.has_own_flavors(version),
            field: field.filter(|_| !architectures::capability_precedes(edition)),
        };
        let flavors: Vec<_> = catalog.flavors(version).collect();
        let flavors: Vec<_> =
            flavors.iter().map(|(place, set)| (place, set, self.flavor_capabilities(version, *place))).collect();
        let flavors: Vec<Flavor<'_, 'a>> =
            flavors.iter().map(|(place, set, own)| (**place, set.as_ref(), own.as_ref())).collect();
        patient.cure(&flavors).and_then(|cure| self.patched(version, cure))
    }

    /// The number of mismatches of the nearest flavor of a version, and the first of them. `None`: a flavor fits, or
    /// the version has none.
    fn nearest_mismatches(&self, version: usize) -> Option<(usize, usize)> {
        let catalog = self.query.catalog();
        if catalog.fits_everything(self.query.asked.edition) {
            return None;
        }
        catalog.nearest_mismatches(&self.set, version)
    }

    /// The first mismatch of one flavor of a version. `None`: the flavor fits, or another one is nearer.
    pub(crate) fn cause_of(&self, version: usize, flavor: usize) -> Option<&'a str> {
        let (fewest, _) = self.nearest_mismatches(version)?;
        let (_, flavor) = self.query.catalog().flavors(version).find(|(place, _)| *place == flavor)?;
        let mut apart = self.space().mismatches(&self.set, &flavor);
        let first = apart.next()?;
        (1 + apart.count() == fewest).then(|| self.space().name(first))
    }

    fn space(&self) -> &'g CapabilitySpace<'a> {
        self.query.catalog().space()
    }
}

/// The defined architectures, if any are.
fn defined_architectures<'g, 'a>(query: &'g FitQuery<'g, 'a>) -> Option<&'g [&'a str]> {
    architectures::where_defined(&query.spec().machine_capabilities)
}

/// The error for a machine type that is named twice.
fn named_twice(name: &str, place: Pointer) -> Undecided {
    let path = Pointer::to("given").join(&place);
    Undecided::request(Problem::error(&MACHINE_TYPE_NAMED_TWICE, path).fact(Fact::at(place, name)))
}
