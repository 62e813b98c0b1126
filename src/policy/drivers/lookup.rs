use super::levels::{Choice, choose_default};
use super::question::{DefaultGiven, Found, LookupGiven};
use super::registry::{ClusterType, Miss, Registry};
use crate::question::{Answers, Asked, Decision, Outcome};

/// `drivers/lookup`
#[derive(Debug)]
pub struct Lookup;

impl Answers for Lookup {
    const NAME: &'static str = "drivers/lookup";
    const ASKS: &'static str = "which driver a name or a type of cluster stands for";
    type Given<'a> = LookupGiven<'a>;
    type Answer<'a> = Found<'a>;

    fn decide<'a>(given: LookupGiven<'a>, asked: &Asked<'a>) -> Outcome<Found<'a>> {
        let config = given.config.unwrap_or_default();
        let registry = Registry::new(&given.registered_drivers, &config, asked.edition);
        let wanted = ClusterType { server_type: given.server_type, os: given.os, coe: given.coe };
        let found = match given.driver_name.filter(|name| !name.is_empty()) {
            Some(name) => registry.named(name),
            None => registry.for_type(&wanted),
        };
        let decision = match found {
            Ok(hit) => {
                let warning = given.driver_name.and_then(|_| registry.warn_unless_provided(&hit, &wanted));
                let answer = Found { driver: Some(hit.driver.name), ..Found::default() };
                Decision::new(answer, hit.reason).with_problems(warning)
            }
            Err(miss) => missed(miss),
        };
        Ok(decision.with_problems(registry.warn_of_broken()))
    }
}

fn missed<'a>(Miss { refusal, reason }: Miss) -> Decision<Found<'a>> {
    Decision::new(Found { error: Some(refusal), status: Some(refusal.status()), ..Found::default() }, reason)
}

/// `drivers/default`
#[derive(Debug)]
pub struct Default;

impl Answers for Default {
    const NAME: &'static str = "drivers/default";
    const ASKS: &'static str = "which driver a template gets that names none";
    type Given<'a> = DefaultGiven<'a>;
    type Answer<'a> = Found<'a>;

    fn decide<'a>(given: DefaultGiven<'a>, asked: &Asked<'a>) -> Outcome<Found<'a>> {
        let config = given.config.unwrap_or_default();
        let registry = Registry::new(&given.registered_drivers, &config, asked.edition);
        let decision = match choose_default(registry) {
            Ok((Some(Choice { name, reason, .. }), passed)) => {
                Decision::new(Found { driver: Some(name), ..Found::default() }, reason.because(passed))
            }
            Ok((None, passed)) => Decision { because: passed, ..Decision::plain(Found::default()) },
            Err(miss) => missed(miss),
        };
        Ok(decision.with_problems(registry.warn_of_broken()))
    }
}
