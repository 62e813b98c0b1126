use super::access::{Access, AccessRow, Seen};
use super::landing::{ClassPools, InPools, Kept, Landing};
use super::twice::{namesakes, shown_otherwise};
use super::unrequired::unrequired;
use super::why::Why;
use crate::base::Index;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::{Flavor, Node};
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::{self, AllFree, Fleet, View, doubles, fleet_of, presumed};
use crate::policy::traits::lint::{OneFlavor, drops_a_trait, nothing_to_look_at, warnings};
use crate::policy::traits::matching::Conditions;
use crate::policy::traits::names::Library;
use crate::policy::traits::placement::{Found, Market, Rejection};
use crate::policy::traits::pools::Unknown;
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::{Capabilities, CapabilityTraits};
use crate::policy::traits::wishes::{Wish, wishes};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem};
use crate::wire::{Cause, Fault, Json, PathStep, Pointer, answer, given};

given! {
    /// A project, the flavors of a deployment, and its nodes.
    pub(crate) struct ReachGiven<'a> {
        /// The id of the project.
        project: &'a str,
        /// The flavors, those of others too: they say which pools are kept for whom.
        flavors: Vec<Flavor<'a>>,
        /// Who may use private ones, as Nova lists it separately; besides what a flavor itself says.
        access: Vec<AccessRow<'a>>,
        /// The nodes.
        nodes: Option<Vec<Node<'a>>>,
        /// A fleet in their place, or the name of a loaded one.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows. In place of those of the fleet.
        known_traits ["knownTraits"]: Option<Vec<&'a str>>,
        /// Traits that mark pools of nodes, in place of those that flavors require.
        pools: Vec<&'a str>,
        /// The version of the oldest compute service; 73 unless given.
        min_compute_version ["minComputeVersion"]: Option<u64>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// What the driver says it supports and does not; what today's Ironic driver says, unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// How many flavors, breaks, and pools and nodes of each flavor are listed; 200, 200, 20 and 20 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// What a project sees and gets.
    pub(crate) struct Reached<'a> {
        /// Whether it gets no node that is kept for others. Left out where that is not known.
        separated: Option<bool>,
        /// How many nodes it can land on, were all of them free.
        nodes: usize,
        /// How many nodes it can land on now.
        free: usize,
        /// How many private flavors it does not see.
        hidden: usize,
        /// The flavors that it sees, or may see.
        flavors: Vec<FlavorReach<'a>>,
        /// How many more it sees.
        more_flavors ["moreFlavors"]: Option<usize>,
        /// Where it gets nodes that are kept for others, or may be.
        breaks: Vec<Break<'a>>,
        /// How many more there are.
        more_breaks ["moreBreaks"]: Option<usize>,
    }
}

answer! {
    /// What a flavor leads to.
    pub(crate) struct FlavorReach<'a> {
        /// The flavor.
        flavor: &'a str,
        /// Why the project sees it, or that nobody knows.
        seen: Seen,
        /// What Placement would find, were all nodes free.
        outcome: Found,
        /// Why it refuses.
        reason: Option<Rejection>,
        /// The class of nodes that is asked for.
        class: Option<&'a str>,
        /// How many nodes the flavor can land on, were all of them free.
        count: usize,
        /// How many it can land on now.
        free: usize,
        /// The first of the nodes by name.
        nodes: Vec<&'a str>,
        /// How many more there are.
        more_nodes ["moreNodes"]: Option<usize>,
        /// In which pools they are.
        pools: Vec<Landing<'a>>,
        /// In how many more.
        more_pools ["morePools"]: Option<usize>,
    }
}

answer! {
    /// Nodes that are kept for others and that the project gets.
    #[derive(Clone)]
    pub(crate) struct Break<'a> {
        /// Through which flavor.
        flavor: &'a str,
        /// The trait that marks the pool.
        pool: &'a str,
        /// The class of the nodes.
        class: Option<&'a str>,
        /// How many of the pool.
        nodes: usize,
        /// Whether it is known that the project sees the flavor and that the pool is not kept for it.
        certain: bool,
    }
}

