use super::divergences::{BROKEN_PLUGIN, FIRST_REGISTERED, ONE_REGISTRY};
use super::reasons::*;
use crate::base::sort::sort;
use crate::base::{Edition, Index, Names, nearest};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer, given, words};

given! {
    /// A driver whose package is installed.
    pub(crate) struct Driver<'a> {
        /// Its entry-point name.
        name: &'a str,
        /// What it can run, each as server type, operating system and orchestrator.
        provides: Vec<(&'a str, &'a str, &'a str)>,
        /// Whether it has to be enabled by name.
        beta: bool,
        /// How its plugin fails, if it does.
        broken: Option<Broken>,
    }
}

words! {
    /// How a plugin fails.
    pub(crate) enum Broken {
        /// Its module cannot be imported.
        Import = "import",
        /// Its constructor raises.
        Construct = "construct",
    }
}

given! {
    /// The section `[drivers]` of the configuration.
    #[derive(Default)]
    pub(crate) struct Config<'a> {
        /// The driver of templates that name none.
        default_driver: Option<&'a str>,
        /// Drivers that are not to be used.
        disabled_drivers: Vec<&'a str>,
        /// Beta drivers that may be used.
        enabled_beta_drivers: Vec<&'a str>,
    }
}

given! {
    /// The installed drivers and their configuration.
    pub(crate) struct Installed<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
    }
}

words! {
    /// Why a request about drivers is refused.
    pub(crate) enum Refusal {
        /// No driver of that name.
        DriverNotSupported = "driver-not-supported",
        /// No driver for that type of cluster.
        ClusterTypeNotSupported = "cluster-type-not-supported",
        /// No such image.
        ImageNotFound = "image-not-found",
        /// An image that may not be read.
        ImageNotAuthorized = "image-not-authorized",
        /// Several images of that name.
        ImageAmbiguous = "image-ambiguous",
        /// The image service failed.
        ImageServiceFailed = "image-service-failed",
        /// The image does not say its distribution.
        OsDistroMissing = "os-distro-missing",
        /// A field of the wrong type or length.
        InvalidField = "invalid-field",
        /// A version the API does not have.
        VersionNotAcceptable = "version-not-acceptable",
        /// A broken plugin.
        ServerError = "server-error",
        /// An operation that needs a value has none.
        PatchNeedsValue = "patch-needs-value",
        /// Something is added that is there.
        PatchAddExists = "patch-add-exists",
        /// Something is added that templates do not have.
        PatchUnknownAttribute = "patch-unknown-attribute",
        /// Something is changed that only the service sets.
        PatchInternalAttribute = "patch-internal-attribute",
        /// Something is removed that has to be there.
        PatchMandatoryAttribute = "patch-mandatory-attribute",
        /// Something is replaced or removed that is not there.
        PatchConflict = "patch-conflict",
        /// Clusters use the template.
        TemplateInUse = "template-in-use",
    }
}

impl Refusal {
    /// The status of the response.
    pub(crate) fn status(self) -> u16 {
        match self {
            Self::ImageNotAuthorized => 403,
            Self::VersionNotAcceptable => 406,
            Self::ImageAmbiguous => 409,
            Self::ServerError | Self::ImageServiceFailed => 500,
            _ => 400,
        }
    }
}

/// A cluster's server type, operating system and orchestrator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterType<'a> {
    pub server_type: Option<&'a str>,
    pub os: Option<&'a str>,
    pub coe: Option<&'a str>,
}

impl ClusterType<'_> {
    fn is(&self, (server_type, os, coe): (&str, &str, &str)) -> bool {
        self.server_type == Some(server_type) && self.os == Some(os) && self.coe == Some(coe)
    }

    /// As people write it: `vm/ubuntu/kubernetes`.
    pub(crate) fn name(&self) -> String {
        [self.server_type, self.os, self.coe].map(|part| part.unwrap_or("?")).join("/")
    }
}

/// No driver, with the error of the response.
#[derive(Debug)]
pub(crate) struct Miss {
    pub refusal: Refusal,
    pub reason: Reason,
}

impl Miss {
    pub(crate) fn new(refusal: Refusal, reason: Reason) -> Self {
        Self { refusal, reason }
    }
}

