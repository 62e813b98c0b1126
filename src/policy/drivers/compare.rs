//! What another registry, another configuration, or the feature itself makes of templates.

use super::divergences::CLUSTER_ASKS_DRIVER;
use super::installed::Setup;
use super::reasons::*;
use super::refusal::Refusal;
use super::registry::{ClusterType, Registry, Stop};
use super::served::is_accepted;
use super::stored::StoredTemplate;
use super::twice::each_once;
use super::why::provides;
use crate::base::Edition;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, PathStep, Pointer, Reader, Value, answer, given, words};

given! {
    /// Templates, and what they meet before and after a change.
    pub(crate) struct CompareGiven<'a> {
        /// The registry before, as a `DriverRegistry` or the name of a loaded one; by default the one afterwards.
        before: Option<Reference<'a>>,
        /// The registry afterwards.
        after: Reference<'a>,
        /// Whether drivers could not be named before: no template stored one, and the type of a cluster decided.
        before_naming ["beforeNaming"]: bool,
        /// The templates.
        templates: Vec<StoredTemplate<'a>>,
        /// How many templates are listed whose driver changes; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    } then with_drivers
}

/// Sees that each template says whether it stores a driver, if templates could: a client that was told to show a few
/// columns leaves it out, and then it looks like one that stores none.
fn with_drivers<'a>(given: &mut CompareGiven<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    const MEMBER: &str = "templates";
    let templates = from.value().get(MEMBER).into_iter().flat_map(Value::elements);
    let cut = templates.take_while(|_| !given.before_naming).position(|template| template.get("driver").is_none());
    cut.map_or(Ok(()), |index| {
        let place = PathStep::Key(from.step(), MEMBER);
        let expected = "all of it, as `openstack coe cluster template show -f json` prints it, with `driver: null` where it \
                        stores none; `beforeNaming: true` where none could be named before";
        let cause = Cause::WrongType { found: "a template without `driver`".to_owned(), expected };
        Err(Fault::at(&PathStep::Index(&place, index), cause))
    })
}

answer! {
    /// What becomes of templates.
    pub(crate) struct Compared<'a> {
        /// Whether all go on as before: those that are stored, and the same created again.
        same: bool,
        /// How many templates there are; one that is shown twice is one.
        count: usize,
        /// Counts by outcome, for clusters of stored templates.
        clusters: Tally,
        /// Counts by outcome, where templates are created again.
        again: Tally,
        /// The templates that do not go on as before.
        templates: Vec<TemplateChange<'a>>,
    }
}

answer! {
    /// How many have each outcome.
    #[derive(Default)]
    pub(crate) struct Tally {
        /// They go on as before.
        same: usize,
        /// Another driver takes them.
        changes: usize,
        /// They worked and do not any more.
        stops: usize,
        /// They did not work and do now.
        starts: usize,
        /// They did not work and fail for another reason now.
        fails: usize,
    }
}

answer! {
    /// What becomes of a template.
    pub(crate) struct TemplateChange<'a> {
        /// Its name, or its uuid.
        template: &'a str,
        /// Its place in the list.
        index: usize,
        /// What becomes of clusters that are made from it.
        clusters: Turn<'a>,
        /// What becomes of the same template when it is created again.
        again: Turn<'a>,
        /// Whether the driver that it then gets lacks its type, so that clusters from it may fail.
        lacks_type ["lacksType"]: bool,
    }
}

answer! {
    /// What comes of something before and after.
    #[derive(Clone, Copy)]
    pub(crate) struct Turn<'a> {
        /// The outcome.
        change: Change,
        /// Before.
        before: Run<'a>,
        /// Afterwards.
        after: Run<'a>,
    }
}

answer! {
    /// The driver that does it, or why there is none.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Run<'a> {
        /// The driver.
        driver: Option<&'a str>,
        /// Why not.
        error: Option<Refusal>,
    }
}

words! {
    /// What becomes of something.
    pub(crate) enum Change {
        /// It goes on as before.
        Same = "same",
        /// Another driver takes it.
        Changes = "changes",
        /// It worked and does not any more.
        Stops = "stops",
        /// It did not work and does now.
        Starts = "starts",
        /// It did not work and fails for another reason now.
        Fails = "fails",
    }
}

/// `drivers/compare`
#[derive(Debug)]
pub(crate) struct Compare;

/// How many templates are listed, and for how many of them it is said why.
const LISTED: u64 = 200;
const TOLD: usize = 20;

/// How many templates are named that fail on both sides.
const NAMED: usize = 5;

impl Answers for Compare {
    const NAME: &'static str = "drivers/compare";
    const ASKS: &'static str = "which templates another registry or configuration gives another driver, or stops";
    const VERDICT: VerdictFrom = VerdictFrom::True("same");
    type Given<'a> = CompareGiven<'a>;
    type Answer<'a> = Compared<'a>;

