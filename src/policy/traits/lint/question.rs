use super::classes::check_classes;
use super::finding::{Finding, Findings, Linting, finding};
use super::flavor::check_flavor;
use super::lookalikes::check_lookalikes;
use super::nodes::check_nodes;
use super::pools::check_pools;
use crate::policy::traits::documents::{Flavor, Node};
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::{self, View, doubles, fleet_of};
use crate::policy::traits::names::{Library, is_custom};
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::Capabilities;
use crate::policy::traits::wishes::wishes;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Fact, Level, Problem, Reason, Reasons};
use crate::wire::{Json, Ordered, Pointer, answer, given};

given! {
    /// Flavors and nodes to look at.
    pub(crate) struct LintGiven<'a> {
        /// The flavors.
        flavors: Vec<Flavor<'a>>,
        /// The nodes.
        nodes: Option<Vec<Node<'a>>>,
        /// A fleet in their place, or the name of a loaded one.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows.
        known_traits ["knownTraits"]: Option<Vec<&'a str>>,
        /// What the libraries of other services know, by the name of the service.
        libraries: Ordered<&'a str, Vec<&'a str>>,
        /// Traits that mark pools of nodes, in place of the custom ones that private flavors require.
        pools: Vec<&'a str>,
        /// How many findings are listed; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// What is wrong.
    pub(crate) struct Linted {
        /// Whether there is nothing but warnings.
        ok: bool,
        /// How many findings there are.
        count: usize,
        /// The findings, flavors first.
        findings: Vec<Finding>,
    }
}

/// Looks for flavors and nodes that are shown twice and not alike: which of the two counts, nobody could say.
fn check_twice(lint: &Linting<'_, '_>, found: &mut Findings) {
    for (first, place) in Flavor::shown_otherwise(&lint.given.flavors) {
        let Some(flavor) = lint.given.flavors.get(place) else { continue };
        let at = Pointer::to("flavors");
        let facts = twice(flavor, [at.clone().index(first), at.clone().index(place)]);
        found.push(finding(Level::Error, &FLAVOR_SHOWN_TWICE, flavor.called(), at.index(place), None, facts));
    }
    for (first, place) in Flavor::namesakes(&lint.given.flavors) {
        let Some(flavor) = lint.given.flavors.get(place) else { continue };
        let at = Pointer::to("flavors");
        let facts = twice(flavor, [at.clone().index(first), at.clone().index(place)]);
        found.push(finding(Level::Error, &FLAVORS_SHARE_NAMES, flavor.called(), at.index(place), None, facts));
    }
    for (first, other) in lint.view.fleet.shown_otherwise() {
        let at = lint.fleet.place().key("nodes").index(other.index);
        let facts = fleet::twice(lint.fleet, first, other);
        found.push(finding(Level::Error, &NODES_SHARE_UUIDS, other.node.called(), at, None, facts));
    }
}

/// The warning that there is nothing to look at, or nothing to hold flavors against: then nothing is wrong with it.
pub(crate) fn nothing_to_look_at(flavors: usize, nodes: usize) -> Option<Problem> {
    let (code, member) = match (flavors, nodes) {
        (0, 0) => (&NOTHING_TO_LOOK_AT, "flavors"),
        (_, 0) => (&NO_NODES_TO_LOOK_AT, "nodes"),
        (0, _) => (&NO_FLAVORS_TO_LOOK_AT, "flavors"),
        _ => return None,
    };
    let problem = Problem::warning(code, Pointer::to("given").key(member));
    Some(problem.fact(Fact::named("flavors", flavors)).fact(Fact::named("nodes", nodes)))
}

