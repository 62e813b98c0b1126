//! The traits that mark pools of nodes: a trait that a private flavor requires marks a pool for the flavor's projects.

use std::cmp::Reverse;

use crate::base::sort::sort;
use crate::base::{Names, nearest};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::wishes::Wish;
use crate::reason::Fact;

/// The pool traits of a class.
pub(crate) struct Pools<'a> {
    /// The traits of pools that are reserved for some projects.
    pub dedicated: Names<'a>,
    /// The traits of the other pools, the largest pool first.
    pub general: Vec<&'a str>,
    /// The traits of all pools.
    pub all: Names<'a>,
}

/// Returns the declared pool traits that the flavors require. A declared trait marks pools of every class, whichever
/// class the flavors ask for.
pub(crate) fn required_of<'a, 'w>(declared: &Names<'a>, flavors: impl Iterator<Item = &'w [Wish<'a>]>) -> Names<'a>
where
    'a: 'w,
{
    let wishes = flavors.flatten().filter(|wish| wish.required && declared.contains(wish.name));
    wishes.map(|wish| wish.name).collect()
}

impl<'a> Pools<'a> {
    /// Determines the pool traits of a class from what its flavors require. Each flavor comes with whether it is
    /// private. If any pool traits are `declared`, only those count; `private` are the declared ones that private
    /// flavors of any class require. `nodes` are the nodes of the class.
    pub(crate) fn of_class(
        (declared, private): (&Names<'a>, &Names<'a>),
        flavors: &[(bool, &[Wish<'a>])],
        (fleet, nodes): (&Fleet<'_>, &Bits),
    ) -> Self {
        let is_mark = |name: &str| if declared.is_empty() { is_custom(name) } else { declared.contains(name) };
        let required = |private: bool| {
            let flavors = flavors.iter().filter(move |(own, _)| *own == private);
            let wishes = flavors.flat_map(|(_, wishes)| wishes.iter());
            wishes.filter(|wish| wish.required && is_mark(wish.name)).map(|wish| wish.name)
        };
        let elsewhere = private.iter().filter(|name| fleet.anybody_has(name, nodes));
        let dedicated: Names<'a> = required(true).chain(elsewhere).collect();
        let mut outside = nodes.clone();
        dedicated.iter().for_each(|name| outside.remove(&fleet.having(name, nodes)));
        let others: Names<'a> = match (declared.is_empty(), dedicated.is_empty()) {
            (true, true) => Names::default(),
            (true, false) => required(false).collect(),
            (false, _) => declared.clone(),
        };
        let mut general = by_size(others.without(&dedicated), (fleet, nodes), &outside);
        if declared.is_empty() {
            leave_out_the_covered(&mut general, fleet, &outside);
        }
        let all = declared.clone().with(dedicated.iter()).with(general.iter().copied());
        Self { dedicated, general, all }
    }
}

/// Sorts the names: first those that most nodes outside the dedicated pools have, and among equals those that the
/// fewest nodes of the class have.
fn by_size<'a>(
    names: impl Iterator<Item = &'a str>,
    (fleet, nodes): (&Fleet<'_>, &Bits),
    outside: &Bits,
) -> Vec<&'a str> {
    let count = |name: &str| (Reverse(fleet.having(name, outside).len()), fleet.having(name, nodes).len());
    let mut sized: Vec<((Reverse<usize>, usize), &str)> = names.map(|name| (count(name), name)).collect();
    sort(&mut sized);
    sized.into_iter().map(|(_, name)| name).collect()
}

/// Removes traits that mark no pool of their own: if all nodes with a trait are in larger pools, it only describes
/// them.
fn leave_out_the_covered(names: &mut Vec<&str>, fleet: &Fleet<'_>, outside: &Bits) {
    let mut uncovered = outside.clone();
    names.retain(|name| {
        let own = fleet.having(name, &uncovered);
        uncovered.remove(&own);
        !own.is_empty()
    });
}

/// The known traits: those of nodes, and those that flavors name.
pub(crate) struct Unknown<'f, 'a> {
    named: Names<'a>,
    fleet: &'f Fleet<'a>,
}

/// The maximum number of traits with which an unknown one is compared.
const COMPARED: usize = 1_000;

impl<'f, 'a> Unknown<'f, 'a> {
    /// Takes the traits that flavors name, and the fleet.
    pub(crate) fn new(wished: impl Iterator<Item = &'a str>, fleet: &'f Fleet<'a>) -> Self {
        Self { named: wished.collect(), fleet }
    }

    /// Returns the facts about a declared pool trait that neither a node nor a flavor has. `None`: one of them has it.
    pub(crate) fn facts(&self, name: &str) -> Option<[Fact; 2]> {
        if self.named.contains(name) || self.fleet.count(name) > 0 {
            return None;
        }
        let known = self.named.iter().chain(self.fleet.trait_names().iter().copied());
        let near = nearest(name, known.filter(|known| is_custom(known)).take(COMPARED));
        Some([Fact::named("name", name), Fact::like(near)])
    }
}
