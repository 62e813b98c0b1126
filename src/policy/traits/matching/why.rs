//! The reasons why nodes fit a flavor or do not.

use super::causes::{Cause, Kind, Summary};
use super::cure::{Action, Cure, Edit};
use super::given::MatchGiven;
use crate::base::nearest;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::flavor::{Asks, Groups, SpecKey};
use crate::policy::traits::fleet::View;
use crate::policy::traits::names::CUSTOM;
use crate::policy::traits::placement::Market;
use crate::policy::traits::placement::{Refused, Rejection, why_rejected};
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::SyncError;
use crate::policy::traits::wishes::{Owner, Wish};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Pointer};

/// The maximum number of names in a sentence.
const NAMED: usize = 5;

/// The maximum number of names with which an unknown one is compared.
const COMPARED: usize = 5_000;

/// The input for the reasons about a match.
pub(crate) struct Why<'w, 'a> {
    /// The place of the fleet, with which the places of its facts begin.
    pub place: &'w Pointer,
    /// The question.
    pub given: &'w MatchGiven<'a>,
    /// The demands of the flavor and the image.
    pub groups: &'w Groups<'a>,
    /// The fleet as Placement sees it.
    pub view: &'w View<'w, 'a>,
    /// The wishes for traits.
    pub wishes: &'w [Wish<'a>],
    /// The number of nodes that fit, and what keeps the others out.
    pub summary: &'w Summary<'a>,
    /// The smallest change that lets in one more node.
    pub cure: Option<&'w Cure<'a>>,
    /// Whether a change was sought at all, so that there is none if it was not found.
    pub sought: bool,
    /// The reason why every boot of the flavor fails, if it does.
    pub breaks: Option<Reason>,
}

