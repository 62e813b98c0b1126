use super::attributes::{ORCHESTRATOR, VIRTUAL};
use super::divergences::{BROKEN_PLUGIN, FIRST_REGISTERED, ONE_REGISTRY};
use super::installed::{Broken, Driver, Section, Setup};
use super::refusal::Refusal;
use crate::base::sort::{set, sort};
use crate::base::{Edition, Index, Names};
use crate::reason::Reason;
use crate::wire::Pointer;

/// A cluster's server type, operating system and orchestrator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClusterType<'a> {
    pub server_type: Option<&'a str>,
    pub os: Option<&'a str>,
    pub coe: Option<&'a str>,
}

impl<'a> ClusterType<'a> {
    /// The cluster type of an entry in a driver's list.
    #[cfg(feature = "operators")]
    pub(crate) fn of((server_type, os, coe): Triple<'a>) -> Self {
        Self { server_type: Some(server_type), os: Some(os), coe: Some(coe) }
    }

    /// The cluster type of a template that says this much of it.
    pub(crate) fn of_template(server_type: Option<&'a str>, os: Option<&'a str>, coe: Option<&'a str>) -> Self {
        Self { server_type: server_type.or(Some(VIRTUAL)), os, coe: coe.or(Some(ORCHESTRATOR)) }
    }

    /// The entry in a driver's list that matches the type. `None`: part of it is unknown, so no driver provides it.
    pub(crate) fn triple(&self) -> Option<Triple<'a>> {
        Some((self.server_type?, self.os?, self.coe?))
    }

    /// The type in the usual notation, such as `vm/ubuntu/kubernetes`.
    pub(crate) fn name(&self) -> String {
        [self.server_type, self.os, self.coe].map(|part| part.unwrap_or("?")).join("/")
    }
}

/// A cluster type as drivers list it: server type, operating system and orchestrator.
pub(crate) type Triple<'a> = (&'a str, &'a str, &'a str);

/// A driver that was found, and the reason for it.
#[derive(Debug)]
pub(crate) struct Hit<'g, 'a> {
    pub driver: &'g Driver<'a>,
    pub index: usize,
    pub reason: Reason,
}

/// Why a lookup finds no driver. Drivers are given by their indexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The plugin of this driver breaks every lookup.
    Breaks(usize),
    /// Two drivers have the name.
    Twice(usize, usize),
    /// No driver has the name.
    Unknown,
    /// No driver provides the type.
    NotProvided,
    /// The provider is beta and not enabled.
    Unproven(usize),
}

impl Stop {
    /// The error of the response.
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Self::Breaks(_) | Self::Twice(..) => Refusal::ServerError,
            Self::Unknown => Refusal::DriverNotSupported,
            Self::NotProvided | Self::Unproven(_) => Refusal::ClusterTypeNotSupported,
        }
    }
}

/// The installed drivers as an edition sees them: which can be named, which are enabled, and which provide a type.
/// Everything that is looked up is sorted once, because whole lists of templates are compared with it.
#[derive(Debug)]
pub(crate) struct Registry<'g, 'a> {
    pub setup: &'g Setup<'a>,
    names: Index<'a>,
    /// The indexes of the enabled drivers, in load order, and their names.
    enabled: Vec<usize>,
    enabled_names: Index<'a>,
    /// The provided types, sorted, each with whether its driver is left out, and the index of its driver. Of the entries
    /// of a type, those of enabled drivers come first, in load order.
    types: Vec<(Triple<'a>, bool, u32)>,
    pub disabled: Index<'a>,
    proven: Names<'a>,
    /// The first driver whose plugin breaks a listing, and the first whose plugin breaks the map of types.
    breaking: [Option<usize>; 2],
    pub edition: Edition,
}

impl<'g, 'a> Registry<'g, 'a> {
    pub(crate) fn new(setup: &'g Setup<'a>, edition: Edition) -> Self {
        let names = |list: for<'s> fn(&'s Section<'a>) -> &'s [&'a str]| {
            setup.config().map(list).unwrap_or_default().iter().copied()
        };
        let mut registry = Self {
            setup,
            names: setup.drivers().iter().map(|driver| driver.name).collect(),
            enabled: Vec::new(),
            enabled_names: Index::default(),
            types: Vec::new(),
            disabled: names(|config| &config.disabled_drivers).collect(),
            proven: names(|config| &config.enabled_beta_drivers).collect(),
            breaking: [None; 2],
            edition,
        };
        let enabled = registry.all().filter(|(_, driver)| registry.is_enabled(driver));
        registry.enabled = enabled.map(|(index, _)| index).collect();
        registry.enabled_names = registry.enabled().map(|(_, driver)| driver.name).collect();
        let provided = setup.drivers().iter().zip(0_u32..).flat_map(|(driver, place)| {
            let left_out = !registry.is_enabled(driver);
            driver.provides.iter().map(move |triple| (*triple, left_out, place))
        });
        registry.types = set(provided);
        let first = |breaks: fn(Broken) -> bool| {
            registry.enabled().find(|(_, driver)| driver.broken.is_some_and(breaks)).map(|(index, _)| index)
        };
        registry.breaking = [first(|broken| broken == Broken::Import), first(|_| true)];
        registry
    }

    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = (usize, &'g Driver<'a>)> + use<'g, 'a> {
        self.setup.drivers().iter().enumerate()
    }

