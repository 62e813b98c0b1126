use super::access::{Access, Seen};
use super::answer::{Break, FlavorReach, Reached};
use super::given::ReachGiven;
use super::landing::{ClassPools, InPools, Kept, Landing};
use super::twice::{namesakes, shown_otherwise};
use super::unrequired::unrequired;
use super::why::Why;
use crate::base::{Edition, Index};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::{self, AllFree, Fleet, View, doubles, fleet_of, presumed};
use crate::policy::traits::lint::{OneFlavor, drops_a_trait, nothing_to_look_at, warnings};
use crate::policy::traits::matching::{Boot, Conditions};
use crate::policy::traits::names::Library;
use crate::policy::traits::placement::{Found, Market, Refused};
use crate::policy::traits::pools::Unknown;
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::Capabilities;
use crate::policy::traits::wishes::{Wish, wishes};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Fault, Json, PathStep, Pointer};

/// `traits/reach`
#[derive(Debug)]
pub(crate) struct Reach;

/// The default number of flavors and breaks listed, and of nodes and pools listed for each flavor.
const LISTED: usize = 200;
const OF_FLAVOR: usize = 20;

/// The maximum number of bytes for names in an answer, because each flavor may lead to all nodes.
const ROOM: usize = 1 << 20;

/// The approximate number of bytes that a name takes in addition to its own length.
const OVERHEAD: usize = 16;

impl Answers for Reach {
    const NAME: &'static str = "traits/reach";
    const ASKS: &'static str =
        "which flavors a project sees, which nodes and pools they lead to, and what is no longer kept apart";
    const VERDICT: VerdictFrom = VerdictFrom::TrueIfAny("separated");
    type Given<'a> = ReachGiven<'a>;
    type Answer<'a> = Reached<'a>;

    fn decide<'a>(mut given: ReachGiven<'a>, asked: &Asked<'a>) -> Outcome<Reached<'a>> {
        if given.project.is_empty() {
            let cause = Cause::Unreadable { text: String::new(), expected: "the id of a project" };
            return Err(Undecided::from(Fault::at(&PathStep::Root("/given/project"), cause)));
        }
        shown_otherwise(&given.flavors)?;
        let fleet = fleet_of(given.nodes.take(), given.fleet.take(), asked)?;
        fleet::shown_otherwise(&fleet)?;
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        let capabilities = Capabilities::new(given.capability_traits.as_ref(), &[], Some(given.service_disabled));
        let view = View::new(&fleet, library, capabilities, asked.edition);
        let conditions = Conditions::new(asked.edition, given.min_compute_version, given.service_disabled);
        let access = Access::new(&given.access, &given.flavors, given.project);
        let groups: Vec<Groups<'a>> = given.flavors.iter().map(|flavor| Groups::read(flavor, None, false)).collect();
        let of_it = |(flavor, groups)| InPools { groups, wishes: wishes(flavor, None), seen: access.sees(flavor) };
        let flavors: Vec<InPools<'_, 'a>> = given.flavors.iter().zip(&groups).map(of_it).collect();
        let pools = ClassPools::new(&given.pools, &flavors, &view);
        let mut reaching = Reaching::new(&given, &view, asked.edition);
        let doubts = reaching.doubts(&flavors);
        let ids: Index<'a> = given.flavors.iter().map(|flavor| flavor.id.map_or("", |id| id.text)).collect();
        for (place, (flavor, of_it)) in given.flavors.iter().zip(&flavors).enumerate() {
            // A flavor that is shown twice is one flavor.
            if flavor.id.is_none_or(|id| ids.find(id.text) == Some(place)) {
                reaching.look(flavor, of_it, &pools, conditions);
            }
        }
        let presumed = presumed(&fleet, &reaching.free);
        Ok(reaching
            .decision(&fleet, &access, &flavors, pools.keep_something())
            .with_problems(doubts)
            .with_problems(doubles(&fleet))
            .with_problems(presumed))
    }
}

/// The maximum number of warnings about flavors; `traits/lint` shows more.
const TOLD: usize = 100;

/// The results so far.
struct Reaching<'r, 'a> {
    given: &'r ReachGiven<'a>,
    view: &'r View<'r, 'a>,
    edition: Edition,
    /// The nodes that the project could get if all were free, and those that it gets now.
    reached: Bits,
    free: Bits,
    hidden: usize,
    flavors: Vec<FlavorReach<'a>>,
    /// The key of each of these flavors that makes every boot fail.
    breaking: Vec<Option<&'a str>>,
    /// The number of flavors that the project sees, and of those that it may see.
    seen: [usize; 2],
    breaks: Vec<Break<'a>>,
    broken: usize,
    /// The number of breaks that are certain.
    certain: usize,
    /// Whether missing information leaves open what is kept apart.
    open: bool,
    room: usize,
}

