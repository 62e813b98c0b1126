//! The reasons why a lookup finds the driver that it finds, or none.

use super::divergences::{BROKEN_PLUGIN, FIRST_REGISTERED, ONE_REGISTRY, TYPE_WARNING};
use super::installed::{Broken, Driver, Followed};
use super::reasons::*;
use super::refusal::{Miss, Refusal};
use super::registry::{ClusterType, Hit, Registry, Stop};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer};

impl<'g, 'a> Registry<'g, 'a> {
    /// Looks up the driver of the name.
    pub(crate) fn named(&self, name: &str) -> Result<Hit<'g, 'a>, Miss> {
        let found = self.find_named(name).and_then(|index| Ok((index, self.driver(index).ok_or(Stop::Unknown)?)));
        match found {
            Ok((index, driver)) => {
                let reason = Reason::new(&DRIVER_INSTALLED, name).saw(self.at(index).key("name"), name);
                Ok(Hit { driver, index, reason })
            }
            Err(Stop::Unknown) => Err(Miss::new(Refusal::DriverNotSupported, self.why_unknown(name))),
            Err(stop) => Err(self.broken(stop)),
        }
    }

    /// Looks up the driver for the cluster type.
    pub(crate) fn for_type(&self, wanted: &ClusterType<'_>) -> Result<Hit<'g, 'a>, Miss> {
        let found = self.find_for_type(wanted);
        let found = found.and_then(|index| Ok((index, self.driver(index).ok_or(Stop::NotProvided)?)));
        let (index, driver) = match found {
            Ok(found) => found,
            Err(Stop::Unproven(index)) => {
                let unproven = self.driver(index).map(|driver| self.why_unproven(index, driver));
                let reason = Reason::new(&CLUSTER_TYPE_NOT_PROVIDED, wanted.name()).because(unproven);
                return Err(Miss::new(Refusal::ClusterTypeNotSupported, reason));
            }
            Err(Stop::NotProvided | Stop::Unknown) => {
                return Err(Miss::new(Refusal::ClusterTypeNotSupported, self.why_no_provider(wanted)));
            }
            Err(stop) => return Err(self.broken(stop)),
        };
        let mut provided = driver.provides.iter().enumerate();
        let provided = provided.find(|(_, triple)| Some(**triple) == wanted.triple());
        let provided = provided.map(|(entry, (server_type, os, coe))| {
            let triple = [*server_type, *os, *coe].into_iter().collect::<Json>();
            Fact::at(self.at(index).key("provides").index(entry), triple)
        });
        let reason = Reason::new(&CLUSTER_TYPE_PROVIDED, wanted.name())
            .saw(self.at(index).key("name"), driver.name)
            .facts(provided);
        let others =
            wanted.triple().into_iter().flat_map(|triple| self.providers(triple)).filter(|other| *other != index);
        let others: Vec<Fact> =
            others.filter_map(|other| Some(Fact::at(self.at(other).key("name"), self.driver(other)?.name))).collect();
        let rule = if self.edition.applies(&FIRST_REGISTERED) { &FIRST_REGISTERED_WINS } else { &LAST_REGISTERED_WINS };
        let choice = (!others.is_empty()).then(|| Reason::new(rule, driver.name).facts(others));
        Ok(Hit { driver, index, reason: reason.because(choice) })
    }

