//! Checks that pools of nodes are kept apart, which holds only if every flavor of their class requires a pool's trait.

use super::finding::{Findings, LintEdit, Linting, finding};
use crate::base::{Index, Names};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::placement::Market;
use crate::policy::traits::pools::{Pools, Unknown, required_of};
use crate::policy::traits::reasons::*;
use crate::policy::traits::wishes::{Wish, wishes};
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer};

/// The maximum number of nodes that a finding names.
const NAMED: usize = 3;

/// Checks the flavors of each class together.
pub(crate) fn check_pools<'l>(lint: &Linting<'_, 'l>, found: &mut Findings) {
    let of_a_class = |(flavor, groups): (usize, &Groups<'l>)| Some((flavor, groups.bare_metal_class()?));
    let flavors: Vec<(usize, &str)> = lint.groups.iter().enumerate().filter_map(of_a_class).collect();
    let classes: Index<'_> = flavors.iter().map(|(_, class)| *class).collect();
    let declared: Names<'l> = lint.given.pools.iter().copied().collect();
    let private = lint.given.flavors.iter().filter(|flavor| flavor.is_public == Some(false));
    let private: Vec<Vec<Wish<'l>>> = private.filter(|_| !declared.is_empty()).map(|it| wishes(it, None)).collect();
    let private = required_of(&declared, private.iter().map(Vec::as_slice));
    for (class, places) in classes.groups() {
        let flavors: Vec<usize> = places.filter_map(|place| Some(flavors.get(place)?.0)).collect();
        check_class(lint, (&declared, &private), (class, &flavors), found);
    }
    check_declared(lint, found);
}