    pub(crate) fn driver(&self, index: usize) -> Option<&'g Driver<'a>> {
        self.setup.drivers().get(index)
    }

    pub(crate) fn is_disabled(&self, driver: &Driver<'_>) -> bool {
        self.disabled.contains(driver.name)
    }

    pub(crate) fn is_unproven(&self, driver: &Driver<'_>) -> bool {
        driver.beta && !self.proven.contains(driver.name)
    }

    /// Whether a beta driver that is not enabled can neither be named nor chosen.
    pub(crate) fn leaves_out_beta(&self) -> bool {
        self.edition.applies(&ONE_REGISTRY)
    }

    fn is_enabled(&self, driver: &Driver<'_>) -> bool {
        let beta_left_out = self.leaves_out_beta() && self.is_unproven(driver);
        let broken_left_out = self.edition.applies(&BROKEN_PLUGIN) && driver.broken.is_some();
        !(self.is_disabled(driver) || beta_left_out || broken_left_out)
    }

    /// Returns the drivers from which the default, the fallback and the map of types are taken.
    pub(crate) fn enabled(&self) -> impl DoubleEndedIterator<Item = (usize, &'g Driver<'a>)> {
        self.enabled.iter().filter_map(|index| Some((*index, self.driver(*index)?)))
    }

    /// Returns the driver of the name: the first that is enabled, or else the first.
    pub(crate) fn installed(&self, name: &str) -> Option<(usize, &'g Driver<'a>)> {
        let index = self.enabled_of(name).or_else(|| self.names.find(name))?;
        Some((index, self.driver(index)?))
    }

    /// Returns the drivers whose name an earlier driver has too, with that name, sorted by name.
    pub(crate) fn repeated(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.names.repeated()
    }

    /// Returns the first enabled driver of the name.
    fn enabled_of(&self, name: &str) -> Option<usize> {
        self.enabled.get(self.enabled_names.find(name)?).copied()
    }

    /// Returns the drivers that provide the type: the enabled ones and, if asked for, also those that are left out.
    fn of_type(&self, triple: Triple<'_>, left_out: bool) -> impl DoubleEndedIterator<Item = usize> {
        let first = self.types.partition_point(|(known, ..)| *known < triple);
        let found = self.types.get(first..).unwrap_or_default();
        let count = found.partition_point(|(known, is_left_out, _)| (*known, *is_left_out) <= (triple, left_out));
        found.get(..count).unwrap_or_default().iter().map(|(.., place)| *place as usize)
    }

    /// Returns all drivers that provide the type: the enabled ones, then the others, each in load order.
    pub(crate) fn providing(&self, triple: Triple<'_>) -> impl DoubleEndedIterator<Item = usize> {
        self.of_type(triple, true)
    }

