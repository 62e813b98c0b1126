use super::divergences::CLUSTER_ASKS_DRIVER;
use super::installed::{Installed, Setup};
use super::printed::{COUNTED, Shown, cut_short, expect_whole};
use super::reasons::*;
use super::refusal::{Miss, Refusal};
use super::registry::{ClusterType, Hit, Registry};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Fault, PathStep, Pointer, Reader, answer, given};

given! {
    /// A stored cluster template.
    foreign pub(crate) struct Template<'a> {
        /// The server type, `vm` or `bm`; `vm` unless given.
        server_type: Option<&'a str>,
        /// The orchestrator; `kubernetes` unless given.
        coe: Option<&'a str>,
        /// The operating system.
        cluster_distro: Option<&'a str>,
        /// The stored driver; null or absent in templates that are older than the field.
        driver: Option<&'a str>,
        /// The members that tell which client printed the template.
        #[flatten]
        shown: Shown<'a>,
    } then whole
}

fn whole<'a>(_: &mut Template<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    expect_whole(from, &[], &COUNTED)
}

impl<'a> Template<'a> {
    /// The driver that the template stores, if any.
    pub(crate) fn stored(&self) -> Option<&'a str> {
        self.shown.text(self.driver)
    }

    fn wanted(&self) -> ClusterType<'a> {
        let text = |text| self.shown.text(text);
        ClusterType::of_template(text(self.server_type), text(self.cluster_distro), text(self.coe))
    }
}

given! {
    /// A cluster that is to be created from a template.
    pub(crate) struct ClusterGiven<'a> {
        /// The installed drivers.
        #[flatten]
        installed: Installed<'a>,
        /// The template that the cluster is created from.
        template: Template<'a>,
    } then with_system
}

/// Checks that the template has its operating system, which decides which drivers provide its type. A template may be
/// shown without it, but no cluster can be judged without it.
fn with_system<'a>(_: &mut ClusterGiven<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    const MEMBER: &str = "template";
    const SYSTEM: &str = "cluster_distro";
    let template = from.value().get(MEMBER).filter(|template| !template.is_null());
    match template.is_some_and(|template| template.get(SYSTEM).is_none()) {
        true => Err(Fault::at(&PathStep::Key(from.step(), MEMBER), cut_short(&[SYSTEM]))),
        false => Ok(()),
    }
}

answer! {
    /// How far the creation of a cluster gets.
    pub(crate) struct ClusterCreated<'a> {
        /// The result of the API's check: `pass` or an error.
        api_gate ["apiGate"]: &'static str,
        /// The driver that the conductor loads; absent if it loads none.
        conductor_driver ["conductorDriver"]: Option<&'a str>,
        /// The error if the conductor loads no driver.
        conductor_error ["conductorError"]: Option<Refusal>,
    }
}

/// `drivers/create-cluster`
#[derive(Debug)]
pub(crate) struct CreateCluster;

impl Answers for CreateCluster {
    const NAME: &'static str = "drivers/create-cluster";
    const ASKS: &'static str = "whether a cluster can be made from a template, and which driver makes it";
    const VERDICT: VerdictFrom = VerdictFrom::Word("apiGate", "pass", Some("conductorError"));
    type Given<'a> = ClusterGiven<'a>;
    type Answer<'a> = ClusterCreated<'a>;

    fn decide<'a>(given: ClusterGiven<'a>, asked: &Asked<'a>) -> Outcome<ClusterCreated<'a>> {
        let setup = Setup::read(given.installed, asked)?;
        let registry = Registry::new(&setup, asked.edition);
        let template = &given.template;
        let wanted = template.wanted();
        let name = template.stored().filter(|name| !name.is_empty());
        let conductor = match name {
            Some(name) => registry.named(name),
            None => registry.for_type(&wanted),
        };
        let asks_driver = asked.edition.applies(&CLUSTER_ASKS_DRIVER);
        let (gate_error, gate_reason) = match name.filter(|_| asks_driver) {
            Some(name) => (conductor.as_ref().err().map(|miss| miss.refusal), Reason::new(&API_ASKS_DRIVER, name)),
            None => gate_by_type(registry.for_type(&wanted)),
        };
        let warning = conductor.as_ref().ok().and_then(|hit| registry.warn_unless_provided(hit.index, &wanted));
        let (driver, error, reason) = match conductor {
            Ok(hit) => (Some(hit.driver.name), None, hit.reason),
            Err(Miss { refusal, reason }) => (None, Some(refusal), reason),
        };
        let place = Pointer::to("template").key("driver");
        let stored = match name {
            Some(name) => Reason::new(&TEMPLATE_STORES, name).saw(place, name),
            None => Reason::new(&TEMPLATE_STORES_NONE, "template").fact(Fact::of(place, template.driver)),
        };
        let answer = ClusterCreated {
            api_gate: gate_error.map_or("pass", Refusal::word),
            conductor_driver: driver,
            conductor_error: error,
        };
        let mut decision = Decision::new(answer, gate_reason);
        decision.because.push(stored.because([reason]));
        Ok(decision.with_problems(warning).with_problems(registry.warnings()))
    }
}

fn gate_by_type(found: Result<Hit<'_, '_>, Miss>) -> (Option<Refusal>, Reason) {
    match found {
        Ok(hit) => (None, Reason::new(&API_ASKS_TYPE, hit.driver.name).because([hit.reason])),
        Err(miss) => (Some(miss.refusal), Reason::new(&API_ASKS_TYPE, "").because([miss.reason])),
    }
}