fn check_class<'l>(
    lint: &Linting<'_, 'l>,
    declared: (&Names<'l>, &Names<'l>),
    (class, flavors): (&str, &[usize]),
    found: &mut Findings,
) {
    let fleet = lint.view.fleet;
    let nodes = fleet.of_class(class, lint.view.inventoried());
    let wished: Vec<(usize, Vec<Wish<'_>>)> =
        flavors.iter().filter_map(|index| Some((*index, wishes(lint.given.flavors.get(*index)?, None)))).collect();
    let is_private = |index: usize| lint.given.flavors.get(index).is_some_and(|flavor| flavor.is_public == Some(false));
    let of_flavors: Vec<(bool, &[Wish<'_>])> =
        wished.iter().map(|(index, wishes)| (is_private(*index), wishes.as_slice())).collect();
    let marks = Pools::of_class(declared, &of_flavors, (fleet, &nodes));
    let Pools { dedicated, all: pools, .. } = &marks;
    if dedicated.is_empty() {
        return;
    }
    check_public(lint, &wished, dedicated, found);
    check_shared(lint, class, &nodes, (dedicated, pools), found);
    let mut in_dedicated = Bits::none(fleet.len());
    dedicated.iter().for_each(|name| in_dedicated.add(&fleet.having(name, &nodes)));
    let mut in_none = nodes.clone();
    pools.iter().for_each(|name| in_none.remove(&fleet.having(name, &nodes)));
    for (index, wishes) in &wished {
        if wishes.iter().any(|wish| wish.required && pools.contains(wish.name)) {
            continue;
        }
        let mut taken = nodes.clone();
        for wish in wishes {
            let failing = wish.failing(&lint.view, &taken);
            taken.remove(&failing);
        }
        in_none.remove(&taken);
        let mut reached = taken.clone();
        reached.keep(&in_dedicated);
        if reached.is_empty() {
            continue;
        }
        taken.remove(&in_dedicated);
        let suffix = lint.groups.get(*index).and_then(|groups| groups.by_suffix.iter().next());
        let edit = keeping_apart(lint, &marks, suffix.map_or("", |(suffix, _)| *suffix), &taken);
        let (subject, place) = named_flavor(lint, *index);
        let facts = named(lint, class, &reached);
        found.push(finding(Level::Error, &LINT_POOL_LEAKS, subject, place, edit, facts));
    }
    for entry in in_none.iter().filter_map(|place| fleet.entry(place)) {
        let place = lint.fleet.place().key("nodes").index(entry.index).key(entry.node.key("traits"));
        let facts = [Fact::named("class", class)];
        found.push(finding(Level::Warning, &LINT_NODE_IN_NO_POOL, entry.node.called(), place, None, facts));
    }
}

/// The maximum number of general pools tried when looking for one to bind a flavor to.
const LOOKED_AT: usize = 20;

/// The maximum number of dedicated pools that an edit forbids. Nobody would apply a longer one.
const FORBIDDEN: usize = 100;

/// Returns the edit that leaves a flavor only those of its nodes that are not dedicated: requiring the trait of the
/// largest general pool that has any of them, in the group of the class, or else forbidding the traits of the dedicated
/// pools. `None` if no other nodes are left, or there are too many dedicated pools.
fn keeping_apart(lint: &Linting<'_, '_>, marks: &Pools<'_>, suffix: &str, others: &Bits) -> Option<LintEdit> {
    if others.is_empty() {
        return None;
    }
    let set = |name: &str, value| LintEdit::set(format!("trait{suffix}:{name}"), value);
    let mut general = marks.general.iter().take(LOOKED_AT);
    match general.find(|name| lint.view.fleet.anybody_has(name, others)) {
        Some(name) => Some(set(name, "required")),
        None if marks.dedicated.len() > FORBIDDEN => None,
        None => {
            let known = marks.dedicated.iter().filter(|name| lint.view.knows_trait(name));
            LintEdit::all(known.map(|name| set(name, "forbidden")))
        }
    }
}

/// Returns the name of a flavor, and the place of its extra specs.
fn named_flavor<'l>(lint: &Linting<'_, 'l>, index: usize) -> (&'l str, Pointer) {
    let place = Pointer::to("flavors").index(index);
    match lint.given.flavors.get(index) {
        Some(flavor) => (flavor.called(), flavor.extra_specs.place(place)),
        None => ("flavor", place),
    }
}

/// Finds nodes that have the traits of two pools, at least one of them dedicated, so that they serve both.
fn check_shared(
    lint: &Linting<'_, '_>,
    class: &str,
    nodes: &Bits,
    (dedicated, pools): (&Names<'_>, &Names<'_>),
    found: &mut Findings,
) {
    let fleet = lint.view.fleet;
    let (mut once, mut twice) = (Bits::none(fleet.len()), Bits::none(fleet.len()));
    // The dedicated pools come first, because two pools of which neither is dedicated keep nothing apart.
    for (name, counts) in
        dedicated.iter().map(|name| (name, true)).chain(pools.without(dedicated).map(|name| (name, false)))
    {
        let having = fleet.having(name, nodes);
        let mut both = having.clone();
        both.keep(&once);
        twice.add(&both);
        if counts {
            once.add(&having);
        }
    }
    for entry in twice.iter().filter_map(|place| fleet.entry(place)) {
        let of_node: Names<'_> = entry.traits().into_iter().flatten().collect();
        let both: Json = of_node.within(pools).take(NAMED).collect();
        let place = lint.fleet.place().key("nodes").index(entry.index).key(entry.node.key("traits"));
        let facts = [Fact::named("class", class), Fact::named("pools", both)];
        found.push(finding(Level::Warning, &LINT_NODE_IN_TWO_POOLS, entry.node.called(), place, None, facts));
    }
}

/// Finds flavors that may be public although they require the trait of a dedicated pool.
fn check_public(
    lint: &Linting<'_, '_>,
    wished: &[(usize, Vec<Wish<'_>>)],
    dedicated: &Names<'_>,
    found: &mut Findings,
) {
    for (index, wishes) in wished {
        let Some(flavor) = lint.given.flavors.get(*index) else { continue };
        let level = match flavor.is_public {
            Some(false) => continue,
            Some(true) => Level::Error,
            None => Level::Warning,
        };
        for wish in wishes.iter().filter(|wish| wish.required && dedicated.contains(wish.name)) {
            let (subject, place) = named_flavor(lint, *index);
            let facts = [Fact::named("pool", wish.name)];
            found.push(finding(level, &LINT_PUBLIC_TAKES_POOL, subject, place, None, facts));
        }
    }
}

/// Finds declared pools that no private flavor requires, or that do not exist.
fn check_declared(lint: &Linting<'_, '_>, found: &mut Findings) {
    let wished = lint.given.flavors.iter().flat_map(|flavor| wishes(flavor, None)).map(|wish| wish.name);
    let unknown = Unknown::new(wished, lint.view.fleet);
    let private = lint.given.flavors.iter().filter(|flavor| flavor.is_public == Some(false));
    let required = private.flat_map(|flavor| wishes(flavor, None)).filter(|wish| wish.required);
    let required: Names<'_> = required.map(|wish| wish.name).collect();
    for (index, name) in lint.given.pools.iter().enumerate().filter(|(_, name)| !required.contains(name)) {
        let place = Pointer::to("pools").index(index);
        if let Some(facts) = unknown.facts(name).filter(|_| lint.knows_nodes) {
            found.push(finding(Level::Error, &LINT_POOL_UNKNOWN, name, place, None, facts));
            continue;
        }
        found.push(finding(Level::Warning, &LINT_POOL_UNUSED, name, place.clone(), None, [Fact::at(place, *name)]));
    }
}

fn named(lint: &Linting<'_, '_>, class: &str, nodes: &Bits) -> [Fact; 3] {
    let names: Json = nodes.iter().take(NAMED).map(|place| lint.view.fleet.name(place)).collect();
    let more = match nodes.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    [Fact::named("class", class), Fact::named("names", names), Fact::named("more", more)]
}