    fn decide<'a>(given: CompareGiven<'a>, asked: &Asked<'a>) -> Outcome<Compared<'a>> {
        let itself = !given.before_naming && is_itself(given.before.as_ref(), &given.after);
        let after = Setup::named(given.after, "after", asked)?;
        let before = given.before.map(|before| Setup::named(before, "before", asked)).transpose()?;
        let naming = !given.before_naming;
        let [before, after] = [
            Side::new(before.as_ref().unwrap_or(&after), naming, asked.edition),
            Side::new(&after, true, asked.edition),
        ];
        let templates = each_once(&given.templates)?;
        let mut compared = Compared {
            same: true,
            count: templates.len(),
            clusters: Tally::default(),
            again: Tally::default(),
            templates: Vec::new(),
        };
        let most = usize::try_from(given.list_at_most.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let (mut why, mut failing) = (Vec::new(), Vec::new());
        for (index, template) in templates {
            // A template that was stored before drivers could be named stores none, then and now.
            let stored = template.stored().filter(|_| naming);
            let clusters = Turn::of(before.cluster(template, stored), after.cluster(template, stored));
            let again = Turn::of(before.creation(template), after.creation(template));
            compared.clusters.count(clusters.change);
            compared.again.count(again.change);
            let name = template.name.or(template.uuid).unwrap_or("template");
            if clusters.before.error.is_some() && clusters.after.error.is_some() {
                failing.push(name);
            }
            if clusters.change == Change::Same && again.change == Change::Same {
                continue;
            }
            compared.same = false;
            if why.len() < TOLD {
                why.push(told(&after, (template, index, name), clusters, again));
            }
            if compared.templates.len() < most {
                let lacks_type = after.lacking(template, again.after).is_some();
                compared.templates.push(TemplateChange { template: name, index, clusters, again, lacks_type });
            }
        }
        let code = if compared.same { &TEMPLATES_GO_ON } else { &TEMPLATES_CHANGE };
        let tally = |name: &'static str, tally: &Tally| {
            let Tally { changes, stops, .. } = tally;
            Fact::named(name, format!("{changes} change their driver and {stops} stop"))
        };
        let reason = Reason::new(code, "templates")
            .fact(Fact::named("count", compared.count))
            .fact(tally("clusters", &compared.clusters))
            .fact(tally("again", &compared.again))
            .because(why);
        let nothing = given.templates.is_empty();
        let place = || Pointer::to("given").key("templates");
        let nothing = nothing.then(|| Problem::warning(&NOTHING_COMPARED, place()));
        let failing = (!failing.is_empty()).then(|| {
            let more = failing.len().saturating_sub(NAMED);
            let names: Json = failing.iter().take(NAMED).copied().collect();
            Problem::warning(&TEMPLATES_STILL_FAIL, place())
                .fact(Fact::named("count", failing.len()))
                .fact(Fact::named("names", names))
                .fact(Fact::named("more", if more > 0 { format!(" and {more} more") } else { String::new() }))
        });
        let stored = not_heard(&given.templates).filter(|_| !naming);
        let itself = (itself && nothing.is_none())
            .then(|| Problem::warning(&COMPARED_WITH_ITSELF, Pointer::to("given").key("before")));
        let problems = nothing.into_iter().chain(itself).chain(failing).chain(stored);
        Ok(Decision::new(compared, reason).with_problems(problems))
    }
}

/// Whether the registry before is the one afterwards, as it is where none is given.
fn is_itself(before: Option<&Reference<'_>>, after: &Reference<'_>) -> bool {
    match (before, after) {
        (None, _) => true,
        (Some(Reference::Named(before)), Reference::Named(after)) => before == after,
        (Some(Reference::Inline(before)), Reference::Inline(after)) => before == after,
        _ => false,
    }
}