/// `traits/reach`
#[derive(Debug)]
pub(crate) struct Reach;

/// How many flavors and breaks are listed, and how many nodes and pools of each flavor.
const LISTED: usize = 200;
const OF_FLAVOR: usize = 20;

/// How many bytes of names are listed in all: each flavor may lead to all nodes.
const ROOM: usize = 1 << 20;

/// About how many bytes a name takes beside itself.
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
        let mut reaching = Reaching::new(&given, &view);
        let doubts = reaching.doubts(&flavors);
        let ids: Index<'a> = given.flavors.iter().map(|flavor| flavor.id.map_or("", |id| id.text)).collect();
        for (place, (flavor, of_it)) in given.flavors.iter().zip(&flavors).enumerate() {
            // What is shown twice is one flavor.
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

/// How many warnings about flavors are told: who has more to mend asks for the check itself.
const TOLD: usize = 100;

/// What was found so far.
struct Reaching<'r, 'a> {
    given: &'r ReachGiven<'a>,
    view: &'r View<'r, 'a>,
    /// The nodes that the project gets, were all of them free, and those that it gets now.
    reached: Bits,
    free: Bits,
    hidden: usize,
    flavors: Vec<FlavorReach<'a>>,
    /// How many flavors it sees, and how many more it may see.
    seen: [usize; 2],
    breaks: Vec<Break<'a>>,
    broken: usize,
    /// How many of the breaks are certain.
    certain: usize,
    /// Whether something is not told on which it depends what is kept apart.
    open: bool,
    room: usize,
}

impl<'r, 'a> Reaching<'r, 'a> {
    fn new(given: &'r ReachGiven<'a>, view: &'r View<'r, 'a>) -> Self {
        let none = || Bits::none(view.fleet.len());
        Self {
            given,
            view,
            reached: none(),
            free: none(),
            hidden: 0,
            flavors: Vec::new(),
            seen: [0; 2],
            breaks: Vec::new(),
            broken: 0,
            certain: 0,
            open: false,
            room: ROOM,
        }
    }

    /// How many of a list are told.
    fn most(&self, otherwise: usize) -> usize {
        self.given.list_at_most.map_or(otherwise, |most| usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// What the check says of the flavors. What was to mark a pool and does not leaves open what is kept apart.
    fn doubts(&mut self, flavors: &[InPools<'_, 'a>]) -> Vec<Problem> {
        let (mut sought, mut told, mut more) = (0, Vec::new(), 0);
        // That there are nodes and no flavors has a warning of its own.
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
            // What is declared marks a pool all the same.
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
        // It may be a private one, whose traits would mark a pool.
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
        let found = |market: &dyn Market| conditions.find(&pairs, market);
        let (could, now) = (found(&AllFree(self.view)), found(self.view));
        let reason = could.as_ref().err().map(|refused| refused.reason);
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

    /// The first of a list of names, as far as there is room.
    fn listed<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
        let most = self.most(OF_FLAVOR);
        names.take(most).take_while(|name| self.has_room(name.len())).collect()
    }

    /// Takes the room of a text, if it is there.
    fn has_room(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes + OVERHEAD);
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    /// Notes the nodes that are kept for others, or may be.
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
        // For whom a declared pool is kept nobody says.
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
        let why =
            Why { given: self.given, nodes: fleet.len(), seen: self.seen, kept: kept || is_open, answer: &answer };
        let (reason, doubts) = (why.reason(), why.doubts(access, flavors));
        Decision::new(answer, reason).with_problems(doubts).with_problems(unrequired)
    }
}

/// How many more there are than are told; `None`: all are told.
fn beyond(all: usize, told: usize) -> Option<usize> {
    all.checked_sub(told).filter(|more| *more > 0)
}
