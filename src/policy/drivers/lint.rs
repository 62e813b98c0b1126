//! Finds mistakes in the drivers of a deployment before any request is refused because of them.

use super::divergences::HIDDEN_FIELD;
use super::installed::{Driver, Installed, OPTIONS, Setup};
use super::meant::Stranger;
use super::reasons::*;
use super::registry::{ClusterType, Registry, Stop, Triple};
use super::served::{Found, asked_for, blocked, never_asked_for, no_field, no_version, nothing, said};
use crate::base::nearest;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Code, Fact, Level, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// The drivers to check.
    pub(crate) struct LintGiven<'a> {
        /// The installed drivers.
        #[flatten]
        installed: Installed<'a>,
        /// The server's previous registry, as a `DriverRegistry` or the name of a loaded one; what it served should
        /// still be served.
        before: Option<Reference<'a>>,
        /// The maximum number of findings to list; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// The findings about the drivers.
    pub(crate) struct DriversLinted {
        /// Whether all findings are mere warnings.
        ok: bool,
        /// The number of findings, including those that are not listed.
        count: usize,
        /// The findings.
        findings: Vec<DriverFinding>,
    }
}

answer! {
    /// One finding.
    pub(crate) struct DriverFinding {
        /// The severity of the finding.
        level: Level,
        /// The code of the finding, which `fitment/explain` explains.
        code: &'static str,
        /// The place in the input or in a loaded registry.
        path: String,
        /// What the finding is about, such as a driver, a cluster type or an option.
        subject: String,
        /// What to do about the finding.
        cure: &'static str,
    }
}

/// `drivers/lint`
#[derive(Debug)]
pub(crate) struct Lint;

/// The default number of findings listed.
const LISTED: u64 = 200;

impl Answers for Lint {
    const NAME: &'static str = "drivers/lint";
    const ASKS: &'static str = "what is wrong with the installed drivers and their configuration";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = LintGiven<'a>;
    type Answer<'a> = DriversLinted;

    fn decide<'a>(given: LintGiven<'a>, asked: &Asked<'a>) -> Outcome<DriversLinted> {
        let setup = Setup::read(given.installed, asked)?;
        let before = given.before.map(|before| Setup::named(before, "before", asked)).transpose()?;
        let registry = Registry::new(&setup, asked.edition);
        let mut linting = Linting { registry: &registry, found: Vec::new() };
        linting.default_driver();
        linting.listed();
        linting.unread();
        linting.types();
        linting.fallback();
        linting.served();
        if let Some(before) = &before {
            let before = Registry::new(before, asked.edition);
            linting.no_longer_served(&before);
            linting.no_longer_named(&before);
        }
        let Linting { mut found, .. } = linting;
        let count = found.len();
        let ok = found.iter().all(|(finding, _)| finding.level == Level::Warning);
        found.truncate(usize::try_from(given.list_at_most.unwrap_or(LISTED)).unwrap_or(usize::MAX));
        let (findings, reasons): (Vec<DriverFinding>, Reasons) = found.into_iter().unzip();
        let reason = Reason::new(&DRIVERS_LINTED, "lint")
            .fact(Fact::named("drivers", setup.drivers().len()))
            .fact(Fact::named("findings", count))
            .because(reasons)
            .because(
                registry
                    .warn_of_broken()
                    .map(|problem| Reason::new(problem.code(), "").facts(problem.cited().iter().cloned())),
            );
        Ok(Decision::new(DriversLinted { ok, count, findings }, reason).with_problems(registry.warn_of_setup()))
    }
}

struct Linting<'l, 'a> {
    registry: &'l Registry<'l, 'a>,
    found: Vec<(DriverFinding, Reason)>,
}

