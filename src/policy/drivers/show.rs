use super::create_cluster::Template;
use super::installed::{Installed, Setup};
use super::microversion::Versions;
use super::reasons::*;
use super::refusal::Refusal;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A template that is shown, alone or in a list.
    pub(crate) struct ShowGiven<'a> {
        /// The installed drivers, of which only the versions in a registry are read.
        #[flatten]
        installed: Installed<'a>,
        /// The template that is shown.
        template: Template<'a>,
        /// Whether the list is a detailed one, which makes no difference to the driver.
        detail: bool,
        /// The API versions of the client and the service.
        #[flatten]
        versions: Versions<'a>,
    }
}

answer! {
    /// The driver in the response.
    #[derive(Default)]
    pub(crate) struct Shown<'a> {
        /// The HTTP status of the response.
        status: u16,
        /// Whether the response has the key `driver`; absent if the request is refused.
        has_driver ["hasDriver"]: Option<bool>,
        /// The driver in the response; absent if the template stores none or the client does not see the field.
        driver: Option<&'a str>,
        /// The error; absent if the request is answered.
        error: Option<Refusal>,
    }
}

/// `drivers/show-template`
#[derive(Debug)]
pub(crate) struct ShowTemplate;

/// `drivers/list-templates`
#[derive(Debug)]
pub(crate) struct ListTemplates;

impl Answers for ShowTemplate {
    const NAME: &'static str = "drivers/show-template";
    const ASKS: &'static str = "what a client of some version sees of a template's driver";
    type Given<'a> = ShowGiven<'a>;
    type Answer<'a> = Shown<'a>;

    fn decide<'a>(given: ShowGiven<'a>, asked: &Asked<'a>) -> Outcome<Shown<'a>> {
        show(given, asked)
    }
}

impl Answers for ListTemplates {
    const NAME: &'static str = "drivers/list-templates";
    const ASKS: &'static str = "what a client of some version sees of the driver in a list of templates";
    type Given<'a> = ShowGiven<'a>;
    type Answer<'a> = Shown<'a>;

    /// Lists, detailed or not, contain the same as a single template that is shown.
    fn decide<'a>(given: ShowGiven<'a>, asked: &Asked<'a>) -> Outcome<Shown<'a>> {
        show(given, asked)
    }
}

fn show<'a>(given: ShowGiven<'a>, asked: &Asked<'a>) -> Outcome<Shown<'a>> {
    let setup = Setup::read(given.installed, asked)?;
    let driver = given.template.stored();
    let place = Pointer::to("template").key("driver");
    let stored = match driver {
        Some(name) => Reason::new(&TEMPLATE_STORES, name).saw(place, name),
        None => Reason::new(&TEMPLATE_STORES_NONE, "template").fact(Fact::of(place, given.template.driver)),
    };
    Ok(match given.versions.hides_driver(&setup, asked.edition)? {
        Ok(None) => Decision::new(Shown { status: 200, has_driver: Some(true), driver, error: None }, stored),
        Ok(Some(hidden)) => {
            let answer = Shown { status: 200, has_driver: Some(false), ..Shown::default() };
            Decision::new(answer, stored.because([hidden]))
        }
        Err(miss) => {
            let answer = Shown { status: miss.refusal.status(), error: Some(miss.refusal), ..Shown::default() };
            Decision::new(answer, miss.reason)
        }
    })
}
