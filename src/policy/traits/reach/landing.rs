//! The nodes that a flavor leads to, and the pools that those nodes are in.

use super::access::Seen;
use crate::base::{Index, Names};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::View;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::pools::{Pools, required_of};
use crate::policy::traits::wishes::Wish;
use crate::wire::{answer, words};

answer! {
    /// The number of nodes in a pool that a flavor can land on.
    #[derive(Clone)]
    pub(crate) struct Landing<'a> {
        /// The trait that marks the pool; absent if the nodes are in no pool.
        pool: Option<&'a str>,
        /// For whom the pool is reserved.
        kept: Kept,
        /// The number of nodes.
        nodes: usize,
    }
}

words! {
    /// For whom a pool is reserved.
    pub(crate) enum Kept {
        /// The pool is not reserved, or the nodes are in no pool.
        ForAll = "for-all",
        /// The pool is reserved for the project, and perhaps for others as well.
        ForProject = "for-project",
        /// The pool is reserved for other projects.
        ForOthers = "for-others",
        /// It is unknown, because a private flavor of the pool has no access list.
        NotKnown = "not-known",
    }
}

/// A pool of a class.
struct Pool<'a> {
    mark: &'a str,
    kept: Kept,
}

/// The pools of each class that have nodes.
pub(crate) struct ClassPools<'a> {
    classes: Vec<(&'a str, Vec<Pool<'a>>)>,
}

/// A flavor, with what matters for pools.
pub(crate) struct InPools<'g, 'a> {
    /// The demands of the flavor.
    pub groups: &'g Groups<'a>,
    /// The wishes of the flavor for traits.
    pub wishes: Vec<Wish<'a>>,
    /// Whether the project sees the flavor, and why.
    pub seen: Seen,
}

impl<'a> InPools<'_, 'a> {
    /// Whether nodes have a possible pool trait that the flavor requires, but none of the nodes it asks for. The trait
    /// then marks no pool because of some mistake in the flavor.
    pub(crate) fn asks_elsewhere(&self, view: &View<'_, 'a>) -> bool {
        let (fleet, all) = (view.fleet, view.inventoried());
        let own = self.groups.bare_metal_class().map(|class| fleet.of_class(class, all));
        let is_elsewhere = |wish: &Wish<'a>| {
            let has = |nodes: &Bits| fleet.anybody_has(wish.name, nodes);
            wish.required && is_custom(wish.name) && has(all) && !own.as_ref().is_some_and(has)
        };
        self.wishes.iter().any(is_elsewhere)
    }
}

impl<'a> ClassPools<'a> {
    /// Determines the pools from what the flavors require. The traits in `declared` mark pools whichever flavor
    /// requires them.
    pub(crate) fn new(declared: &[&'a str], flavors: &[InPools<'_, 'a>], view: &View<'_, 'a>) -> Self {
        let declared = Declared::new(declared, flavors);
        let of_a_class = |flavor: &'_ InPools<'_, 'a>| flavor.groups.bare_metal_class();
        let classed: Vec<(&'a str, &InPools<'_, 'a>)> =
            flavors.iter().filter_map(|flavor| Some((of_a_class(flavor)?, flavor))).collect();
        let by_class: Index<'a> = classed.iter().map(|(class, _)| *class).collect();
        let classes = by_class.groups().map(|(class, places)| {
            let flavors: Vec<&InPools<'_, 'a>> = places.filter_map(|place| Some(classed.get(place)?.1)).collect();
            (class, pools_of(&declared, &flavors, &view.fleet.of_class(class, view.inventoried()), view))
        });
        Self { classes: classes.filter(|(_, pools)| !pools.is_empty()).collect() }
    }

    /// Whether any pool is reserved.
    pub(crate) fn keep_something(&self) -> bool {
        self.classes.iter().any(|(_, pools)| pools.iter().any(|pool| pool.kept != Kept::ForAll))
    }

    /// Returns the pools of the nodes that a flavor of the class leads to. Nodes in no pool come last.
    pub(crate) fn landings(&self, class: Option<&str>, nodes: &Bits, view: &View<'_, 'a>) -> Vec<Landing<'a>> {
        let place = class.and_then(|class| self.classes.binary_search_by(|(own, _)| (*own).cmp(class)).ok());
        let pools = place.and_then(|place| self.classes.get(place)).map(|(_, pools)| pools.as_slice());
        let mut rest = nodes.clone();
        let mut landings = Vec::new();
        for pool in pools.unwrap_or_default() {
            // There may be as many pools as nodes, and most flavors reach few of them.
            if !view.fleet.anybody_has(pool.mark, nodes) {
                continue;
            }
            let within = view.fleet.having(pool.mark, nodes);
            rest.remove(&within);
            landings.push(Landing { pool: Some(pool.mark), kept: pool.kept, nodes: within.len() });
        }
        if !rest.is_empty() {
            landings.push(Landing { pool: None, kept: Kept::ForAll, nodes: rest.len() });
        }
        landings
    }
}

/// The declared pool traits, and those of them that private flavors of any class require.
struct Declared<'a> {
    marks: Names<'a>,
    private: Names<'a>,
    /// Those that private flavors of the project require, and those that private flavors without an access list
    /// require.
    own: Names<'a>,
    unknown: Names<'a>,
}

impl<'a> Declared<'a> {
    fn new(declared: &[&'a str], flavors: &[InPools<'_, 'a>]) -> Self {
        let marks: Names<'a> = declared.iter().copied().collect();
        let required = |is_one: &dyn Fn(Seen) -> bool| {
            let flavors = flavors.iter().filter(|flavor| is_one(flavor.seen));
            required_of(&marks, flavors.map(|flavor| flavor.wishes.as_slice()))
        };
        let (own, unknown) = (required(&|seen| seen == Seen::Granted), required(&|seen| seen == Seen::NoList));
        Self { private: required(&Seen::is_private), own, unknown, marks }
    }
}

fn pools_of<'a>(
    declared: &Declared<'a>,
    flavors: &[&InPools<'_, 'a>],
    nodes: &Bits,
    view: &View<'_, 'a>,
) -> Vec<Pool<'a>> {
    let wished: Vec<(bool, &[Wish<'a>])> =
        flavors.iter().map(|flavor| (flavor.seen.is_private(), flavor.wishes.as_slice())).collect();
    let Pools { dedicated, all, .. } =
        Pools::of_class((&declared.marks, &declared.private), &wished, (view.fleet, nodes));
    let required = |seen: Seen| -> Names<'a> {
        let flavors = flavors.iter().filter(|flavor| flavor.seen == seen);
        flavors.flat_map(|flavor| &flavor.wishes).filter(|wish| wish.required).map(|wish| wish.name).collect()
    };
    let (own, unknown) = (required(Seen::Granted), required(Seen::NoList));
    let kept = |mark: &str| match () {
        () if !dedicated.contains(mark) => Kept::ForAll,
        () if own.contains(mark) || declared.own.contains(mark) => Kept::ForProject,
        () if unknown.contains(mark) || declared.unknown.contains(mark) => Kept::NotKnown,
        () => Kept::ForOthers,
    };
    let some = all.iter().filter(|mark| view.fleet.anybody_has(mark, nodes));
    some.map(|mark| Pool { mark, kept: kept(mark) }).collect()
}