/// A driver, and why it is this one.
#[derive(Debug)]
pub(crate) struct Hit<'g, 'a> {
    pub driver: &'g Driver<'a>,
    pub index: usize,
    pub reason: Reason,
}

/// The installed drivers as an edition sees them: who can be named, who is counted, who provides a type.
#[derive(Debug)]
pub(crate) struct Registry<'g, 'a> {
    installed: &'g [Driver<'a>],
    config: &'g Config<'a>,
    /// The installed drivers by name, those that are not to be used, and the beta drivers that may be: sorted, since a
    /// list of drivers is held against them.
    names: Index<'a>,
    disabled: Index<'a>,
    proven: Names<'a>,
    edition: Edition,
}

impl<'g, 'a> Registry<'g, 'a> {
    pub(crate) fn new(installed: &'g Installed<'a>, edition: Edition) -> Self {
        const NOT_CONFIGURED: &Config<'_> =
            &Config { default_driver: None, disabled_drivers: Vec::new(), enabled_beta_drivers: Vec::new() };
        let config = installed.config.as_ref().unwrap_or(NOT_CONFIGURED);
        Self {
            installed: &installed.registered_drivers,
            config,
            names: installed.registered_drivers.iter().map(|driver| driver.name).collect(),
            disabled: config.disabled_drivers.iter().copied().collect(),
            proven: config.enabled_beta_drivers.iter().copied().collect(),
            edition,
        }
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = (usize, &'g Driver<'a>)> + use<'g, 'a> {
        self.installed.iter().enumerate()
    }

    fn is_disabled(&self, driver: &Driver<'_>) -> bool {
        self.disabled.contains(driver.name)
    }

    fn is_unproven(&self, driver: &Driver<'_>) -> bool {
        driver.beta && !self.proven.contains(driver.name)
    }

    /// The drivers that the default, the fallback and the types are taken from.
    fn enabled(&self) -> impl DoubleEndedIterator<Item = (usize, &'g Driver<'a>)> {
        let beta_left_out = self.edition.applies(&ONE_REGISTRY);
        let broken_left_out = self.edition.applies(&BROKEN_PLUGIN);
        self.all().filter(move |(_, driver)| {
            !(self.is_disabled(driver)
                || beta_left_out && self.is_unproven(driver)
                || broken_left_out && driver.broken.is_some())
        })
    }

    /// The driver of that name.
    pub(crate) fn named(&self, name: &str) -> Result<Hit<'g, 'a>, Miss> {
        self.build_map()?;
        let namesakes = |(_, driver): &(usize, &Driver<'_>)| driver.name == name;
        let found = if self.edition.applies(&ONE_REGISTRY) {
            self.enabled().find(namesakes)
        } else {
            self.all().find(namesakes)
        };
        let Some((index, driver)) = found else {
            return Err(Miss::new(Refusal::DriverNotSupported, self.why_unknown(name)));
        };
        self.load(index, driver)?;
        let reason = Reason::new(&DRIVER_INSTALLED, name).saw(at(index).key("name"), name);
        Ok(Hit { driver, index, reason })
    }

    /// The driver for a type of cluster.
    pub(crate) fn for_type(&self, wanted: &ClusterType<'_>) -> Result<Hit<'g, 'a>, Miss> {
        self.build_map()?;
        let mut providers = self.enabled().filter(|(_, driver)| provides(driver, wanted).is_some());
        let first_wins = self.edition.applies(&FIRST_REGISTERED);
        let found = if first_wins { providers.next() } else { providers.next_back() };
        let Some((index, driver)) = found else {
            return Err(Miss::new(Refusal::ClusterTypeNotSupported, self.why_no_provider(wanted)));
        };
        if self.is_unproven(driver) {
            let reason = Reason::new(&CLUSTER_TYPE_NOT_PROVIDED, wanted.name());
            return Err(Miss::new(
                Refusal::ClusterTypeNotSupported,
                reason.because([self.why_unproven(index, driver)]),
            ));
        }
        self.load(index, driver)?;
        let provided = provides(driver, wanted).and_then(|entry| Some((entry, driver.provides.get(entry)?)));
        let provided = provided.map(|(entry, (server_type, os, coe))| {
            let triple = [*server_type, *os, *coe].into_iter().collect::<Json>();
            Fact::at(at(index).key("provides").index(entry), triple)
        });
        let reason =
            Reason::new(&CLUSTER_TYPE_PROVIDED, wanted.name()).saw(at(index).key("name"), driver.name).facts(provided);
        let others = providers.map(|(other, _)| Fact::at(at(other).key("name"), self.name_of(other)));
        let others: Vec<Fact> = others.collect();
        let rule = if first_wins { &FIRST_REGISTERED_WINS } else { &LAST_REGISTERED_WINS };
        let choice = (!others.is_empty()).then(|| Reason::new(rule, driver.name).facts(others));
        Ok(Hit { driver, index, reason: reason.because(choice) })
    }

    fn name_of(&self, index: usize) -> &'a str {
        self.installed.get(index).map_or("", |driver| driver.name)
    }

    /// The driver that the configuration names for templates that name none; an empty name names none.
    pub(crate) fn configured(&self) -> Result<Option<&'a str>, Miss> {
        self.list()?;
        let Some(name) = self.config.default_driver.filter(|name| !name.is_empty()) else {
            return Ok(self.config.default_driver);
        };
        if self.enabled().any(|(_, driver)| driver.name == name) {
            return Ok(Some(name));
        }
        let unknown = self.why_not_enabled(name).unwrap_or_else(|| self.why_not_installed(name));
        let place = Pointer::to("config").key("default_driver");
        let reason = Reason::new(&DRIVER_NOT_SUPPORTED, name)
            .because([Reason::new(&NAMED_BY_CONFIG, name).saw(place, name), unknown]);
        Err(Miss::new(Refusal::DriverNotSupported, reason))
    }