impl<'a> Linting<'_, 'a> {
    fn add(
        &mut self,
        level: Level,
        code: &'static Code,
        subject: &str,
        inside: &Pointer,
        facts: impl IntoIterator<Item = Fact>,
    ) {
        let path = self.registry.setup.place(inside).into();
        let finding = DriverFinding { level, code: code.id, path, subject: subject.to_owned(), cure: code.cure };
        self.found.push((finding, Reason::new(code, subject).facts(facts)));
    }

    /// Checks that the configured default is a usable driver.
    fn default_driver(&mut self) {
        let registry = self.registry;
        let Some(name) = registry.default_name() else { return };
        let inside = registry.setup.option("default_driver");
        let seen = Fact::at(registry.setup.place(&inside), name);
        match registry.installed(name) {
            None => {
                let like = Fact::like(registry.meant(name));
                self.add(Level::Error, &LINT_DEFAULT_UNKNOWN, name, &inside, [seen, like]);
            }
            Some((_, driver)) if registry.is_disabled(driver) => {
                self.add(Level::Error, &LINT_DEFAULT_DISABLED, name, &inside, [seen]);
            }
            Some((_, driver)) if registry.is_unproven(driver) => {
                let level = if registry.leaves_out_beta() { Level::Error } else { Level::Warning };
                self.add(level, &LINT_DEFAULT_BETA, name, &inside, [seen]);
            }
            Some((_, driver)) => {
                if let Some(broken) = driver.broken {
                    let how = Fact::named("how", broken.word());
                    self.add(Level::Error, &LINT_DEFAULT_BROKEN, name, &inside, [seen, how]);
                }
            }
        }
    }

    /// Checks that the names in the lists are names of drivers, and that no two drivers share a name.
    fn listed(&mut self) {
        let registry = self.registry;
        let config = registry.setup.config();
        let lists = [
            ("disabled_drivers", config.map(|config| &config.disabled_drivers), &LINT_DISABLED_UNKNOWN),
            ("enabled_beta_drivers", config.map(|config| &config.enabled_beta_drivers), &LINT_ENABLED_UNKNOWN),
        ];
        for (key, names, code) in lists {
            let Some(names) = names else { continue };
            for Stranger { index, name, like } in registry.strangers(names) {
                let list = registry.setup.option(key);
                let seen = names.fact(registry.setup.place(&list), index);
                let inside = names.place(list, index);
                match name.is_empty() {
                    true => {
                        let option = Fact::named("option", key);
                        self.add(Level::Warning, &LINT_EMPTY_NAME, key, &inside, [seen, option]);
                    }
                    false => self.add(Level::Warning, code, name, &inside, [seen, Fact::like(like)]),
                }
            }
        }
        for (name, index) in registry.repeated() {
            let inside = registry.setup.driver(index).key("name");
            let seen = Fact::at(registry.setup.place(&inside), name);
            self.add(Level::Error, &LINT_REGISTERED_TWICE, name, &inside, [seen]);
        }
    }

    /// Finds options in the section that the service does not have there.
    fn unread(&mut self) {
        for (option, inside) in self.registry.setup.unread_options() {
            let near = Fact::like(nearest(option, OPTIONS));
            self.add(Level::Warning, &LINT_OPTION_UNREAD, option, inside, [near]);
        }
    }

    /// Returns the index and name of the driver that new templates get if nobody names one and there is no default.
    fn first_by_name(&self) -> Option<(usize, &'a str)> {
        let registry = self.registry;
        // If a plugin breaks every lookup, no template is created at all.
        let is_reached = registry.default_name().is_none() && registry.build_map().is_ok();
        registry.first_enabled().filter(|_| is_reached)
    }

    /// Finds types that several drivers provide, where only the order of the names decides between them.
    fn types(&mut self) {
        let registry = self.registry;
        let Some((first, name)) = self.first_by_name() else { return };
        for triple in registry.types() {
            let providers: Vec<usize> = registry.providers(triple).take(NAMED + 1).collect();
            let [_, _, ..] = providers.as_slice() else { continue };
            let names = providers.iter().filter_map(|index| Some(registry.driver(*index)?.name));
            let facts = [
                Fact::named("drivers", names.collect::<Json>()),
                Fact::at(registry.at(first).key("name"), name),
                Fact::named("first", name),
            ];
            let inside = registry.setup.option("default_driver");
            self.add(Level::Warning, &LINT_ALPHABET_DECIDES, &said(triple), &inside, facts);
        }
    }

    /// Returns the index and the name of the configured default, if that driver is usable.
    fn usable_default(&self) -> Option<(usize, &'a str)> {
        let registry = self.registry;
        let (index, driver) = registry.installed(registry.default_name()?)?;
        let is_beta = registry.leaves_out_beta() && registry.is_unproven(driver);
        let is_left_out = registry.is_disabled(driver) || is_beta || driver.broken.is_some();
        (!is_left_out && registry.build_map().is_ok()).then_some((index, driver.name))
    }

    /// Finds types that another driver provides, but not the driver that new templates get if nobody names one.
    fn fallback(&mut self) {
        let registry = self.registry;
        let option = registry.setup.option("default_driver");
        if let Some((index, name)) = self.usable_default() {
            self.lacking(&LINT_DEFAULT_LACKS_TYPES, (index, name), &option, registry.setup.place(&option));
        }
        if let Some((index, name)) = self.first_by_name() {
            self.lacking(&LINT_FALLBACK_DECIDES, (index, name), &option, registry.at(index).key("name"));
        }
    }

    /// Adds a finding if the driver lacks types that others provide.
    fn lacking(&mut self, code: &'static Code, (first, name): (usize, &str), inside: &Pointer, named: Pointer) {
        let registry = self.registry;
        let lacks = |triple: &Triple<'_>| {
            serving(registry, *triple).is_some() && registry.providers(*triple).all(|index| index != first)
        };
        let lacking: Vec<String> = asked_for(registry).filter(lacks).map(said).collect();
        if lacking.is_empty() {
            return;
        }
        let more = match lacking.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let facts = [
            Fact::at(named, name),
            Fact::named("types", lacking.iter().take(NAMED).map(String::as_str).collect::<Json>()),
            Fact::named("more", more),
        ];
        self.add(Level::Warning, code, name, inside, facts);
    }

    /// Checks that anything can be served, and that the range of API versions is not empty.
    fn served(&mut self) {
        let registry = self.registry;
        let hides = registry.edition.applies(&HIDDEN_FIELD);
        let found: Vec<Found> = never_asked_for(registry)
            .chain(nothing(registry))
            .chain(blocked(registry))
            .chain(no_version(registry.setup, hides))
            .collect();
        for (code, subject, inside, facts) in found {
            self.add(Level::Error, code, &subject, &inside, facts);
        }
        if let Some((code, subject, inside, facts)) = no_field(registry.setup).filter(|_| hides) {
            self.add(Level::Warning, code, &subject, &inside, facts);
        }
    }

    /// Finds types that the previous server served and this one does not.
    fn no_longer_served(&mut self, before: &Registry<'_, 'a>) {
        let registry = self.registry;
        if registry.build_map().is_err() {
            // That nothing is served is already reported.
            return;
        }
        for triple in asked_for(before) {
            let Some(index) = serving(before, triple) else { continue };
            if serving(registry, triple).is_some() {
                continue;
            }
            let facts = before.driver(index).map(|driver| Fact::at(before.at(index).key("name"), driver.name));
            let left_out = registry.providing(triple).next();
            let left_out = left_out.and_then(|index| Some(Fact::named("installed", registry.driver(index)?.name)));
            let inside = registry.setup.drivers_place();
            let facts = facts.into_iter().chain(left_out);
            self.add(Level::Error, &LINT_TYPE_NO_LONGER_SERVED, &said(triple), &inside, facts);
        }
    }

    /// Finds driver names that the previous server had and this one does not. Stored templates may use such a name,
    /// whatever the driver provides. That nothing of what a driver served is served any more is already reported.
    fn no_longer_named(&mut self, before: &Registry<'_, 'a>) {
        let registry = self.registry;
        let is_served = |by, driver: &Driver<'_>| driver.provides.iter().any(|triple| serving(by, *triple).is_some());
        for (index, driver) in before.all() {
            let is_first = before.find_named(driver.name) == Ok(index);
            let is_gone = || registry.find_named(driver.name) == Err(Stop::Unknown);
            let is_told = || is_served(before, driver) && !is_served(registry, driver);
            if !is_first || is_told() || !is_gone() {
                continue;
            }
            let stood = Fact::at(before.at(index).key("name"), driver.name);
            self.add(Level::Warning, &LINT_NAME_GONE, driver.name, &registry.setup.drivers_place(), [stood]);
        }
    }
}

/// Returns the driver by which the API lets clusters of the type pass, if any.
fn serving(registry: &Registry<'_, '_>, triple: Triple<'_>) -> Option<usize> {
    registry.find_for_type(&ClusterType::of(triple)).ok()
}

/// The maximum number of drivers that a finding names for a type, and of types that it names for a driver.
const NAMED: usize = 5;
