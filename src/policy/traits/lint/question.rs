use super::classes::check_classes;
use super::finding::{Finding, Findings, Linting, finding};
use super::flavor::check_flavor;
use super::given::LintGiven;
use super::lookalikes::check_lookalikes;
use super::nodes::check_nodes;
use super::pools::check_pools;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::{self, View, doubles, fleet_of};
use crate::policy::traits::names::{Library, is_custom};
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::Capabilities;
use crate::policy::traits::wishes::wishes;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Level, Problem, Reason, Reasons};
use crate::wire::{Json, Pointer, answer};

answer! {
    /// The findings about flavors and nodes.
    pub(crate) struct Linted {
        /// Whether all findings are mere warnings.
        ok: bool,
        /// The number of findings, including those that are not listed.
        count: usize,
        /// The findings.
        findings: Vec<Finding>,
    }
}

/// Finds flavors and nodes that occur twice with different contents: nobody could say which counts.
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

/// The warning that there is nothing to check, or nothing to check flavors against, so that no finding means nothing.
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

/// The warning that flavors require a possible pool trait, but do not say whether they are public. They are taken for
/// public, and a trait that only they require is not taken for a pool's.
fn not_told(flavors: &[Flavor<'_>]) -> Option<Problem> {
    let marks = |flavor: &Flavor<'_>| wishes(flavor, None).iter().any(|wish| wish.required && is_custom(wish.name));
    let not_told = |flavor: &&Flavor<'_>| flavor.is_public.is_none() && flavor.projects.is_none() && marks(flavor);
    let names: Vec<&str> = flavors.iter().filter(not_told).map(Flavor::called).collect();
    let list = Fact::named("names", Json::Null).listing(names.iter().copied());
    let at = Pointer::to("given").key("flavors");
    (!names.is_empty()).then(|| Problem::warning(&FLAVOR_VISIBILITY_NOT_GIVEN, at).fact(list))
}

/// Checks that Placement knows the traits that Nova adds to every node. A list of known traits without them is
/// incomplete, and would keep every node from being reported.
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

/// The facts about a flavor that occurs twice.
pub(crate) fn twice(flavor: &Flavor<'_>, places: [Pointer; 2]) -> [Fact; 3] {
    let [first, second] = places.map(|place| place.to_string());
    [Fact::named("flavor", flavor.called()), Fact::named("first", first), Fact::named("second", second)]
}

/// `traits/lint`
#[derive(Debug)]
pub(crate) struct Lint;

/// The default number of findings listed.
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