/// The warning that templates store a driver though none could be named before, so that what they store is passed over.
fn not_heard(templates: &[StoredTemplate<'_>]) -> Option<Problem> {
    let mut storing = templates.iter().enumerate().filter(|(_, template)| template.stored().is_some());
    let (index, first) = storing.next()?;
    let place = Pointer::to("templates").index(index).key("driver");
    let seen = Fact::of(place.clone(), first.stored());
    let count = Fact::named("count", 1 + storing.count());
    Some(Problem::warning(&STORED_BEFORE_NAMING, Pointer::to("given").join(&place)).fact(seen).fact(count))
}

/// Why a template does not go on as before.
fn told(
    after: &Side<'_, '_>,
    (template, index, name): (&StoredTemplate<'_>, usize, &str),
    clusters: Turn<'_>,
    again: Turn<'_>,
) -> Reason {
    let word = |run: Run<'_>| run.driver.map_or_else(|| run.error.map_or("", Refusal::word).to_owned(), str::to_owned);
    let place = Pointer::to("templates").index(index);
    let row = |code: &'static Code, turn: Turn<'_>, because: Option<Reason>| {
        let changed = turn.change != Change::Same;
        changed.then(|| {
            Reason::new(code, name)
                .fact(Fact::named("before", word(turn.before)))
                .fact(Fact::named("after", word(turn.after)))
                .because(because)
        })
    };
    let stored = template.stored();
    let lost = clusters.after.error.and_then(|_| {
        let by_name = stored.and_then(|driver| after.registry.named(driver).err());
        let missed = by_name.or_else(|| after.registry.for_type(&template.wanted()).err());
        missed.map(|miss| miss.reason)
    });
    let lost_again = again.after.error.and_then(|_| match after.chosen(template) {
        Some(Ok(name)) => after.registry.named(name).err().map(|miss| miss.reason),
        Some(Err(_)) => after.registry.configured().err().map(|miss| miss.reason),
        None => after.registry.for_type(&template.wanted()).err().map(|miss| miss.reason),
    });
    let lacking = after.lacking(template, again.after).map(|index| {
        Reason::new(&DRIVER_LACKS_CLUSTER_TYPE, name)
            .fact(Fact::of(after.registry.at(index).key("name"), again.after.driver))
            .fact(Fact::named("type", template.wanted().name()))
    });
    Reason::new(&TEMPLATE_CHANGES, name)
        .fact(Fact::of(place.key("driver"), template.driver))
        .because(row(&CLUSTERS_CHANGE, clusters, lost))
        .because(row(&AGAIN_CHANGES, again, lost_again.or(lacking)))
}

impl Tally {
    fn count(&mut self, change: Change) {
        *match change {
            Change::Same => &mut self.same,
            Change::Changes => &mut self.changes,
            Change::Stops => &mut self.stops,
            Change::Starts => &mut self.starts,
            Change::Fails => &mut self.fails,
        } += 1;
    }
}

impl<'a> Turn<'a> {
    fn of(before: Run<'a>, after: Run<'a>) -> Self {
        let change = match (before.driver, after.driver) {
            _ if before == after => Change::Same,
            (Some(_), Some(_)) => Change::Changes,
            (Some(_), None) => Change::Stops,
            (None, Some(_)) => Change::Starts,
            (None, None) => Change::Fails,
        };
        Self { change, before, after }
    }
}

/// A server, before or after.
struct Side<'g, 'a> {
    registry: Registry<'g, 'a>,
    /// Whether templates can name a driver, and store one.
    naming: bool,
    /// The driver of templates for which nobody names one, or what they are refused for. `None`: the type decides.
    usual: Option<Result<&'a str, Refusal>>,
}

impl<'g, 'a> Side<'g, 'a> {
    fn new(setup: &'g Setup<'a>, naming: bool, edition: Edition) -> Self {
        let registry = Registry::new(setup, edition);
        let usual = match (registry.list(), registry.default_name()) {
            (Err(stop), _) => Some(Err(stop.refusal())),
            (_, Some(name)) if registry.has_enabled(name) => Some(Ok(name)),
            (_, Some(_)) => Some(Err(Refusal::DriverNotSupported)),
            (_, None) => registry.first_enabled().map(|(_, name)| Ok(name)),
        };
        Self { registry, naming, usual }
    }

    fn run(&self, found: Result<usize, Stop>) -> Run<'a> {
        match found {
            Ok(index) => Run { driver: self.registry.driver(index).map(|driver| driver.name), error: None },
            Err(stop) => Run { driver: None, error: Some(stop.refusal()) },
        }
    }

    /// Who makes clusters of a template that stores this driver: what the API refuses, the conductor never sees.
    fn cluster(&self, template: &StoredTemplate<'a>, stored: Option<&'a str>) -> Run<'a> {
        let wanted = template.wanted();
        let by_type = || self.registry.find_for_type(&wanted);
        let Some(name) = stored else { return self.run(by_type()) };
        if self.registry.edition.applies(&CLUSTER_ASKS_DRIVER) {
            return self.run(self.registry.find_named(name));
        }
        self.run(by_type().and_then(|_| self.registry.find_named(name)))
    }

    /// The name that a new template gets, or what it is refused for. `None`: the type decides.
    fn chosen(&self, template: &StoredTemplate<'a>) -> Option<Result<&'a str, Refusal>> {
        let of_image = template.magnum_driver.filter(|name| !name.is_empty());
        of_image.map(Ok).or(self.usual).filter(|_| self.naming)
    }

    /// The driver of a new template, if it does not provide the template's type.
    fn lacking(&self, template: &StoredTemplate<'a>, run: Run<'a>) -> Option<usize> {
        let (index, driver) = self.registry.installed(run.driver?)?;
        provides(driver, &template.wanted()).is_none().then_some(index)
    }

    /// Which driver the same template gets when it is created again by a request that names none.
    fn creation(&self, template: &StoredTemplate<'a>) -> Run<'a> {
        // What no template may be is refused before anybody looks for a driver.
        let ClusterType { server_type, coe, .. } = template.wanted();
        if !server_type.zip(coe).is_some_and(|(server_type, coe)| is_accepted(server_type, coe)) {
            return Run { driver: None, error: Some(Refusal::InvalidField) };
        }
        match self.chosen(template) {
            None => self.run(self.registry.find_for_type(&template.wanted())),
            Some(Err(refusal)) => Run { driver: None, error: Some(refusal) },
            Some(Ok(name)) => self.run(self.registry.find_named(name)),
        }
    }
}
