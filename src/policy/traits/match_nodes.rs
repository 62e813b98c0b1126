//! Which nodes can take a flavor.

use super::bits::Bits;
use super::causes::Causes;
use super::cure::Patient;
use super::divergences::NO_ROOT_CONDITIONS;
use super::fleet::{FLEET, Fleet, LoadedFleet};
use super::groups::Groups;
use super::library::Library;
use super::match_why::Why;
use super::microversion::Microversion;
use super::parameters::{Parameters, Refused};
use super::provider_traits::{Capabilities, OWNER_NOVA, STATUS_DISABLED};
use super::question::matching::*;
use super::question::placement::Found;
use super::reasons::FLEET_NOT_GIVEN;
use super::search::{Market, search};
use super::view::View;
use super::wishes::wishes;
use crate::base::sort::sort;
use crate::question::{Answers, Asked, Decision, Located, Outcome, Reference, Undecided, VerdictFrom};
use crate::wire::{Ordered, Pointer, Value};

/// `traits/match-nodes`
#[derive(Debug)]
pub struct MatchNodes;

/// The version that Nova asks Placement with.
const ASKED_AT: Microversion = Microversion::minor(36);

/// From this version of the oldest compute service on, Nova marks the providers it owns and asks for the mark.
const MARKS_SINCE: u64 = 73;

/// How many nodes of a loaded fleet are listed one by one, unless more are asked for.
const OF_LOADED: u64 = 20;

impl Answers for MatchNodes {
    const NAME: &'static str = "traits/match-nodes";
    const ASKS: &'static str = "which bare metal nodes can take a flavor and an image, what keeps the others out, and what would let in one more";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = MatchGiven<'a>;
    type Answer<'a> = Matched<'a>;

    fn decide<'a>(mut given: MatchGiven<'a>, asked: &Asked<'a>) -> Outcome<Matched<'a>> {
        let ground = Ground::of(given.nodes.take(), given.fleet, asked)?;
        Ok(Matching::new(&ground, &given, asked).decide())
    }
}

/// The fleet of a question.
pub struct Ground<'a> {
    fleet: Held<'a>,
    /// What the path of a fact about it starts with.
    pub place: Pointer,
}

enum Held<'a> {
    Loaded(&'a Fleet<'a>),
    Given(Box<Fleet<'a>>),
}

impl<'a> Ground<'a> {
    /// The nodes of a list, or the fleet in their place.
    pub fn of(
        nodes: Option<Vec<super::model::Node<'a>>>,
        fleet: Option<Reference<'a>>,
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        if let Some(nodes) = nodes {
            return Ok(Self { fleet: Held::Given(Box::new(Fleet::new(nodes, &[]))), place: Pointer::default() });
        }
        let missing = || Undecided::missing(&FLEET_NOT_GIVEN, Pointer::to("nodes"));
        let fleet = fleet.ok_or_else(missing)?;
        match fleet.locate::<LoadedFleet>("fleet", (FLEET.group, FLEET.kind), asked.documents)? {
            Located::Loaded(loaded, place) => {
                Ok(Self { fleet: Held::Loaded(loaded.fleet()), place: Pointer::parsed(&place) })
            }
            Located::Given(value, place) => Ok(Self { fleet: read(value, &place)?, place: Pointer::parsed(&place) }),
        }
    }

    /// The fleet.
    pub fn fleet(&self) -> &Fleet<'a> {
        match &self.fleet {
            Held::Loaded(fleet) => fleet,
            Held::Given(fleet) => fleet,
        }
    }

    fn is_loaded(&self) -> bool {
        matches!(self.fleet, Held::Loaded(_))
    }
}

fn read<'a>(value: Value<'a>, place: &str) -> Result<Held<'a>, Undecided> {
    let fleet = Fleet::read(value, &format!("/given{place}")).map_err(Undecided::request)?;
    Ok(Held::Given(Box::new(fleet)))
}

/// A flavor held against a fleet.
struct Matching<'m, 'a> {
    ground: &'m Ground<'a>,
    given: &'m MatchGiven<'a>,
    asked: &'m Asked<'a>,
    groups: Groups<'a>,
    view: View<'m, 'a>,
}

impl<'m, 'a> Matching<'m, 'a> {
    fn new(ground: &'m Ground<'a>, given: &'m MatchGiven<'a>, asked: &'m Asked<'a>) -> Self {
        let groups = Groups::read(&given.flavor, given.image.as_ref(), given.boot_from_volume);
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        let capabilities = Capabilities::new(given.capability_traits.as_ref(), &[], Some(given.service_disabled));
        let view = View::new(ground.fleet(), library, capabilities, asked.edition);
        Self { ground, given, asked, groups, view }
    }

