//! What a change of the registry or the configuration, or the introduction of the feature itself, does to templates.

use super::divergences::CLUSTER_ASKS_DRIVER;
use super::installed::Setup;
use super::reasons::*;
use super::refusal::Refusal;
use super::registry::{ClusterType, Registry, Stop};
use super::served::is_accepted;
use super::stored::StoredTemplate;
use super::twice::each_once;
use crate::base::Edition;
use crate::base::sort::set;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, PathStep, Pointer, Reader, Value, answer, given, words};

given! {
    /// Templates, and the registries before and after a change.
    pub(crate) struct CompareGiven<'a> {
        /// The registry before the change, as a `DriverRegistry` or the name of a loaded one; `after` unless given.
        before: Option<Reference<'a>>,
        /// The registry after the change, as a `DriverRegistry` or the name of a loaded one.
        after: Reference<'a>,
        /// Whether drivers could not be named before the change: no template stored one, and the cluster type decided.
        before_naming ["beforeNaming"]: bool,
        /// The templates to compare.
        templates: Vec<StoredTemplate<'a>>,
        /// The maximum number of changed templates to list; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    } then with_drivers
}

/// Checks that each template says whether it stores a driver, unless drivers could not be named before. A client that
/// was told to show only a few columns leaves the member out, and such a template would look like one that stores none.
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
    /// The effects of the change on templates.
    pub(crate) struct Compared<'a> {
        /// Whether nothing changes, neither for clusters of stored templates nor for the same templates created again.
        same: bool,
        /// The number of templates; a template that occurs twice counts once.
        count: usize,
        /// The number of templates by outcome, for new clusters made from the stored templates.
        clusters: Tally,
        /// The number of templates by outcome, if the same templates are created again.
        again: Tally,
        /// The templates that the change affects.
        templates: Vec<TemplateChange<'a>>,
    }
}

answer! {
    /// The number of templates with each outcome.
    #[derive(Default)]
    pub(crate) struct Tally {
        /// Templates that work as before, or fail as before.
        same: usize,
        /// Templates that another driver takes over.
        changes: usize,
        /// Templates that worked before and fail now.
        stops: usize,
        /// Templates that failed before and work now.
        starts: usize,
        /// Templates that failed before and now fail for another reason.
        fails: usize,
    }
}

answer! {
    /// The effect of the change on one template.
    pub(crate) struct TemplateChange<'a> {
        /// The name of the template, or else its uuid.
        template: &'a str,
        /// The index of the template in the list.
        index: usize,
        /// The effect on clusters that are made from the stored template.
        clusters: Turn<'a>,
        /// The effect if the same template is created again.
        again: Turn<'a>,
        /// Whether its driver when it is created again does not provide its cluster type, so that clusters may fail.
        lacks_type ["lacksType"]: bool,
    }
}

answer! {
    /// An outcome before and after the change.
    #[derive(Clone, Copy)]
    pub(crate) struct Turn<'a> {
        /// How the two compare.
        change: Change,
        /// The outcome before the change.
        before: Run<'a>,
        /// The outcome after the change.
        after: Run<'a>,
    }
}

answer! {
    /// The driver that is used, or the reason why there is none.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Run<'a> {
        /// The driver; absent if there is none.
        driver: Option<&'a str>,
        /// The error; absent if there is a driver.
        error: Option<Refusal>,
    }
}

words! {
    /// How an outcome changes.
    pub(crate) enum Change {
        /// It works as before, or fails as before.
        Same = "same",
        /// Another driver takes over.
        Changes = "changes",
        /// It worked before and fails now.
        Stops = "stops",
        /// It failed before and works now.
        Starts = "starts",
        /// It failed before and now fails for another reason.
        Fails = "fails",
    }
}

/// `drivers/compare`
#[derive(Debug)]
pub(crate) struct Compare;

/// The default number of templates listed, and the number of templates that are explained.
const LISTED: u64 = 200;
const TOLD: usize = 20;

