//! Nodes that cannot be told apart, or that are one.

use super::compiled::{Entry, Fleet};
use crate::policy::traits::reasons::{NODES_SHARE_NAMES, NODES_SHARE_UUIDS, NODES_WITHOUT_NAME};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// How many uuids are named.
const NAMED: usize = 5;

/// The warnings about them, each at the first node that is one too many.
pub(crate) fn doubles(fleet: &Doc<'_, Fleet<'_>>) -> Vec<Problem> {
    [shared_names(fleet), shared_uuids(fleet), nameless(fleet)].into_iter().flatten().collect()
}

fn of(entry: &Entry<'_>, place: Pointer) -> Pointer {
    place.key("nodes").index(entry.index)
}

fn shared_names(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let first = fleet.namesakes().next()?;
    let key = if first.node.name.is_some() { "name" } else { "uuid" };
    let names: Json = fleet.namesakes().map(|entry| entry.node.called()).collect();
    let problem = Problem::warning(&NODES_SHARE_NAMES, of(first, fleet.path()).key(key));
    let seen = Fact::at(of(first, fleet.place()).key(key), first.node.called());
    Some(problem.fact(seen).fact(Fact::named("names", names)))
}

fn shared_uuids(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let first = fleet.twins().next()?;
    let uuids: Json = fleet.twins().filter_map(|entry| entry.node.uuid).take(NAMED).collect();
    let problem = Problem::warning(&NODES_SHARE_UUIDS, of(first, fleet.path()));
    Some(problem.fact(Fact::named("uuids", uuids)).fact(Fact::named("count", fleet.twins().count())))
}

/// Nodes without a name and without a uuid stand first, for they are sorted by what they are called.
fn nameless(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let nameless = fleet.entries().iter().take_while(|entry| entry.node.called().is_empty());
    let count = nameless.count();
    let first = fleet.entry(0).filter(|_| count > 0)?;
    Some(Problem::warning(&NODES_WITHOUT_NAME, of(first, fleet.path())).fact(Fact::named("count", count)))
}
