//! The nodes that can take a flavor.

use super::boot::Boot;
use super::causes::{Causes, Kind, NodeRefused, Summary};
use super::conditions::Conditions;
use super::cure::{Cure, Patient};
use super::given::MatchGiven;
use super::why::Why;
use crate::base::Edition;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::flavor::{Groups, further, unheard};
use crate::policy::traits::fleet::{Fleet, View, doubles, fleet_of, presumed, shown_otherwise};
use crate::policy::traits::lint::{OneFlavor, warnings};
use crate::policy::traits::names::Library;
use crate::policy::traits::placement::{Found, Refused, Rejection};
use crate::policy::traits::reasons::BREAKS_EVERY_BOOT;
use crate::policy::traits::reporting::{Capabilities, SyncError};
use crate::question::Doc;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Problem, Reason};
use crate::wire::{Ordered, Pointer, answer};

answer! {
    /// The nodes that can take the flavor.
    pub(crate) struct Matched<'a> {
        /// Whether Placement finds nodes.
        outcome: Found,
        /// The names of the nodes that fit, sorted.
        candidates: Vec<&'a str>,
        /// The HTTP status of Placement's response; absent unless it refuses the query.
        status: Option<u16>,
        /// The reason why Placement refuses the query; absent unless it does.
        reason: Option<Rejection>,
        /// The nodes that could not be reported, or not completely, with the reasons; absent if there are none.
        unsynced_nodes ["unsyncedNodes"]: Option<Ordered<&'a str, SyncError>>,
        /// The number of nodes that fit, and what keeps the others out.
        summary: Summary<'a>,
        /// The nodes that do not fit, one by one; absent if none are listed.
        refused: Option<Vec<NodeRefused<'a>>>,
        /// The smallest change of the flavor or the image that lets in one more node; absent if none was found.
        cure: Option<Cure<'a>>,
    }
}

/// `traits/match-nodes`
#[derive(Debug)]
pub(crate) struct MatchNodes;

/// The default number of refused nodes listed of a loaded fleet.
const OF_LOADED: u64 = 20;

impl Answers for MatchNodes {
    const NAME: &'static str = "traits/match-nodes";
    const ASKS: &'static str = "which bare metal nodes can take a flavor and an image, what keeps the others out, and what would let in one more";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = MatchGiven<'a>;
    type Answer<'a> = Matched<'a>;

    fn decide<'a>(mut given: MatchGiven<'a>, asked: &Asked<'a>) -> Outcome<Matched<'a>> {
        let fleet = fleet_of(given.nodes.take(), given.fleet, asked)?;
        shown_otherwise(&fleet)?;
        let matching = Matching::new(&fleet, &given, asked);
        let decision = matching.decide().with_problems(doubles(&fleet));
        let image = given.image.as_ref();
        Ok(decision
            .with_problems(matching.doubts())
            .with_problems(unheard(image, &Pointer::to("image"), |name| matching.view.library().accepts(name)))
            .with_problems(further::of_image(image)))
    }
}

/// A flavor that is matched with a fleet.
struct Matching<'m, 'a> {
    fleet: &'m Doc<'a, Fleet<'a>>,
    given: &'m MatchGiven<'a>,
    conditions: Conditions,
    groups: Groups<'a>,
    view: View<'m, 'a>,
    edition: Edition,
}

impl<'m, 'a> Matching<'m, 'a> {
    fn new(fleet: &'m Doc<'a, Fleet<'a>>, given: &'m MatchGiven<'a>, asked: &Asked<'a>) -> Self {
        let groups = Groups::read(&given.flavor, given.image.as_ref(), given.boot_from_volume);
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        let capabilities = Capabilities::new(given.capability_traits.as_ref(), &[], Some(given.service_disabled));
        let view = View::new(fleet, library, capabilities, asked.edition);
        let conditions = Conditions::new(asked.edition, given.min_compute_version, given.service_disabled);
        Self { fleet, given, conditions, groups, view, edition: asked.edition }
    }