impl<'a> Why<'_, 'a> {
    fn subject(&self) -> &'a str {
        self.given.flavor.called()
    }

    /// Gives the number of nodes that fit, each cause that keeps others out, and the cure.
    pub(crate) fn found(&self, candidates: &Bits) -> Reasons {
        let fitting = self.summary.fitting;
        let names = candidates.iter().map(|place| self.view.fleet.name(place));
        let fit = if fitting == 0 { &NO_NODE_FITS } else { &NODES_FIT };
        let disabled = self.given.service_disabled;
        let during = if disabled { ", as long as the compute service is disabled" } else { "" };
        let fit = Reason::new(fit, self.subject())
            .fact(Fact::named("fitting", fitting))
            .fact(Fact::named("nodes", self.summary.nodes))
            .facts((fitting == 0).then(|| Fact::named("while", during)))
            .facts(listed("names", names, fitting))
            .facts(disabled.then(|| Fact::at(Pointer::to("serviceDisabled"), disabled)))
            .because(self.asked_in_vain())
            .because(self.summary.refused.iter().filter(|cause| self.is_told(cause)).map(|cause| self.cause(cause)));
        [fit].into_iter().chain(self.cured()).collect()
    }

    /// Gives the reason why Placement refuses the query, and the cure.
    pub(crate) fn rejected(&self, refused: &Refused<'_>) -> Reasons {
        let named = |wish: &&Wish<'a>| wish.name.split(',').any(|part| part.trim() == refused.about);
        // Placement is not sent what only the boot reads.
        let sent = self.wishes.iter().filter(|wish| wish.suffix.is_some());
        let keys = sent.filter(named).flat_map(|wish| &wish.keys);
        let mut facts: Vec<Fact> = keys.map(|key| key.fact.clone()).collect();
        if refused.reason == Rejection::UnknownResourceClass {
            let asks = |key: SpecKey<'_>| key.asks == Asks::Resource && key.name == refused.about;
            let specs = self.given.flavor.extra_specs.iter();
            let asking = specs
                .filter(|(key, _)| SpecKey::parse(key).is_some_and(asks))
                .map(|(key, value)| self.given.flavor.fact(Pointer::to("flavor"), key, *value));
            facts.extend(asking);
        }
        let known = match refused.reason {
            Rejection::UnknownTrait => {
                let of_nodes = similar(refused.about, self.view.fleet.trait_names().iter().copied());
                of_nodes.or_else(|| self.view.library().nearest(refused.about).map(str::to_owned))
            }
            Rejection::UnknownResourceClass => similar(refused.about, self.view.fleet.classes()),
            _ => None,
        };
        let like = known
            .filter(|known| known != refused.about)
            .map(|known| Reason::new(&LOOKS_LIKE, refused.about).fact(Fact::named("known", known)));
        let because = Reason::new(&PLACEMENT_REFUSES, self.subject())
            .fact(Fact::named("nodes", self.summary.nodes))
            .because([why_rejected(refused, facts).because(like)])
            .because(self.summary.refused.iter().map(|cause| self.cause(cause)));
        [because].into_iter().chain(self.cured()).collect()
    }

    /// Gives the demands that no node at all can meet.
    fn asked_in_vain(&self) -> impl Iterator<Item = Reason> {
        let class = self.groups.bare_metal_class();
        let several = class.is_none().then(|| {
            let asked = self.groups.iter().flat_map(|group| &group.resources);
            let asked: Json = asked.map(|(class, amount)| format!("{class}:{amount}")).collect();
            Reason::new(&ASKS_FOR_MORE_THAN_A_NODE, self.subject()).fact(Fact::named("asked", asked))
        });
        let nobody = class.filter(|class| !self.view.fleet.anybody_of_class(class, self.view.inventoried()));
        let nobody = nobody.map(|class| Reason::new(&NO_NODE_OF_CLASS, class));
        let traits =
            self.wishes.iter().filter(|wish| self.summary.fitting == 0 && wish.required && self.is_met_by_nobody(wish));
        let traits = traits.take(NAMED).map(|wish| {
            let facts = wish.keys.iter().map(|key| key.fact.clone());
            let place = if self.view.fleet.count(wish.name) == 0 { "" } else { " in Placement" };
            Reason::new(&NO_NODE_HAS_TRAIT, wish.name).fact(Fact::named("place", place)).facts(facts)
        });
        several.into_iter().chain(nobody).chain(traits)
    }

    fn is_met_by_nobody(&self, wish: &Wish<'a>) -> bool {
        wish.failing(self.view, &self.view.all()).len() == self.summary.nodes
    }

    /// Whether the cause is reported. A flavor that asks for more than a node has gets a single reason for that.
    fn is_told(&self, cause: &Cause<'a>) -> bool {
        cause.cause != Kind::ResourceClass || self.groups.bare_metal_class().is_some()
    }

    fn cause(&self, cause: &Cause<'a>) -> Reason {
        let code = match (cause.cause, &cause.missing, &cause.forbidden, cause.error) {
            (Kind::Traits, Some(_), Some(_), _) => &NODES_LACK_AND_HAVE_TRAITS,
            (Kind::Traits, _, Some(_), _) => &NODES_HAVE_FORBIDDEN_TRAITS,
            (Kind::Traits, Some(_), ..) => &NODES_LACK_TRAITS,
            (Kind::Traits, ..) => &NODES_FAIL_ON_FURTHER_TRAITS,
            (Kind::NotFree, ..) => &NODES_NOT_FREE,
            (Kind::Hidden, ..) => &NODES_HIDDEN,
            (Kind::ResourceClass, ..) => &NODES_OF_OTHER_CLASS,
            (Kind::NotSynced, _, _, Some(SyncError::NoResourceClass)) => &NODES_WITHOUT_CLASS,
            (Kind::NotSynced, _, _, Some(SyncError::TraitsFieldMissing)) => &NODES_WITHOUT_TRAITS_FIELD,
            (Kind::NotSynced, _, _, Some(SyncError::PciTrackingConflict)) => &NODES_TRACK_PCI,
            (Kind::NotSynced, ..) => &NODES_REFUSED_BY_PLACEMENT,
        };
        let list = |names: &Option<Vec<&'a str>>| names.iter().flatten().copied().collect::<Json>();
        let first = cause.nodes.first().copied().unwrap_or_default();
        let place = self.view.fleet.only_one_called(first);
        let keys = self.wishes.iter().filter(|wish| {
            let names = if wish.required { &cause.missing } else { &cause.forbidden };
            names.iter().flatten().any(|name| *name == wish.name)
        });
        let freely = match self.given.service_disabled {
            true => "hidden by the disabled compute service".to_owned(),
            false => freely(cause.count, cause.free.unwrap_or_default()),
        };
        Reason::new(code, cause.cause.word())
            .fact(Fact::named("count", cause.count))
            .fact(Fact::named("counted", if cause.count == 1 { "node" } else { "nodes" }))
            .fact(Fact::named("freely", freely))
            .fact(Fact::named("missing", list(&cause.missing)))
            .fact(Fact::named("forbidden", list(&cause.forbidden)))
            .fact(Fact::named("class", self.groups.bare_metal_class().unwrap_or_default()))
            .facts(listed("names", cause.nodes.iter().copied(), cause.count))
            .facts(keys.flat_map(|wish| &wish.keys).map(|key| key.fact.clone()))
            .facts(place.map(|place| self.shown(place, cause)).into_iter().flatten())
            .because(place.map(|place| self.decided(place, cause)).into_iter().flatten())
    }

    /// Returns the reasons why the provider of a node differs from the node in the traits of a cause.
    fn decided(&self, place: usize, cause: &Cause<'a>) -> impl Iterator<Item = Reason> {
        let has = |name: &str| self.view.fleet.having(name, &Bits::all(self.summary.nodes)).has(place);
        let stripped = cause.missing.iter().flatten().copied().filter(|name| has(name));
        let added = cause.forbidden.iter().flatten().copied();
        let added = added.filter(|name| self.view.decides(name) == Some(true) && !has(name));
        let differ = [(&SYNC_STRIPS, stripped.collect::<Json>()), (&SYNC_ADDS, added.collect())];
        let differ = differ.into_iter().filter(|(_, names)| !names.elements().is_empty());
        differ
            .map(move |(code, names)| Reason::new(code, self.view.fleet.name(place)).fact(Fact::named("names", names)))
    }

    /// Returns the facts that the first node of a cause shows for it.
    fn shown(&self, place: usize, cause: &Cause<'a>) -> Vec<Fact> {
        let fleet = self.view.fleet;
        let Some(entry) = fleet.entry(place) else { return Vec::new() };
        let node = &entry.node;
        let at = |member| self.place.clone().key("nodes").index(entry.index).key(node.key(member));
        // The set and the node's own list stand in two places, and either may be missing.
        let traits = || {
            let of_set = entry.set.zip(node.trait_set).map(|(set, name)| {
                Fact::at(self.place.clone().key("traitSets").key(name), set.iter().collect::<Json>())
            });
            let own = || Fact::of(at("traits"), node.traits.map(|traits| traits.iter().collect::<Json>()));
            let has_own = node.traits.is_some() || of_set.is_none();
            of_set.into_iter().chain(has_own.then(own)).collect()
        };
        match cause.cause {
            Kind::Traits => traits(),
            Kind::ResourceClass => vec![Fact::of(at("resource_class"), node.resource_class)],
            Kind::NotFree => vec![
                Fact::of(at("provision_state"), node.provision_state),
                Fact::of(at("power_state"), node.power_state),
                Fact::at(at("maintenance"), node.maintenance),
                Fact::of(at("instance_uuid"), node.instance_uuid),
            ],
            Kind::Hidden => vec![Fact::at(Pointer::to("serviceDisabled"), self.given.service_disabled)],
            Kind::NotSynced => match cause.error {
                Some(SyncError::NoResourceClass) => vec![Fact::of(at("resource_class"), node.resource_class)],
                Some(SyncError::TraitsFieldMissing) => vec![Fact::absent(at("traits"))],
                _ if fleet.misclassed().has(place) => vec![Fact::of(at("resource_class"), node.resource_class)],
                _ => traits(),
            },
        }
    }

    fn cured(&self) -> Option<Reason> {
        let Some(cure) = self.cure else {
            let none = || (self.summary.fitting == 0 && self.sought).then(|| Reason::new(&NO_CURE, self.subject()));
            return self.breaks.clone().or_else(none);
        };
        let edits = cure.edits.iter().map(|edit| self.edit(edit));
        let more = match cure.more.saturating_sub(1) {
            0 => String::new(),
            1 => " and 1 more node".to_owned(),
            more => format!(" and {more} more nodes"),
        };
        Some(Reason::new(&CURE, cure.node).fact(Fact::named("more", more)).because(edits))
    }

    fn edit(&self, edit: &Edit<'a>) -> Reason {
        let (flavor, image) = (&self.given.flavor, self.given.image.as_ref());
        let (place, found) = (Pointer::to(edit.of.word()), edit.found.map(Json::from));
        let fact = match edit.of {
            Owner::Flavor => {
                let written = flavor.extra_specs.get(&edit.key).copied().map(Json::from);
                Some(flavor.extra_specs.fact_of(place, &edit.key, written.or(found)))
            }
            Owner::Image => image.map(|image| image.properties.fact_of(place, &edit.key, found)),
        };
        let code = if edit.action == Action::Drop { &CURE_DROPS } else { &CURE_SETS };
        Reason::new(code, edit.key.as_str())
            .facts(fact)
            .fact(Fact::named("of", edit.of.word()))
            .fact(Fact::named("value", edit.value.unwrap_or_default()))
    }
}