    /// What Nova asks of the root beside what the flavor wishes.
    fn root_conditions(&self) -> Option<(String, String)> {
        if self.asked.edition.applies(&NO_ROOT_CONDITIONS) {
            return None;
        }
        let marks = self.given.min_compute_version.unwrap_or(MARKS_SINCE) >= MARKS_SINCE;
        let owner = if marks { format!("{OWNER_NOVA},") } else { String::new() };
        Some(("root_required".to_owned(), format!("{owner}!{STATUS_DISABLED}")))
    }

    fn decide(&self) -> Decision<Matched<'a>> {
        let mut parameters = self.groups.parameters();
        parameters.extend(self.root_conditions());
        sort(&mut parameters);
        let pairs: Vec<(&str, &str)> = parameters.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let query = Parameters::new(&pairs, ASKED_AT).read();
        let nobody = self.asked.edition.applies(&NO_ROOT_CONDITIONS) && self.given.service_disabled;
        let roots = if nobody { Bits::none(self.view.fleet.len()) } else { self.roots() };
        let found = query.and_then(|query| if nobody { Ok(roots.clone()) } else { search(&query, &self.view).found });
        self.answer(found, &roots)
    }

    /// The nodes that pass the conditions on roots.
    fn roots(&self) -> Bits {
        let mut roots = self.view.all();
        if let Some((_, conditions)) = self.root_conditions() {
            for name in conditions.split(',') {
                match name.strip_prefix('!') {
                    Some(name) => roots.remove(&self.view.having(name)),
                    None => roots.keep(&self.view.having(name)),
                }
            }
        }
        roots
    }

    fn answer(&self, found: Result<Bits, Refused<'_>>, roots: &Bits) -> Decision<Matched<'a>> {
        let fleet = self.view.fleet;
        let wishes = wishes(&self.given.flavor, self.given.image.as_ref());
        let none = Bits::none(fleet.len());
        let candidates = found.as_ref().ok().filter(|found| !found.is_empty()).unwrap_or(&none);
        let patient = Patient {
            flavor: &self.given.flavor,
            groups: &self.groups,
            wishes: &wishes,
            view: &self.view,
            roots,
            candidates,
        };
        let cure = patient.cure();
        let causes = Causes::new(&self.view, &self.groups, &wishes, candidates);
        let fitting = candidates.len();
        let (summary, refused) = match &found {
            // Where the question itself is refused nothing is the fault of a node, unless it is one that was not
            // reported and would have made a name known.
            Err(_) => {
                let mut summary = causes.summary(fitting);
                summary.refused.retain(|cause| cause.cause == Kind::NotSynced);
                (summary, Vec::new())
            }
            Ok(_) => (causes.summary(fitting), causes.one_by_one(self.most())),
        };
        let why = Why {
            place: &self.ground.place,
            given: self.given,
            groups: &self.groups,
            view: &self.view,
            wishes: &wishes,
            summary: &summary,
            cure: cure.as_ref(),
        };
        let (outcome, because) = match &found {
            Err(refused) => (Found::Rejected, why.rejected(refused)),
            Ok(_) if fitting == 0 => (Found::NoCandidates, why.found(candidates)),
            Ok(_) => (Found::Candidates, why.found(candidates)),
        };
        let rejection = found.as_ref().err().map(|refused| refused.reason);
        let answer = Matched {
            outcome,
            candidates: candidates.iter().map(|place| fleet.name(place)).collect(),
            status: rejection.map(|reason| reason.status()),
            reason: rejection,
            unsynced_nodes: self.unsynced(),
            refused: Some(refused).filter(|refused| !refused.is_empty()),
            summary,
            cure,
        };
        Decision { answer, because, problems: Vec::new() }
    }

    /// How many nodes are listed one by one.
    fn most(&self) -> usize {
        let otherwise = if self.ground.is_loaded() { OF_LOADED } else { u64::MAX };
        usize::try_from(self.given.list_at_most.unwrap_or(otherwise)).unwrap_or(usize::MAX)
    }

    fn unsynced(&self) -> Option<Ordered<&'a str, super::question::sync::SyncError>> {
        let mut unsynced = Vec::new();
        let mut last = None;
        for place in self.view.unsynced().iter().take(if self.ground.is_loaded() { self.most() } else { usize::MAX }) {
            let name = self.view.fleet.name(place);
            // Nodes of one name are neighbours, and the first speaks for them.
            if let Some(error) = self.view.sync_error(place).filter(|_| last != Some(name)) {
                unsynced.push((name, error));
                last = Some(name);
            }
        }
        Some(unsynced.into_iter().collect()).filter(|unsynced: &Ordered<_, _>| !unsynced.is_empty())
    }
}