    fn decide(&self) -> Decision<Matched<'a>> {
        let Self { conditions, view, .. } = self;
        let parameters = conditions.parameters(&self.groups);
        let pairs: Vec<(&str, &str)> = parameters.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let mut found = conditions.find(&pairs, view);
        let boot = Boot::of(&self.given.flavor, self.given.image.as_ref(), self.edition);
        if let (Some(key), Ok(nodes)) = (boot.breaking, &found)
            && !nodes.is_empty()
        {
            return self.broken(key);
        }
        if let Ok(nodes) = &mut found {
            boot.keep(nodes, view);
        }
        self.answer(found, &boot, &conditions.roots(view))
    }

    /// Answers for a flavor that finds nodes but fails to boot on each of them. No node is to blame, and there is no
    /// cure, because nobody knows what the author meant: without the key, the flavor would match more than intended.
    fn broken(&self, key: &'a str) -> Decision<Matched<'a>> {
        let answer = Matched {
            outcome: Found::NoCandidates,
            candidates: Vec::new(),
            status: None,
            reason: None,
            unsynced_nodes: self.unsynced(),
            summary: Summary { nodes: self.view.fleet.len(), fitting: 0, refused: Vec::new() },
            refused: None,
            cure: None,
        };
        Decision::new(answer, self.breaks(key))
    }

    fn breaks(&self, key: &'a str) -> Reason {
        let flavor = &self.given.flavor;
        let seen = flavor.extra_specs.get(key).map(|value| flavor.fact(Pointer::to("flavor"), key, *value));
        Reason::new(&BREAKS_EVERY_BOOT, key).facts(seen)
    }

    fn answer(&self, found: Result<Bits, Refused<'_>>, boot: &Boot<'a>, roots: &Bits) -> Decision<Matched<'a>> {
        let fleet = self.view.fleet;
        let wishes = boot.wishes.as_slice();
        let none = Bits::none(fleet.len());
        let candidates = found.as_ref().ok().filter(|found| !found.is_empty()).unwrap_or(&none);
        let patient =
            Patient { flavor: &self.given.flavor, groups: &self.groups, wishes, view: &self.view, roots, candidates };
        // No node is let in while each boot fails.
        let sought = boot.breaking.is_none() && patient.is_small();
        let cure = if sought { patient.cure() } else { None };
        let causes = Causes::new((&self.view, roots), &self.groups, wishes, candidates);
        let fitting = candidates.len();
        let (summary, refused) = match &found {
            // If the query itself is refused, no node is to blame, except those that were not reported and would have
            // made a name known.
            Err(_) => {
                let mut summary = causes.summary(fitting);
                summary.refused.retain(|cause| cause.cause == Kind::NotSynced);
                (summary, Vec::new())
            }
            Ok(_) => (causes.summary(fitting), causes.one_by_one(self.most())),
        };
        let why = Why {
            place: &self.fleet.place(),
            given: self.given,
            groups: &self.groups,
            view: &self.view,
            wishes,
            summary: &summary,
            cure: cure.as_ref(),
            sought,
            breaks: boot.breaking.map(|key| self.breaks(key)),
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
        Decision { answer, because, problems: presumed(self.fleet, candidates).into_iter().collect() }
    }

    /// Returns the findings of `traits/lint` about this flavor, as warnings.
    fn doubts(&self) -> Vec<Problem> {
        let flavor = &self.given.flavor;
        // The check is about the flavor alone, whatever image and disk it is booted with this time.
        let groups = Groups::read(flavor, None, false);
        let place = Pointer::to("flavor");
        warnings(&OneFlavor { flavor, place, groups: &groups, view: &self.view, knows_traits: true }, &mut 0)
    }

    /// Returns the maximum number of nodes listed one by one.
    fn most(&self) -> usize {
        let otherwise = if self.fleet.is_loaded() { OF_LOADED } else { u64::MAX };
        usize::try_from(self.given.list_at_most.unwrap_or(otherwise)).unwrap_or(usize::MAX)
    }

    fn unsynced(&self) -> Option<Ordered<&'a str, SyncError>> {
        let mut unsynced = Vec::new();
        let mut last = None;
        for place in self.view.unsynced().iter().take(if self.fleet.is_loaded() { self.most() } else { usize::MAX }) {
            let name = self.view.fleet.name(place);
            // Nodes of the same name are neighbours, and the first one counts.
            if let Some(error) = self.view.sync_error(place).filter(|_| last != Some(name)) {
                unsynced.push((name, error));
                last = Some(name);
            }
        }
        Some(unsynced.into_iter().collect()).filter(|unsynced: &Ordered<_, _>| !unsynced.is_empty())
    }
}