/// The number of templates that the warning about templates failing on both sides names.
const NAMED: usize = 5;

impl Answers for Compare {
    const NAME: &'static str = "drivers/compare";
    const ASKS: &'static str = "which templates another registry or configuration gives another driver, or stops";
    const VERDICT: VerdictFrom = VerdictFrom::True("same");
    type Given<'a> = CompareGiven<'a>;
    type Answer<'a> = Compared<'a>;

    fn decide<'a>(given: CompareGiven<'a>, asked: &Asked<'a>) -> Outcome<Compared<'a>> {
        let is_itself = is_itself(given.before.as_ref(), &given.after);
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
        let (mut why, mut failing, mut losing) = (Vec::new(), Vec::new(), Vec::new());
        for (index, template) in templates {
            // Templates that were stored before drivers could be named store none, neither then nor now.
            let stored = template.stored().filter(|_| naming);
            let [made, made_now] = [&before, &after].map(|side| side.cluster(template, stored));
            let [created, created_now] = [&before, &after].map(|side| side.creation(template));
            let clusters = Turn::of(before.run(made), after.run(made_now));
            let again = Turn::of(before.run(created), after.run(created_now));
            compared.clusters.count(clusters.change);
            compared.again.count(again.change);
            let name = template.name.or(template.uuid).unwrap_or("template");
            if clusters.before.error.is_some() && clusters.after.error.is_some() {
                failing.push(name);
            }
            for (turn, then, now) in [(clusters, made, made_now), (again, created, created_now)] {
                let is_lost = turn.change == Change::Same && before.lacking(template, then).is_none();
                losing.extend(after.lacking(template, now).zip(template.wanted().triple()).filter(|_| is_lost));
            }
            if clusters.change == Change::Same && again.change == Change::Same {
                continue;
            }
            compared.same = false;
            let lacking = after.lacking(template, created_now);
            if why.len() < TOLD {
                why.push(told(&after, (template, index, name), (clusters, stored), (again, lacking)));
            }
            if compared.templates.len() < most {
                let lacks_type = lacking.is_some();
                compared.templates.push(TemplateChange { template: name, index, clusters, again, lacks_type });
            }
        }
        let code = if compared.same { &TEMPLATES_GO_ON } else { &TEMPLATES_CHANGE };
        let tally = |name: &'static str, tally: &Tally| {
            let Tally { changes, stops, .. } = *tally;
            let change = if changes == 1 { "changes its driver" } else { "change their driver" };
            let stop = if stops == 1 { "stops" } else { "stop" };
            Fact::named(name, format!("{changes} {change} and {stops} {stop}"))
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
        let itself = (naming && is_itself && nothing.is_none())
            .then(|| Problem::warning(&COMPARED_WITH_ITSELF, Pointer::to("given").key("before")));
        let problems = nothing.into_iter().chain(itself).chain(failing).chain(stored);
        let lost = set(losing)
            .into_iter()
            .filter_map(|(index, triple)| after.registry.warn_unless_provided(index, &ClusterType::of(triple)));
        let of_before = (!is_itself).then(|| before.registry.warnings());
        let of_setups = of_before.into_iter().flatten().chain(after.registry.warnings());
        Ok(Decision::new(compared, reason).with_problems(problems.chain(lost).chain(of_setups)))
    }
}

/// Whether the registry before is the same as the one after, which is also the case if none is given.
fn is_itself(before: Option<&Reference<'_>>, after: &Reference<'_>) -> bool {
    match (before, after) {
        (None, _) => true,
        (Some(Reference::Named(before)), Reference::Named(after)) => before == after,
        (Some(Reference::Inline(before)), Reference::Inline(after)) => before == after,
        _ => false,
    }
}

