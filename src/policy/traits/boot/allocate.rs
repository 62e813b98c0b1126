//! The nodes that Ironic can take for a standalone allocation, without Nova.

use crate::base::Names;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::Node;
use crate::policy::traits::fleet::{doubles, fleet_of, presumed, shown_otherwise};
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::is_power_state;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Value, answer, given, words};

given! {
    /// A standalone allocation in Ironic, and the nodes.
    pub(crate) struct AllocateGiven<'a> {
        /// The nodes to choose from. Without them the question is undecided.
        nodes: Option<Vec<Node<'a>>>,
        /// The allocation.
        allocation: Allocation<'a>,
    }
}

given! {
    /// The requirements of an allocation.
    pub(crate) struct Allocation<'a> {
        /// The name of the allocation; a node of that name is tried first.
        name: Option<&'a str>,
        /// The resource class, compared as written, without normalization.
        resource_class: &'a str,
        /// The traits that the node has to have.
        traits: Vec<&'a str>,
        /// The names or uuids of the nodes that may be taken; all nodes unless given.
        candidate_nodes: Vec<&'a str>,
        /// The project that has to own or lease the node; any unless given.
        owner: Option<&'a str>,
        /// The uuid of the allocation, which does not affect the answer.
        uuid: Option<Value<'a>>,
        /// Further data of the allocation, which does not affect the answer.
        extra: Option<Value<'a>>,
        /// The state of the allocation, which does not affect the answer.
        state: Option<Value<'a>>,
        /// Why the allocation failed before, which does not affect the answer.
        last_error: Option<Value<'a>>,
        /// The node that was taken before, which does not affect the answer.
        node_uuid: Option<Value<'a>>,
        /// When the allocation was created, which does not affect the answer.
        created_at: Option<Value<'a>>,
        /// When the allocation was changed, which does not affect the answer.
        updated_at: Option<Value<'a>>,
    }
}

answer! {
    /// The nodes that the allocation can take.
    pub(crate) struct AllocateAnswer<'a> {
        /// Whether there is a node for the allocation.
        outcome: Availability,
        /// The names of the nodes, or else their uuids, sorted; Ironic tries them in no fixed order.
        candidates: Vec<&'a str>,
        /// The node that is tried first; absent if none has the allocation's name.
        first: Option<&'a str>,
        /// Why there is no node; absent if there is one.
        reason: Option<NoneAvailable>,
    }
}

words! {
    /// Whether there is a node for an allocation.
    pub(crate) enum Availability {
        /// At least one node can be taken.
        Candidates = "candidates",
        /// No node can be taken.
        NoCandidates = "no-candidates",
    }
}

words! {
    /// Why there is no node for an allocation.
    pub(crate) enum NoneAvailable {
        /// No node of the class is available to the allocation.
        ResourceClass = "resource-class",
        /// None of the available nodes has all the traits.
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

    fn decide<'a>(given: AllocateGiven<'a>, asked: &Asked<'a>) -> Outcome<AllocateAnswer<'a>> {
        let nodes = given.nodes.ok_or_else(|| not_given("nodes", Pointer::to("nodes")))?;
        let fleet = fleet_of(Some(nodes), None, asked)?;
        shown_otherwise(&fleet)?;
        let Allocation { name, resource_class, traits, owner, .. } = &given.allocation;
        let listed: Names<'_> = given.allocation.candidate_nodes.iter().copied().collect();
        let is_listed = |node: &Node<'_>| {
            let names = [node.name, node.uuid];
            listed.is_empty() || names.into_iter().flatten().any(|name| listed.contains(name))
        };
        let belongs = |node: &Node<'_>| owner.is_none() || node.owner == *owner || node.lessee == *owner;
        let is_of_class = |node: &Node<'_>| node.resource_class == Some(*resource_class);
        let nodes = || fleet.entries().iter().map(|entry| &entry.node).enumerate();
        let of_class = || nodes().filter(|(_, node)| is_of_class(node) && is_available(node));
        let available = of_class().filter(|(_, node)| is_listed(node) && belongs(node));
        let available = Bits::of(fleet.len(), available.map(|(place, _)| place));
        let but = match of_class().count() - available.len() {
            0 => String::new(),
            count => format!(" to it; {count} would be, but for its `candidate_nodes` or its `owner`"),
        };
        let having = |nodes: Bits, name: &&str| fleet.having(name, &nodes);
        let suitable = traits.iter().fold(available.clone(), having);
        let candidates: Vec<&str> = suitable.iter().map(|place| fleet.name(place)).collect();
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
            .saw(at("resource_class"), *resource_class)
            .facts(Fact::names(at("traits"), traits))
            .fact(Fact::named("available", available.len()))
            .fact(Fact::named("but", but))
            .fact(Fact::named("candidates", candidates.len()))
            .fact(Fact::named("nodes", fleet.len()));
        let first = name.filter(|name| candidates.contains(name));
        let outcome = if candidates.is_empty() { Availability::NoCandidates } else { Availability::Candidates };
        let decision = Decision::new(AllocateAnswer { outcome, candidates, first, reason }, why);
        Ok(decision.with_problems(doubles(&fleet)).with_problems(presumed(&fleet, &suitable)))
    }
}

/// Whether Ironic takes the node for allocations. In a node written by hand, an absent state is the usual one.
fn is_available(node: &Node<'_>) -> bool {
    (node.provision_state == Some("available") || node.leaves_out("provision_state"))
        && node.instance_uuid.is_none()
        && node.power_state.is_some_and(is_power_state)
        && !node.maintenance
}