/// The warning that nobody says of flavors whether they are public, though they require what may mark a pool: they are
/// taken for public, and a pool that only they require for none.
fn not_told(flavors: &[Flavor<'_>]) -> Option<Problem> {
    let marks = |flavor: &Flavor<'_>| wishes(flavor, None).iter().any(|wish| wish.required && is_custom(wish.name));
    let not_told = |flavor: &&Flavor<'_>| flavor.is_public.is_none() && flavor.projects.is_none() && marks(flavor);
    let names: Vec<&str> = flavors.iter().filter(not_told).map(Flavor::called).collect();
    let list = Fact::named("names", Json::Null).listing(names.iter().copied());
    let at = Pointer::to("given").key("flavors");
    (!names.is_empty()).then(|| Problem::warning(&FLAVOR_VISIBILITY_NOT_GIVEN, at).fact(list))
}

/// Looks whether Placement knows what Nova itself puts on every node: a list without that is cut short, and with it no
/// node is reported, whatever its own traits are.
fn check_list(lint: &Linting<'_, '_>, found: &mut Findings) {
    let lacking: Json = lint.view.lacking_marks().collect();
    if lint.view.fleet.len() == 0 || lacking.elements().is_empty() {
        return;
    }
    let place = match lint.given.known_traits {
        Some(_) => Pointer::to("knownTraits"),
        None => lint.fleet.place().key("knownTraits"),
    };
    let facts = [Fact::named("names", lacking)];
    found.push(finding(Level::Error, &LINT_LIST_LACKS_MARKS, "knownTraits", place, None, facts));
}

/// What is said of a flavor that is shown at two places.
pub(crate) fn twice(flavor: &Flavor<'_>, places: [Pointer; 2]) -> [Fact; 3] {
    let [first, second] = places.map(|place| place.to_string());
    [Fact::named("flavor", flavor.called()), Fact::named("first", first), Fact::named("second", second)]
}

/// `traits/lint`
#[derive(Debug)]
pub(crate) struct Lint;

/// How many findings are listed, unless more or fewer are asked for.
const LISTED: u64 = 200;

impl Answers for Lint {
    const NAME: &'static str = "traits/lint";
    const ASKS: &'static str = "what is wrong with flavors and nodes and goes unnoticed";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = LintGiven<'a>;
    type Answer<'a> = Linted;

    fn decide<'a>(mut given: LintGiven<'a>, asked: &Asked<'a>) -> Outcome<Linted> {
        let nothing_known = given.nodes.is_none() && given.fleet.is_none();
        let nodes = if nothing_known { Some(Vec::new()) } else { given.nodes.take() };
        let fleet = fleet_of(nodes, given.fleet, asked)?;
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        let capabilities = Capabilities::new(None, &[], Some(false));
        let view = View::new(&fleet, library, capabilities, asked.edition);
        let groups = given.flavors.iter().map(|flavor| Groups::read(flavor, None, false)).collect();
        let knows_traits = !nothing_known || given.known_traits.is_some();
        let knows_nodes = !nothing_known;
        let linted = Linting { given: &given, fleet: &fleet, view, groups, knows_traits, knows_nodes };
        let most = usize::try_from(given.list_at_most.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let mut found = Findings::up_to(most);
        check_twice(&linted, &mut found);
        check_list(&linted, &mut found);
        linted.flavors().for_each(|flavor| check_flavor(&flavor, &mut found));
        check_classes(&linted, &mut found);
        check_pools(&linted, &mut found);
        check_nodes(&linted, &mut found);
        check_lookalikes(&linted, &mut found);
        let (count, ok) = (found.count(), !found.has_errors());
        let (findings, reasons): (Vec<Finding>, Reasons) = found.told().into_iter().unzip();
        let reason = Reason::new(&LINTED, "lint")
            .fact(Fact::named("flavors", given.flavors.len()))
            .fact(Fact::named("nodes", fleet.len()))
            .fact(Fact::named("findings", count))
            .because(reasons);
        let nothing = nothing_to_look_at(given.flavors.len(), fleet.len());
        let nothing = nothing.into_iter().chain(not_told(&given.flavors));
        let decision = Decision::new(Linted { ok, count, findings }, reason);
        Ok(decision.with_problems(nothing).with_problems(doubles(&fleet)))
    }
}