    /// Whether the driver provides the type.
    pub(crate) fn provides(&self, index: usize, wanted: &ClusterType<'_>) -> bool {
        let Some((triple, driver)) = wanted.triple().zip(self.driver(index)) else { return false };
        let entry = u32::try_from(index).map(|place| (triple, !self.is_enabled(driver), place));
        entry.is_ok_and(|entry| self.types.binary_search(&entry).is_ok())
    }

    /// Returns the enabled drivers that provide the type, in load order.
    pub(crate) fn providers(&self, triple: Triple<'_>) -> impl DoubleEndedIterator<Item = usize> {
        self.of_type(triple, false)
    }

    /// Returns the types that installed drivers provide, sorted, enabled or not.
    pub(crate) fn types(&self) -> impl Iterator<Item = Triple<'a>> {
        self.types.chunk_by(|(left, ..), (right, ..)| left == right).filter_map(|group| Some(group.first()?.0))
    }

    /// Finds the driver of the name.
    pub(crate) fn find_named(&self, name: &str) -> Result<usize, Stop> {
        self.build_map()?;
        let found = if self.edition.applies(&ONE_REGISTRY) { self.enabled_of(name) } else { self.names.find(name) };
        let index = found.ok_or(Stop::Unknown)?;
        self.load(index).map(|()| index)
    }

    /// Finds the driver for the cluster type.
    pub(crate) fn find_for_type(&self, wanted: &ClusterType<'_>) -> Result<usize, Stop> {
        self.build_map()?;
        let mut providers = wanted.triple().into_iter().flat_map(|triple| self.providers(triple));
        let found = if self.edition.applies(&FIRST_REGISTERED) { providers.next() } else { providers.next_back() };
        let index = found.ok_or(Stop::NotProvided)?;
        if self.driver(index).is_some_and(|driver| self.is_unproven(driver)) {
            return Err(Stop::Unproven(index));
        }
        self.load(index).map(|()| index)
    }

    /// Returns the configured default, whether or not a driver has that name. An empty name counts as none.
    pub(crate) fn default_name(&self) -> Option<&'a str> {
        self.setup.config()?.default_driver.filter(|name| !name.is_empty())
    }

    /// Whether the default, the fallback and the map of types can use a driver of that name.
    pub(crate) fn has_enabled(&self, name: &str) -> bool {
        self.enabled_of(name).is_some()
    }

    /// Returns the first enabled driver by name, in code-point order.
    pub(crate) fn first_enabled(&self) -> Option<(usize, &'a str)> {
        self.enabled().map(|(index, driver)| (index, driver.name)).min_by_key(|(_, name)| *name)
    }

    /// Returns the names from which [`first_enabled`](Self::first_enabled) chooses, in order.
    pub(crate) fn enabled_names(&self) -> Vec<&'a str> {
        let mut names: Vec<_> = self.enabled().map(|(_, driver)| driver.name).collect();
        sort(&mut names);
        names
    }

    /// Lists the drivers, which imports every driver that is not disabled.
    pub(crate) fn list(&self) -> Result<(), Stop> {
        let [listing, _] = self.breaking;
        listing.map_or(Ok(()), |index| Err(Stop::Breaks(index)))
    }

    /// Builds the map of types, which also constructs every driver that is not disabled.
    pub(crate) fn build_map(&self) -> Result<(), Stop> {
        let [_, building] = self.breaking;
        building.map_or(Ok(()), |index| Err(Stop::Breaks(index)))
    }

    /// Loads one driver by its name: its plugin has to work, and no other driver may have the name.
    fn load(&self, index: usize) -> Result<(), Stop> {
        let Some(driver) = self.driver(index).filter(|_| !self.edition.applies(&BROKEN_PLUGIN)) else { return Ok(()) };
        if driver.broken.is_some() {
            return Err(Stop::Breaks(index));
        }
        let namesake = self.names.places(driver.name).find(|other| *other != index);
        namesake.map_or(Ok(()), |other| Err(Stop::Twice(index, other)))
    }

    /// The place of a driver that facts cite.
    pub(crate) fn at(&self, index: usize) -> Pointer {
        self.setup.place(&self.setup.driver(index))
    }

    /// The place of an option that facts cite.
    pub(crate) fn option(&self, key: &str) -> Pointer {
        self.setup.place(&self.setup.option(key))
    }
}
