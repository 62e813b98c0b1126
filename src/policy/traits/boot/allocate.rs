//! Which nodes Ironic takes for an allocation of its own, without Nova.

use crate::base::Names;
use crate::base::sort::sort;
use crate::policy::traits::documents::{Node, TraitList};
use crate::policy::traits::fleet::are_whole;
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::is_power_state;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Value, answer, given, words};

given! {
    /// An allocation in Ironic, without Nova.
    pub(crate) struct AllocateGiven<'a> {
        /// The nodes.
        nodes: Vec<Node<'a>>,
        /// What is asked for.
        allocation: Allocation<'a>,
    }
}

given! {
    /// What an allocation asks for.
    pub(crate) struct Allocation<'a> {
        /// Its name; a node of that name is tried first.
        name: Option<&'a str>,
        /// The resource class, compared as it stands.
        resource_class: Option<&'a str>,
        /// Traits that the node has to have.
        traits: Vec<&'a str>,
        /// The nodes that may be taken, by name or uuid; all unless given.
        candidate_nodes: Vec<&'a str>,
        /// The project that the node has to belong or be lent to.
        owner: Option<&'a str>,
        /// Its uuid, which nothing here depends on.
        uuid: Option<Value<'a>>,
        /// Further data kept with it, which nothing here depends on.
        extra: Option<Value<'a>>,
    }
}

answer! {
    /// The nodes that can be taken.
    pub(crate) struct AllocateAnswer<'a> {
        /// The outcome.
        outcome: Availability,
        /// Their names, sorted; Ironic tries them in no fixed order.
        candidates: Vec<&'a str>,
        /// The one that is tried first.
        first: Option<&'a str>,
        /// Why there is none.
        reason: Option<NoneAvailable>,
    }
}

words! {
    /// Whether there is a node.
    pub(crate) enum Availability {
        /// There is.
        Candidates = "candidates",
        /// There is none.
        NoCandidates = "no-candidates",
    }
}

words! {
    /// Why there is no node.
    pub(crate) enum NoneAvailable {
        /// None of the class is available.
        ResourceClass = "resource-class",
        /// None of those has the traits.
        Traits = "traits",
    }
}

/// `traits/allocate`
#[derive(Debug)]
pub(crate) struct Allocate;

impl Answers for Allocate {
    const NAME: &'static str = "traits/allocate";
    const ASKS: &'static str = "which nodes Ironic can take for an allocation, and which it tries first";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = AllocateGiven<'a>;
    type Answer<'a> = AllocateAnswer<'a>;

    fn decide<'a>(given: AllocateGiven<'a>, _: &Asked<'a>) -> Outcome<AllocateAnswer<'a>> {
        are_whole(&given.nodes)?;
        let Allocation { name, resource_class, traits, owner, .. } = &given.allocation;
        let listed: Names<'_> = given.allocation.candidate_nodes.iter().copied().collect();
        let wanted: Names<'_> = traits.iter().copied().collect();
        let is_listed = |node: &Node<'_>| {
            let names = [node.name, node.uuid];
            listed.is_empty() || names.into_iter().flatten().any(|name| listed.contains(name))
        };
        let belongs = |node: &Node<'_>| owner.is_none() || node.owner == *owner || node.lessee == *owner;
        let available = |node: &&Node<'a>| {
            node.resource_class == *resource_class && is_available(node) && is_listed(node) && belongs(node)
        };
        let available: Vec<&Node<'a>> = given.nodes.iter().filter(available).collect();
        let of_others = given.nodes.iter().filter(|node| node.resource_class == *resource_class && is_available(node));
        let of_others = of_others.count() - available.len();
        let but = match of_others {
            0 => String::new(),
            count => format!(" to it; {count} would be, but for its `candidate_nodes` or its `owner`"),
        };
        let suits = |node: &&&Node<'a>| {
            let has: Names<'_> = node.traits.map(TraitList::iter).into_iter().flatten().collect();
            wanted.without(&has).next().is_none()
        };
        let mut candidates: Vec<&str> = available.iter().filter(suits).map(|node| node.called()).collect();
        sort(&mut candidates);
        let at = |key: &str| Pointer::to("allocation").key(key);
        let reason = match (available.is_empty(), candidates.is_empty()) {
            (true, _) => Some(NoneAvailable::ResourceClass),
            (_, true) => Some(NoneAvailable::Traits),
            _ => None,
        };
        let code = match reason {
            Some(NoneAvailable::ResourceClass) => &NONE_AVAILABLE,
            Some(NoneAvailable::Traits) => &NONE_HAS_TRAITS,
            None => &NODES_ALLOCATABLE,
        };
        let why = Reason::new(code, "allocation")
            .fact(Fact::of(at("resource_class"), *resource_class))
            .facts(Fact::names(at("traits"), traits))
            .fact(Fact::named("available", available.len()))
            .fact(Fact::named("but", but))
            .fact(Fact::named("candidates", candidates.len()))
            .fact(Fact::named("nodes", given.nodes.len()));
        let first = name.filter(|name| candidates.contains(name));
        let outcome = if candidates.is_empty() { Availability::NoCandidates } else { Availability::Candidates };
        Ok(Decision::new(AllocateAnswer { outcome, candidates, first, reason }, why))
    }
}

fn is_available(node: &Node<'_>) -> bool {
    node.provision_state == Some("available")
        && node.instance_uuid.is_none()
        && node.power_state.is_some_and(is_power_state)
        && !node.maintenance
}
