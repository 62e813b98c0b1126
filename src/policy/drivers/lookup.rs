use super::installed::{Installed, Setup};
use super::levels::{Choice, choose_default};
use super::refusal::{Miss, Refusal};
use super::registry::{ClusterType, Registry};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{answer, given};

given! {
    /// The name or the cluster type by which a driver is looked up.
    pub(crate) struct LookupGiven<'a> {
        /// The installed drivers.
        #[flatten]
        installed: Installed<'a>,
        /// The server type, `vm` or `bm`.
        server_type ["serverType"]: Option<&'a str>,
        /// The operating system.
        os: Option<&'a str>,
        /// The orchestrator.
        coe: Option<&'a str>,
        /// The driver's name; if it is empty or absent, the cluster type decides.
        driver_name ["driverName"]: Option<&'a str>,
    }
}

answer! {
    /// The driver that was found, or the reason why there is none.
    #[derive(Default)]
    pub(crate) struct Found<'a> {
        /// The name of the driver; absent if there is none.
        driver: Option<&'a str>,
        /// The error; absent if the lookup does not fail.
        error: Option<Refusal>,
        /// The HTTP status of the response to the error.
        status: Option<u16>,
    }
}

/// `drivers/lookup`
#[derive(Debug)]
pub(crate) struct Lookup;

impl Answers for Lookup {
    const NAME: &'static str = "drivers/lookup";
    const ASKS: &'static str = "which driver a name or a type of cluster stands for";
    type Given<'a> = LookupGiven<'a>;
    type Answer<'a> = Found<'a>;

    fn decide<'a>(given: LookupGiven<'a>, asked: &Asked<'a>) -> Outcome<Found<'a>> {
        let setup = Setup::read(given.installed, asked)?;
        let registry = Registry::new(&setup, asked.edition);
        let wanted = ClusterType { server_type: given.server_type, os: given.os, coe: given.coe };
        let found = match given.driver_name.filter(|name| !name.is_empty()) {
            Some(name) => registry.named(name),
            None => registry.for_type(&wanted),
        };
        let decision = match found {
            Ok(hit) => {
                // A lookup by name alone asks about no cluster type.
                let warning = wanted.triple().and_then(|_| registry.warn_unless_provided(hit.index, &wanted));
                let answer = Found { driver: Some(hit.driver.name), ..Found::default() };
                Decision::new(answer, hit.reason).with_problems(warning)
            }
            Err(miss) => missed(miss),
        };
        Ok(decision.with_problems(registry.warnings()))
    }
}

fn missed<'a>(Miss { refusal, reason }: Miss) -> Decision<Found<'a>> {
    Decision::new(Found { error: Some(refusal), status: Some(refusal.status()), ..Found::default() }, reason)
}

/// `drivers/default`
#[derive(Debug)]
pub(crate) struct Default;

impl Answers for Default {
    const NAME: &'static str = "drivers/default";
    const ASKS: &'static str = "which driver a template that names none gets";
    type Given<'a> = Installed<'a>;
    type Answer<'a> = Found<'a>;

    fn decide<'a>(installed: Installed<'a>, asked: &Asked<'a>) -> Outcome<Found<'a>> {
        let setup = Setup::read(installed, asked)?;
        let registry = Registry::new(&setup, asked.edition);
        let decision = match choose_default(&registry) {
            Ok((Some(Choice { name, reason, .. }), passed)) => {
                Decision::new(Found { driver: Some(name), ..Found::default() }, reason.because(passed))
            }
            Ok((None, passed)) => Decision { because: passed, ..Decision::plain(Found::default()) },
            Err(miss) => missed(miss),
        };
        Ok(decision.with_problems(registry.warnings()))
    }
}
