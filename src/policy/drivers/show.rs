use super::microversion::Versions;
use super::question::{ShowGiven, Shown};
use super::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// `drivers/show-template`
#[derive(Debug)]
pub struct ShowTemplate;

/// `drivers/list-templates`
#[derive(Debug)]
pub struct ListTemplates;

impl Answers for ShowTemplate {
    const NAME: &'static str = "drivers/show-template";
    const ASKS: &'static str = "what a client of some version sees of a template's driver";
    type Given<'a> = ShowGiven<'a>;
    type Answer<'a> = Shown<'a>;

    fn decide<'a>(given: ShowGiven<'a>, asked: &Asked<'a>) -> Outcome<Shown<'a>> {
        Ok(show(&given, asked))
    }
}

impl Answers for ListTemplates {
    const NAME: &'static str = "drivers/list-templates";
    const ASKS: &'static str = "what a client of some version sees of the driver in a list of templates";
    type Given<'a> = ShowGiven<'a>;
    type Answer<'a> = Shown<'a>;

    /// A list, detailed or not, says what showing says.
    fn decide<'a>(given: ShowGiven<'a>, asked: &Asked<'a>) -> Outcome<Shown<'a>> {
        Ok(show(&given, asked))
    }
}

fn show<'a>(given: &ShowGiven<'a>, asked: &Asked<'a>) -> Decision<Shown<'a>> {
    let versions = Versions {
        header: given.version_header,
        min: given.api_min_version,
        max: given.api_max_version,
        driver_since: given.driver_field_since,
    };
    let driver = given.template.driver;
    let place = Pointer::to("template").key("driver");
    let stored = match driver {
        Some(name) => Reason::new(&TEMPLATE_STORES, name).saw(place, name),
        None => Reason::new(&TEMPLATE_STORES_NONE, "template").fact(Fact::absent(place)),
    };
    match versions.hides_driver(asked.edition) {
        Ok(None) => Decision::new(Shown { status: 200, has_driver: Some(true), driver, error: None }, stored),
        Ok(Some(hidden)) => {
            let answer = Shown { status: 200, has_driver: Some(false), ..Shown::default() };
            Decision::new(answer, stored.because([hidden]))
        }
        Err(miss) => {
            let answer = Shown { status: miss.refusal.status(), error: Some(miss.refusal), ..Shown::default() };
            Decision::new(answer, miss.reason)
        }
    }
}