/// The warning that templates store a driver although none could be named before, so that the stored driver is ignored.
fn not_heard(templates: &[StoredTemplate<'_>]) -> Option<Problem> {
    let mut storing = templates.iter().enumerate().filter(|(_, template)| template.stored().is_some());
    let (index, first) = storing.next()?;
    let place = Pointer::to("templates").index(index).key("driver");
    let seen = Fact::of(place.clone(), first.stored());
    let count = Fact::named("count", 1 + storing.count());
    Some(Problem::warning(&STORED_BEFORE_NAMING, Pointer::to("given").join(&place)).fact(seen).fact(count))
}

/// Explains how a template is affected.
fn told(
    after: &Side<'_, '_>,
    (template, index, name): (&StoredTemplate<'_>, usize, &str),
    (clusters, stored): (Turn<'_>, Option<&str>),
    (again, lacking): (Turn<'_>, Option<usize>),
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
    let lost = clusters.after.error.and_then(|error| {
        // Of the two lookups, it is the one that ends in this error.
        let by_type = after.registry.for_type(&template.wanted()).err().filter(|miss| miss.refusal == error);
        let missed = by_type.or_else(|| after.registry.named(stored?).err());
        missed.map(|miss| miss.reason)
    });
    let lost_again = again.after.error.and_then(|_| match after.chosen(template) {
        Some(Ok(name)) => after.registry.named(name).err().map(|miss| miss.reason),
        Some(Err(_)) => after.registry.configured().err().map(|miss| miss.reason),
        None => after.registry.for_type(&template.wanted()).err().map(|miss| miss.reason),
    });
    let lacking = lacking.map(|index| {
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

/// The index of the driver that a template gets, or the refusal.
type Found = Result<usize, Refusal>;

/// The service before or after the change.
struct Side<'g, 'a> {
    registry: Registry<'g, 'a>,
    /// Whether templates can name and store a driver.
    naming: bool,
    /// The driver of templates for which nobody names one, or the refusal. `None`: the cluster type decides.
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

    fn run(&self, found: Found) -> Run<'a> {
        let driver = found.ok().and_then(|index| Some(self.registry.driver(index)?.name));
        Run { driver, error: found.err() }
    }

    /// The driver that makes clusters of a template that stores `stored`. The conductor never sees what the API
    /// refuses.
    fn cluster(&self, template: &StoredTemplate<'a>, stored: Option<&'a str>) -> Found {
        let by_type = || self.registry.find_for_type(&template.wanted());
        let found = match stored {
            None => by_type(),
            Some(name) if self.registry.edition.applies(&CLUSTER_ASKS_DRIVER) => self.registry.find_named(name),
            Some(name) => by_type().and_then(|_| self.registry.find_named(name)),
        };
        found.map_err(Stop::refusal)
    }

    /// The driver name that a new template gets, or the refusal. `None`: the cluster type decides.
    fn chosen(&self, template: &StoredTemplate<'a>) -> Option<Result<&'a str, Refusal>> {
        let of_image = template.magnum_driver.filter(|name| !name.is_empty());
        of_image.map(Ok).or(self.usual).filter(|_| self.naming)
    }

    /// The driver that was found, if it does not provide the template's cluster type.
    fn lacking(&self, template: &StoredTemplate<'a>, found: Found) -> Option<usize> {
        found.ok().filter(|index| !self.registry.provides(*index, &template.wanted()))
    }

    /// The driver that the same template gets when it is created again by a request that names none.
    fn creation(&self, template: &StoredTemplate<'a>) -> Found {
        // Types that no template may have are refused before the search for a driver.
        let ClusterType { server_type, coe, .. } = template.wanted();
        if !server_type.zip(coe).is_some_and(|(server_type, coe)| is_accepted(server_type, coe)) {
            return Err(Refusal::InvalidField);
        }
        let found = match self.chosen(template).transpose()? {
            None => self.registry.find_for_type(&template.wanted()),
            Some(name) => self.registry.find_named(name),
        };
        found.map_err(Stop::refusal)
    }
}