/// Returns the known name that is most like an unknown one. Custom names have their prefix in common, which would make
/// short ones look alike.
fn similar<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let known = known.take(COMPARED);
    let Some(own) = name.strip_prefix(CUSTOM) else { return nearest(name, known).map(str::to_owned) };
    let near = nearest(own, known.filter_map(|known| known.strip_prefix(CUSTOM)))?;
    Some(format!("{CUSTOM}{near}"))
}

/// Describes how many of `count` nodes are free.
fn freely(count: usize, free: usize) -> String {
    match (count, free) {
        (1, 1) => "which is free".to_owned(),
        (1, _) => "which is not free".to_owned(),
        (_, 0) => "none of them free".to_owned(),
        _ if count == free => "all of them free".to_owned(),
        _ => format!("{free} of them free"),
    }
}

/// Returns the first names of a list, and a description of how many more there are.
fn listed<'n>(name: &'static str, names: impl Iterator<Item = &'n str>, count: usize) -> [Fact; 2] {
    let names: Vec<&str> = names.take(NAMED).collect();
    let more = match count.saturating_sub(names.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    [Fact::named(name, names.into_iter().collect::<Json>()), Fact::named("more", more)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_are_free_is_said_in_words() {
        assert_eq!([freely(1, 1), freely(1, 0)], ["which is free", "which is not free"]);
        assert_eq!([freely(2, 0), freely(3, 0)], ["none of them free"; 2]);
        assert_eq!([freely(2, 2), freely(3, 3)], ["all of them free"; 2]);
        assert_eq!([freely(2, 1), freely(3, 2)], ["1 of them free", "2 of them free"]);
    }

    #[test]
    fn a_long_list_names_the_first_and_counts_the_others() {
        let names: Vec<String> = (0..NAMED + 2).map(|number| format!("n{number}")).collect();
        for (count, more) in [(1, ""), (NAMED, ""), (NAMED + 1, " and 1 more"), (NAMED + 2, " and 2 more")] {
            let list = listed("nodes", names.iter().take(count).map(String::as_str), count);
            let shown: Vec<&str> = names.iter().take(count.min(NAMED)).map(String::as_str).collect();
            let expected = [Fact::named("nodes", shown.into_iter().collect::<Json>()), Fact::named("more", more)];
            assert_eq!(format!("{list:?}"), format!("{expected:?}"), "{count}");
        }
    }
}