    /// The first enabled driver by name, in the order of code points.
    pub(crate) fn first_by_name(&self) -> Result<Option<(usize, &'a str)>, Miss> {
        self.list()?;
        Ok(self.enabled().map(|(index, driver)| (index, driver.name)).min_by_key(|(_, name)| *name))
    }

    /// The names that [`first_by_name`](Self::first_by_name) chooses from, in order.
    pub(crate) fn enabled_names(&self) -> Vec<&'a str> {
        let mut names: Vec<_> = self.enabled().map(|(_, driver)| driver.name).collect();
        sort(&mut names);
        names
    }

    /// The warning that a chosen driver does not provide the type it is chosen for.
    pub(crate) fn warn_unless_provided(&self, hit: &Hit<'_, '_>, wanted: &ClusterType<'_>) -> Option<Problem> {
        let applies = self.edition.applies(&super::divergences::TYPE_WARNING);
        (applies && provides(hit.driver, wanted).is_none()).then(|| {
            let path = at(hit.index).key("provides");
            Problem::warning(&DRIVER_LACKS_CLUSTER_TYPE, in_request(&path))
                .fact(Fact::at(at(hit.index).key("name"), hit.driver.name))
                .fact(Fact::named("type", wanted.name()))
        })
    }

    /// The warnings about plugins that are left out.
    pub(crate) fn warn_of_broken(&self) -> impl Iterator<Item = Problem> {
        let applies = self.edition.applies(&BROKEN_PLUGIN);
        let broken = self.all().filter(move |(_, driver)| applies && !self.is_disabled(driver));
        broken.filter_map(|(index, driver)| {
            let fault = driver.broken?;
            let path = in_request(&at(index).key("broken"));
            let name = Fact::at(at(index).key("name"), driver.name);
            Some(
                Problem::warning(&DRIVER_BROKEN, path).fact(name).fact(Fact::at(at(index).key("broken"), fault.word())),
            )
        })
    }

    /// Listing the drivers imports each that is not disabled.
    fn list(&self) -> Result<(), Miss> {
        self.refuse_broken(|broken| broken == Broken::Import)
    }

    /// Building the map of types constructs each as well.
    fn build_map(&self) -> Result<(), Miss> {
        self.refuse_broken(|_| true)
    }

    fn refuse_broken(&self, breaks: impl Fn(Broken) -> bool) -> Result<(), Miss> {
        let broken = self.enabled().find(|(_, driver)| driver.broken.is_some_and(&breaks));
        broken.map_or(Ok(()), |(index, driver)| Err(breaks_lookups(index, driver)))
    }

    /// Loading one driver by its name: its plugin has to work, and nobody else may have the name.
    fn load(&self, index: usize, driver: &Driver<'_>) -> Result<(), Miss> {
        if self.edition.applies(&BROKEN_PLUGIN) {
            return Ok(());
        }
        if driver.broken.is_some() {
            return Err(breaks_lookups(index, driver));
        }
        let namesake = self.names.places(driver.name).find(|other| *other != index);
        namesake.map_or(Ok(()), |other| {
            let reason = Reason::new(&DRIVER_REGISTERED_TWICE, driver.name)
                .saw(at(index).key("name"), driver.name)
                .saw(at(other).key("name"), driver.name);
            Err(Miss::new(Refusal::ServerError, reason))
        })
    }

    fn why_unknown(&self, name: &str) -> Reason {
        let left_out = self.edition.applies(&ONE_REGISTRY).then(|| self.why_not_enabled(name)).flatten();
        left_out.unwrap_or_else(|| self.why_not_installed(name))
    }

    fn why_not_installed(&self, name: &str) -> Reason {
        let facts = self.all().map(|(index, driver)| Fact::at(at(index).key("name"), driver.name));
        let near = nearest(name, self.all().map(|(_, driver)| driver.name));
        let near = near.map(|near| Fact::named("nearest", near));
        Reason::new(&DRIVER_NOT_INSTALLED, name).facts(facts).facts(near)
    }

    /// Why a driver that is installed is not among the enabled ones.
    fn why_not_enabled(&self, name: &str) -> Option<Reason> {
        let index = self.names.find(name)?;
        let driver = self.installed.get(index)?;
        if let Some(place) = self.disabled.find(name) {
            let list = Pointer::to("config").key("disabled_drivers").index(place);
            return Some(Reason::new(&DRIVER_DISABLED, name).saw(at(index).key("name"), name).saw(list, name));
        }
        if self.is_unproven(driver) {
            return Some(self.why_unproven(index, driver));
        }
        let fault = driver.broken?;
        Some(
            Reason::new(&DRIVER_BROKEN, name)
                .saw(at(index).key("name"), name)
                .saw(at(index).key("broken"), fault.word()),
        )
    }

    fn why_unproven(&self, index: usize, driver: &Driver<'_>) -> Reason {
        Reason::new(&DRIVER_BETA_NOT_ENABLED, driver.name)
            .saw(at(index).key("beta"), driver.beta)
            .fact(Fact::named("enabled", Json::Null).listing(self.config.enabled_beta_drivers.iter().copied()))
    }

    fn why_no_provider(&self, wanted: &ClusterType<'_>) -> Reason {
        let left_out = self.all().filter(|(_, driver)| provides(driver, wanted).is_some());
        let left_out = left_out.filter_map(|(_, driver)| self.why_not_enabled(driver.name));
        Reason::new(&CLUSTER_TYPE_NOT_PROVIDED, wanted.name()).because(left_out)
    }
}

/// The place in what a driver provides that has the type.
fn provides(driver: &Driver<'_>, wanted: &ClusterType<'_>) -> Option<usize> {
    driver.provides.iter().position(|triple| wanted.is(*triple))
}

fn breaks_lookups(index: usize, driver: &Driver<'_>) -> Miss {
    let fault = driver.broken.map(Broken::word);
    let reason = Reason::new(&PLUGIN_BREAKS_LOOKUPS, driver.name)
        .saw(at(index).key("name"), driver.name)
        .fact(Fact::of(at(index).key("broken"), fault));
    Miss::new(Refusal::ServerError, reason)
}

fn at(index: usize) -> Pointer {
    Pointer::to("registeredDrivers").index(index)
}

/// The pointer into the request of a pointer into `given`.
pub(crate) fn in_request(path: &Pointer) -> Pointer {
    Pointer::parsed(&format!("/given{path}"))
}
