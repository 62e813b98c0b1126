//! Nodes that cannot be told apart, nodes that occur twice, and nodes with too little information to be used.

use super::compiled::{Entry, Fleet};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::PRESUMED;
use crate::policy::traits::reasons::{
    NODES_ODDLY_POWERED, NODES_PRESUMED_FREE, NODES_SHARE_NAMES, NODES_SHARE_UUIDS, NODES_WITHOUT_NAME,
    NODES_WITHOUT_POWER_STATE,
};
use crate::question::{Doc, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The warnings about such nodes, each at the first node concerned.
pub(crate) fn doubles(fleet: &Doc<'_, Fleet<'_>>) -> Vec<Problem> {
    [shared_names(fleet), nameless(fleet), powerless(fleet), oddly_powered(fleet)].into_iter().flatten().collect()
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

/// Refuses a fleet that shows the same node twice with different contents: nobody could say which counts.
pub(crate) fn shown_otherwise(fleet: &Doc<'_, Fleet<'_>>) -> Result<(), Undecided> {
    let Some((first, other)) = fleet.shown_otherwise().next() else { return Ok(()) };
    let problem = Problem::error(&NODES_SHARE_UUIDS, of(other, fleet.path()));
    Err(Undecided::request(twice(fleet, first, other).into_iter().fold(problem, Problem::fact)))
}

/// The facts about a node that occurs twice.
pub(crate) fn twice(fleet: &Doc<'_, Fleet<'_>>, first: &Entry<'_>, other: &Entry<'_>) -> [Fact; 3] {
    let [before, after] = [first, other].map(|entry| of(entry, fleet.place()).to_string());
    [
        Fact::named("uuid", other.node.uuid.unwrap_or_default()),
        Fact::named("first", before),
        Fact::named("second", after),
    ]
}

/// Warns of nodes without a name and a uuid. They come first, because nodes are sorted by name or uuid.
fn nameless(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let nameless = fleet.entries().iter().take_while(|entry| entry.node.called().is_empty());
    let count = nameless.count();
    let first = fleet.entry(0).filter(|_| count > 0)?;
    Some(Problem::warning(&NODES_WITHOUT_NAME, of(first, fleet.path())).fact(Fact::named("count", count)))
}

/// Warns of nodes without a power state. An unknown power state keeps a node from being given out, which people who
/// write nodes by hand may not know.
fn powerless(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let powerless = fleet.powerless();
    let first = fleet.entry(*powerless.first()?)?;
    let names = powerless.iter().map(|place| fleet.name(*place));
    let problem = Problem::warning(&NODES_WITHOUT_POWER_STATE, of(first, fleet.path()));
    let absent = Fact::absent(of(first, fleet.place()).key("power_state"));
    let count = Fact::named("count", powerless.len());
    Some(problem.fact(absent).fact(count).fact(Fact::named("names", Json::Null).listing(names)))
}

/// Warns that nodes are taken for free although members that might say otherwise are absent, as in output with few
/// columns or in nodes written by hand.
pub(crate) fn presumed(fleet: &Doc<'_, Fleet<'_>>, given_out: &Bits) -> Option<Problem> {
    let places: Vec<usize> = fleet.presumed().iter().copied().filter(|place| given_out.has(*place)).collect();
    let first = fleet.entry(*places.first()?)?;
    let left_out = |member: &&str| {
        places.iter().filter_map(|place| fleet.entry(*place)).any(|entry| entry.node.leaves_out(member))
    };
    let members: Json = PRESUMED.into_iter().filter(left_out).collect();
    let names = places.iter().map(|place| fleet.name(*place));
    let problem = Problem::warning(&NODES_PRESUMED_FREE, of(first, fleet.path()));
    let facts = [Fact::named("count", places.len()), Fact::named("members", members)];
    let problem = facts.into_iter().fold(problem, Problem::fact);
    Some(problem.fact(Fact::named("names", Json::Null).listing(names)))
}

/// Warns of power states that Ironic does not have, which leave open how the node is powered.
fn oddly_powered(fleet: &Doc<'_, Fleet<'_>>) -> Option<Problem> {
    let places = fleet.oddly_powered();
    let first = fleet.entry(*places.first()?)?;
    let key = first.node.key("power_state");
    let names = places.iter().map(|place| fleet.name(*place));
    let problem = Problem::warning(&NODES_ODDLY_POWERED, of(first, fleet.path()).key(key));
    let saw = Fact::of(of(first, fleet.place()).key(key), first.node.power_state);
    let count = Fact::named("count", places.len());
    Some(problem.fact(saw).fact(count).fact(Fact::named("names", Json::Null).listing(names)))
}