impl<'r, 'a> Reaching<'r, 'a> {
    fn new(given: &'r ReachGiven<'a>, view: &'r View<'r, 'a>, edition: Edition) -> Self {
        let none = || Bits::none(view.fleet.len());
        Self {
            given,
            view,
            edition,
            reached: none(),
            free: none(),
            hidden: 0,
            flavors: Vec::new(),
            breaking: Vec::new(),
            seen: [0; 2],
            breaks: Vec::new(),
            broken: 0,
            certain: 0,
            open: false,
            room: ROOM,
        }
    }

    /// Returns how many elements of a list to show, with `otherwise` as the default.
    fn most(&self, otherwise: usize) -> usize {
        self.given.list_at_most.map_or(otherwise, |most| usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Returns the warnings of `traits/lint` about the flavors. A trait that was meant to mark a pool but does not
    /// leaves open what is kept apart.
    fn doubts(&mut self, flavors: &[InPools<'_, 'a>]) -> Vec<Problem> {
        let (mut sought, mut told, mut more) = (0, Vec::new(), 0);
        // Another warning covers the case of nodes without flavors.
        let (flavors_given, nodes) = (self.given.flavors.len(), self.view.fleet.len());
        let nothing = nothing_to_look_at(flavors_given, nodes).filter(|_| flavors_given > 0 || nodes == 0);
        self.open |= nothing.is_some() || self.given.flavors.is_empty();
        told.extend(nothing);
        if self.given.flavors.is_empty() && told.is_empty() {
            told.push(Problem::warning(&REACH_WITHOUT_FLAVORS, Pointer::to("given").key("flavors")));
        }
        told.extend(namesakes(&self.given.flavors));
        let mut in_doubt = Vec::new();
        let ids: Index<'a> = self.given.flavors.iter().map(|flavor| flavor.id.map_or("", |id| id.text)).collect();
        for (place, (flavor, of_it)) in self.given.flavors.iter().zip(flavors).enumerate() {
            if flavor.id.is_some_and(|id| ids.find(id.text) != Some(place)) {
                continue;
            }
            let place = Pointer::to("flavors").index(place);
            let one = OneFlavor { flavor, place, groups: of_it.groups, view: self.view, knows_traits: true };
            for problem in warnings(&one, &mut sought) {
                match told.len() {
                    ..TOLD => told.push(problem),
                    _ => more += 1,
                }
            }
            let unknown = |wish: &Wish<'a>| wish.required && !self.view.knows_trait(wish.name);
            // A declared trait marks a pool in any case.
            let asks_elsewhere = || self.given.pools.is_empty() && of_it.asks_elsewhere(self.view);
            let is_in_doubt = || drops_a_trait(flavor) || of_it.wishes.iter().any(unknown) || asks_elsewhere();
            if of_it.seen != Seen::Public && is_in_doubt() {
                in_doubt.push(flavor.called());
            }
        }
        let request = Pointer::to("given");
        let subject = Fact::named("subject", "the flavors");
        let rest = || Problem::warning(&LINT_MORE, request.clone().key("flavors"));
        told.extend((more > 0).then(|| rest().fact(Fact::named("more", more)).fact(subject)));
        let wished = flavors.iter().flat_map(|flavor| &flavor.wishes).map(|wish| wish.name);
        let unknown = Unknown::new(wished, self.view.fleet);
        for (index, name) in self.given.pools.iter().enumerate() {
            let Some(facts) = unknown.facts(name) else { continue };
            let problem = Problem::warning(&LINT_POOL_UNKNOWN, request.clone().key("pools").index(index));
            told.push(facts.into_iter().fold(problem, Problem::fact));
            self.open = true;
        }
        if !in_doubt.is_empty() {
            let names = Fact::named("names", Json::Null).listing(in_doubt.into_iter());
            told.push(Problem::warning(&REACH_POOL_IN_DOUBT, request.key("flavors")).fact(names));
            self.open = true;
        }
        told
    }

    fn look(&mut self, flavor: &Flavor<'a>, of_it: &InPools<'_, 'a>, pools: &ClassPools<'a>, conditions: Conditions) {
        // The flavor may be a private one, whose traits would mark a pool.
        self.open |= of_it.seen == Seen::NotTold;
        let [seen, perhaps] = &mut self.seen;
        match of_it.seen.is_certain() {
            Some(true) => *seen += 1,
            None => *perhaps += 1,
            Some(false) => {
                self.hidden += 1;
                return;
            }
        }
        let parameters = conditions.parameters(of_it.groups);
        let pairs: Vec<(&str, &str)> = parameters.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let nobody = || Bits::none(self.view.fleet.len());
        let boot = Boot::of(flavor, None, self.edition);
        let found = |market: &dyn Market| {
            let mut nodes = conditions.find(&pairs, market)?;
            boot.keep(&mut nodes, self.view);
            Ok(nodes)
        };
        let (could, now) = (found(&AllFree(self.view)), found(self.view));
        let reason = could.as_ref().err().map(|refused: &Refused<'_>| refused.reason);
        let could = could.ok().filter(|found| !found.is_empty()).unwrap_or_else(nobody);
        let now = now.ok().filter(|found| !found.is_empty()).unwrap_or_else(nobody);
        let class = of_it.groups.bare_metal_class();
        let landings = pools.landings(class, &could, self.view);
        self.note_breaks(flavor, of_it.seen, class, &landings);
        if of_it.seen.is_certain() == Some(true) {
            self.reached.add(&could);
            self.free.add(&now);
        }
        if self.flavors.len() < self.most(LISTED) {
            let count = could.len();
            let view = self.view;
            let nodes: Vec<&str> = self.listed(could.iter().map(|place| view.fleet.name(place)));
            let in_all = landings.len();
            let names = self.listed(landings.iter().map(|landing| landing.pool.unwrap_or_default()));
            let pools: Vec<Landing<'a>> = landings.into_iter().take(names.len()).collect();
            let outcome = match (reason, count) {
                (Some(_), _) => Found::Rejected,
                (None, 0) => Found::NoCandidates,
                (None, _) => Found::Candidates,
            };
            self.breaking.push(boot.breaking.filter(|_| reason.is_none()));
            self.flavors.push(FlavorReach {
                flavor: flavor.called(),
                seen: of_it.seen,
                outcome,
                reason,
                class,
                count,
                free: now.len(),
                more_nodes: beyond(count, nodes.len()),
                nodes,
                more_pools: beyond(in_all, pools.len()),
                pools,
            });
        }
    }

    /// Returns the first names of a list, as far as there is room.
    fn listed<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
        let most = self.most(OF_FLAVOR);
        names.take(most).take_while(|name| self.has_room(name.len())).collect()
    }

    /// Reserves room for a text. Returns false if there is not enough.
    fn has_room(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes + OVERHEAD);
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    /// Records the nodes that are, or may be, reserved for others.
    fn note_breaks(&mut self, flavor: &Flavor<'a>, seen: Seen, class: Option<&'a str>, landings: &[Landing<'a>]) {
        for landing in landings {
            let certain = match landing.kept {
                Kept::ForAll | Kept::ForProject => continue,
                Kept::ForOthers => seen.is_certain() == Some(true),
                Kept::NotKnown => false,
            };
            let Some(pool) = landing.pool else { continue };
            self.broken += 1;
            self.certain += usize::from(certain);
            let name = flavor.called();
            if self.breaks.len() < self.most(LISTED) && self.has_room(name.len() + pool.len()) {
                self.breaks.push(Break { flavor: name, pool, class, nodes: landing.nodes, certain });
            }
        }
    }

    fn decision(
        self,
        fleet: &Doc<'a, Fleet<'a>>,
        access: &Access<'a>,
        flavors: &[InPools<'_, 'a>],
        kept: bool,
    ) -> Decision<Reached<'a>> {
        let unrequired = unrequired(&self.given.pools, flavors, (self.view.fleet, &self.reached));
        // Nobody says for whom a declared pool is reserved.
        let is_open = self.open || unrequired.is_some() && !self.given.pools.is_empty();
        let separated = match (self.certain, self.broken) {
            (1.., _) => Some(false),
            (0, 0) if !is_open => Some(true),
            _ => None,
        };
        let answer = Reached {
            separated,
            nodes: self.reached.len(),
            free: self.free.len(),
            hidden: self.hidden,
            more_flavors: beyond(self.seen.iter().sum(), self.flavors.len()),
            flavors: self.flavors,
            more_breaks: beyond(self.broken, self.breaks.len()),
            breaks: self.breaks,
        };
        let why = Why {
            given: self.given,
            nodes: fleet.len(),
            seen: self.seen,
            kept: kept || is_open,
            answer: &answer,
            breaking: &self.breaking,
        };
        let (reason, doubts) = (why.reason(), why.doubts(access, flavors));
        Decision::new(answer, reason).with_problems(doubts).with_problems(unrequired)
    }
}

/// Returns how many elements are not shown. `None`: all are shown.
fn beyond(all: usize, told: usize) -> Option<usize> {
    all.checked_sub(told).filter(|more| *more > 0)
}