    /// Returns the driver that the configuration names for templates that name none. An empty name counts as none.
    pub(crate) fn configured(&self) -> Result<Option<&'a str>, Miss> {
        self.list().map_err(|stop| self.broken(stop))?;
        let Some(name) = self.default_name() else {
            return Ok(self.setup.config().and_then(|config| config.default_driver));
        };
        if self.has_enabled(name) {
            return Ok(Some(name));
        }
        let unknown = self.why_not_enabled(name).unwrap_or_else(|| self.why_not_installed(name));
        let reason = Reason::new(&DRIVER_NOT_SUPPORTED, name)
            .because([Reason::new(&NAMED_BY_CONFIG, name).saw(self.option("default_driver"), name), unknown]);
        Err(Miss::new(Refusal::DriverNotSupported, reason))
    }

    /// Returns the first enabled driver by name, in code-point order.
    pub(crate) fn first_by_name(&self) -> Result<Option<(usize, &'a str)>, Miss> {
        self.list().map_err(|stop| self.broken(stop))?;
        Ok(self.first_enabled())
    }

    /// The warning that a chosen driver does not provide the cluster type.
    pub(crate) fn warn_unless_provided(&self, index: usize, wanted: &ClusterType<'_>) -> Option<Problem> {
        let applies = self.edition.applies(&TYPE_WARNING);
        let driver = self.driver(index).filter(|_| applies && !self.provides(index, wanted))?;
        let path = self.setup.path(&self.setup.driver(index).key("provides"));
        let problem = Problem::warning(&DRIVER_LACKS_CLUSTER_TYPE, path);
        Some(problem.fact(Fact::at(self.at(index).key("name"), driver.name)).fact(Fact::named("type", wanted.name())))
    }

    /// The warnings about drivers that are left out because their plugin fails.
    pub(crate) fn warn_of_broken(&self) -> impl Iterator<Item = Problem> {
        let applies = self.edition.applies(&BROKEN_PLUGIN);
        let broken = self.all().filter(move |(_, driver)| applies && !self.is_disabled(driver));
        broken.filter_map(|(index, driver)| {
            let fault = driver.broken?;
            let path = self.setup.path(&self.setup.driver(index).key("broken"));
            let name = Fact::at(self.at(index).key("name"), driver.name);
            let fault = Fact::at(self.at(index).key("broken"), fault.word());
            Some(Problem::warning(&DRIVER_BROKEN, path).fact(name).fact(fault))
        })
    }

    /// The warnings about the installed drivers and their configuration that accompany any answer.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = Problem> {
        self.warn_of_setup().chain(self.warn_of_not_disabled()).chain(self.warn_of_namesakes())
    }

    /// The warnings of [`warnings`](Self::warnings) that `drivers/lint` does not report as findings.
    pub(crate) fn warn_of_setup(&self) -> impl Iterator<Item = Problem> {
        self.warn_of_broken().chain(self.warn_of_references()).chain(self.warn_of_misplaced())
    }

    /// The warnings about options in a section where the service does not read them.
    fn warn_of_misplaced(&self) -> impl Iterator<Item = Problem> {
        self.setup.misplaced_options().map(|(section, option)| {
            let place = Pointer::to("config").key(section).key(option);
            Problem::warning(&OPTION_IN_OTHER_SECTION, self.setup.path(&place))
                .fact(Fact::named("option", option))
                .fact(Fact::named("section", section))
        })
    }

    /// The warnings about options whose value comes from an option of another section.
    fn warn_of_references(&self) -> impl Iterator<Item = Problem> {
        self.setup.references_elsewhere().map(|Followed { option, section, name }| {
            let place = self.setup.option(option);
            Problem::warning(&OPTION_REFERS_ELSEWHERE, self.setup.path(&place))
                .fact(Fact::named("option", *option))
                .fact(Fact::named("other", format!("[{section}] {name}")))
        })
    }

    /// The warnings about drivers with the name of an earlier one: the service fails to load a driver by such a name.
    fn warn_of_namesakes(&self) -> impl Iterator<Item = Problem> {
        let applies = self.edition.applies(&BROKEN_PLUGIN);
        self.repeated().filter(move |_| applies).map(|(name, index)| {
            let place = self.setup.driver(index).key("name");
            Problem::warning(&DRIVERS_SHARE_NAME, self.setup.path(&place))
                .fact(Fact::at(self.setup.place(&place), name))
        })
    }

    /// The failure of the service that a lookup ends in.
    fn broken(&self, stop: Stop) -> Miss {
        let name = |index: usize| self.driver(index).map_or("", |driver| driver.name);
        let reason = match stop {
            Stop::Twice(index, other) => Reason::new(&DRIVER_REGISTERED_TWICE, name(index))
                .saw(self.at(index).key("name"), name(index))
                .saw(self.at(other).key("name"), name(other)),
            Stop::Breaks(index) => {
                let fault = self.driver(index).and_then(|driver| driver.broken).map(Broken::word);
                Reason::new(&PLUGIN_BREAKS_LOOKUPS, name(index))
                    .saw(self.at(index).key("name"), name(index))
                    .fact(Fact::of(self.at(index).key("broken"), fault))
            }
            Stop::Unknown | Stop::NotProvided | Stop::Unproven(_) => Reason::new(&LOOKUP_FAILED, ""),
        };
        Miss::new(stop.refusal(), reason)
    }

    /// The reason why no driver can be had by the name.
    pub(crate) fn why_unknown(&self, name: &str) -> Reason {
        let left_out = self.edition.applies(&ONE_REGISTRY).then(|| self.why_not_enabled(name)).flatten();
        left_out.unwrap_or_else(|| self.why_not_installed(name))
    }

    fn why_not_installed(&self, name: &str) -> Reason {
        let facts = self.all().map(|(index, driver)| Fact::at(self.at(index).key("name"), driver.name));
        Reason::new(&DRIVER_NOT_INSTALLED, name).facts(facts).fact(Fact::like(self.meant(name)))
    }

    /// The reason why an installed driver is not enabled.
    pub(crate) fn why_not_enabled(&self, name: &str) -> Option<Reason> {
        let (index, driver) = self.installed(name)?;
        if let Some(place) = self.disabled.find(name) {
            let fact = self.setup.config()?.disabled_drivers.fact(self.option("disabled_drivers"), place);
            return Some(Reason::new(&DRIVER_DISABLED, name).saw(self.at(index).key("name"), name).fact(fact));
        }
        if self.is_unproven(driver) {
            return Some(self.why_unproven(index, driver));
        }
        let fault = driver.broken?;
        Some(
            Reason::new(&DRIVER_BROKEN, name)
                .saw(self.at(index).key("name"), name)
                .saw(self.at(index).key("broken"), fault.word()),
        )
    }

    fn why_unproven(&self, index: usize, driver: &Driver<'_>) -> Reason {
        let enabled = self.setup.config().map(|config| config.enabled_beta_drivers.iter().copied());
        let enabled = match enabled {
            Some(enabled) => Fact::named("enabled", Json::Null).listing(enabled),
            None => Fact::named("enabled", Json::Array(Vec::new())),
        };
        Reason::new(&DRIVER_BETA_NOT_ENABLED, driver.name).saw(self.at(index).key("beta"), driver.beta).fact(enabled)
    }

    fn why_no_provider(&self, wanted: &ClusterType<'_>) -> Reason {
        let left_out = wanted.triple().into_iter().flat_map(|triple| self.providing(triple));
        let left_out = left_out.filter_map(|index| self.why_not_enabled(self.driver(index)?.name));
        Reason::new(&CLUSTER_TYPE_NOT_PROVIDED, wanted.name()).because(left_out)
    }
}
