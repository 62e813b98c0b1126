//! Which nodes Ironic takes for an allocation of its own, without Nova.

use super::model::{Node, TraitList};
use super::question::boot::*;
use super::reasons::*;
use crate::base::Names;
use crate::base::sort::sort;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// `traits/allocate`
#[derive(Debug)]
pub struct Allocate;

impl Answers for Allocate {
    const NAME: &'static str = "traits/allocate";
    const ASKS: &'static str = "which nodes Ironic can take for an allocation, and which it tries first";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = AllocateGiven<'a>;
    type Answer<'a> = AllocateAnswer<'a>;

    fn decide<'a>(given: AllocateGiven<'a>, _: &Asked<'a>) -> Outcome<AllocateAnswer<'a>> {
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
            .saw(at("traits"), traits.iter().copied().collect::<Json>())
            .fact(Fact::named("available", available.len()))
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
        && node.power_state.is_some()
        && !node.maintenance
}
