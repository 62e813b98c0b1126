//! The causes that keep nodes out, and the number of nodes that each keeps out.

#[expect(clippy::disallowed_types, reason = "said where it is used")]
use std::collections::BTreeMap;

use crate::base::sort::{sort, sort_by_key};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::View;
use crate::policy::traits::reporting::Hold;
use crate::policy::traits::reporting::{SyncError, class_of, holds};
use crate::policy::traits::wishes::Wish;
use crate::wire::{answer, words};

answer! {
    /// The number of nodes that fit, and what keeps the others out.
    #[derive(Clone)]
    pub(crate) struct Summary<'a> {
        /// The number of nodes in the fleet.
        nodes: usize,
        /// The number of nodes that fit.
        fitting: usize,
        /// The other nodes by cause, nearest to fitting first; only the `not-synced` ones if Placement refuses the
        /// query.
        refused: Vec<Cause<'a>>,
    }
}

answer! {
    /// A cause, with the nodes that it keeps out.
    #[derive(Clone)]
    pub(crate) struct Cause<'a> {
        /// The kind of cause.
        cause: Kind,
        /// The required traits that all these nodes lack; absent if there are none.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits that all these nodes have; absent if there are none.
        forbidden: Option<Vec<&'a str>>,
        /// Why the nodes could not be reported; absent unless the cause is `not-synced`.
        error: Option<SyncError>,
        /// The number of nodes.
        count: usize,
        /// The number of these nodes that are free; absent unless the cause is `traits`.
        free: Option<usize>,
        /// The first of these nodes by name.
        nodes: Vec<&'a str>,
    }
}

words! {
    /// What keeps a node out: the first of `resource-class`, `not-synced`, `traits`, `not-free` and `hidden` that
    /// applies.
    pub(crate) enum Kind {
        /// The node's traits do not match.
        Traits = "traits",
        /// The node is in use or held back.
        NotFree = "not-free",
        /// The conditions that Nova adds do not hold: the compute service is disabled.
        Hidden = "hidden",
        /// The node could not be reported to Placement, or not completely.
        NotSynced = "not-synced",
        /// The node does not have the resources that are asked for.
        ResourceClass = "resource-class",
    }
}

answer! {
    /// A node that cannot take the flavor.
    pub(crate) struct NodeRefused<'a> {
        /// The name of the node.
        node: &'a str,
        /// What keeps the node out.
        cause: Kind,
        /// The required traits that the node lacks; absent if there are none.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits that the node has; absent if there are none.
        forbidden: Option<Vec<&'a str>>,
        /// What holds the node's unit back, if the cause is `not-free` or `traits`; absent if nothing does.
        held_by ["heldBy"]: Option<Vec<Hold>>,
        /// The class that the node is reported with; absent unless the cause is `resource-class`.
        resource_class ["resourceClass"]: Option<String>,
        /// Why the node could not be reported; absent unless the cause is `not-synced`.
        error: Option<SyncError>,
    }
}

/// The maximum number of nodes that a summary names for each cause.
const NAMED: usize = 3;
/// The maximum number of trait failures that a summary lists separately.
const TOLD_APART: usize = 20;
/// The number of bits in a signature. Each wish has its own bit, and those of a flavor with more wishes share the last
/// one. A node can have 50 traits, so a flavor with that many wishes finds nothing anyway.
const BITS: usize = 64;

/// The nodes that do not fit, sorted by cause. The checks are, in this order: whether the node was reported, whether it
/// has the requested resources, whether its traits match, and whether it is free.
pub(crate) struct Causes<'c, 'a> {
    view: &'c View<'c, 'a>,
    /// The nodes that satisfy the conditions on roots: no other node is to be had, whether it is in use or not.
    roots: &'c Bits,
    wishes: &'c [Wish<'a>],
    out: Bits,
    other_class: Bits,
    refused: Bits,
    failing: Vec<Bits>,
    any_failing: Bits,
    /// The nodes with the right class and matching traits.
    suitable: Bits,
}

impl<'c, 'a> Causes<'c, 'a> {
    /// Sorts the nodes that are not candidates.
    pub(crate) fn new(
        (view, roots): (&'c View<'c, 'a>, &'c Bits),
        groups: &Groups<'a>,
        wishes: &'c [Wish<'a>],
        candidates: &Bits,
    ) -> Self {
        let fleet = view.fleet;
        let mut out = Bits::all(fleet.len());
        out.remove(candidates);
        let mut inventoried = view.inventoried().clone();
        inventoried.remove(candidates);
        let right = groups.bare_metal_class().map(|class| fleet.of_class(class, &inventoried));
        let mut suitable = right.unwrap_or_else(|| Bits::none(fleet.len()));
        let mut other_class = inventoried;
        other_class.remove(&suitable);
        let mut refused = view.refused().clone();
        refused.keep(&suitable);
        suitable.remove(&refused);
        refused.add(fleet.misclassed());
        let mut failing: Vec<Bits> = Vec::new();
        for wish in wishes {
            let fails = wish.failing(view, &suitable);
            match failing.get_mut(BITS - 1) {
                Some(shared) => shared.add(&fails),
                None => failing.push(fails),
            }
        }
        let mut any_failing = Bits::none(fleet.len());
        failing.iter().for_each(|failing| any_failing.add(failing));
        suitable.remove(&any_failing);
        Self { view, roots, wishes, out, other_class, refused, failing, any_failing, suitable }
    }

    /// Returns the causes with the number of nodes that each keeps out, those nearest to fitting first.
    pub(crate) fn summary(&self, fitting: usize) -> Summary<'a> {
        let mut refused = self.by_traits();
        let (mut held, mut hidden) = (self.suitable.clone(), self.suitable.clone());
        held.remove(self.view.fleet.free());
        hidden.keep(self.view.fleet.free());
        let fleet = self.view.fleet;
        let mut unreported = self.out.clone();
        let mut of_error = |nodes: &Bits, error| {
            let mut nodes = nodes.clone();
            nodes.keep(&unreported);
            unreported.remove(&nodes);
            self.cause(Kind::NotSynced, &nodes, Some(error))
        };
        let unreported = [
            of_error(fleet.classless(), SyncError::NoResourceClass),
            of_error(fleet.traitless(), SyncError::TraitsFieldMissing),
            of_error(fleet.tracking(), SyncError::PciTrackingConflict),
            of_error(&self.refused, SyncError::PlacementRefused),
        ];
        refused.push(self.cause(Kind::NotFree, &held, None));
        refused.push(self.cause(Kind::Hidden, &hidden, None));
        refused.extend(unreported);
        refused.push(self.cause(Kind::ResourceClass, &self.other_class, None));
        refused.retain(|cause| cause.count > 0);
        Summary { nodes: fleet.len(), fitting, refused }
    }

    fn cause(&self, cause: Kind, nodes: &Bits, error: Option<SyncError>) -> Cause<'a> {
        let named = nodes.iter().take(NAMED).map(|place| self.view.fleet.name(place)).collect();
        Cause { cause, missing: None, forbidden: None, error, count: nodes.len(), free: None, nodes: named }
    }

    /// Groups the nodes that fail on traits by the traits that they fail on.
    #[expect(
        clippy::disallowed_types,
        reason = "many nodes fail alike: to sort them first takes several times as long"
    )]
    fn by_traits(&self) -> Vec<Cause<'a>> {
        let mut signatures = vec![0_u64; self.view.fleet.len()];
        for (number, failing) in self.failing.iter().enumerate() {
            for place in failing.iter() {
                if let Some(signature) = signatures.get_mut(place) {
                    *signature |= 1 << number;
                }
            }
        }
        let mut together: BTreeMap<u64, Alike> = BTreeMap::new();
        for place in self.any_failing.iter() {
            let alike = together.entry(signatures.get(place).copied().unwrap_or_default()).or_default();
            alike.count += 1;
            alike.free += usize::from(self.view.fleet.free().has(place) && self.roots.has(place));
            if alike.first.len() < NAMED {
                alike.first.push(place);
            }
        }
        let mut together: Vec<(u64, Alike)> = together.into_iter().collect();
        sort_by_key(&mut together, |(signature, alike)| (std::cmp::Reverse(alike.count), *signature));
        let rest = together.split_off(together.len().min(TOLD_APART));
        let mut causes: Vec<Cause<'a>> =
            together.iter().map(|(signature, alike)| self.alike(*signature, alike)).collect();
        let mut others = Alike::default();
        rest.into_iter().for_each(|(_, alike)| others.add(alike));
        causes.push(self.alike(0, &others));
        causes
    }

    fn alike(&self, signature: u64, alike: &Alike) -> Cause<'a> {
        let (missing, forbidden) = self.names((0..BITS).filter(|number| signature >> number & 1 == 1));
        Cause {
            cause: Kind::Traits,
            missing,
            forbidden,
            error: None,
            count: alike.count,
            free: Some(alike.free),
            nodes: alike.first.iter().map(|place| self.view.fleet.name(*place)).collect(),
        }
    }

    /// Returns the required and the forbidden traits of the wishes. `None` instead of an empty list.
    fn names(&self, numbers: impl Iterator<Item = usize>) -> (Option<Vec<&'a str>>, Option<Vec<&'a str>>) {
        // Wishes that share a bit are not named, because nobody can say which of them failed.
        let named = if self.wishes.len() > BITS { BITS - 1 } else { BITS };
        let wishes = numbers.filter(|number| *number < named).filter_map(|number| self.wishes.get(number));
        let (required, forbidden): (Vec<&Wish<'_>>, Vec<&Wish<'_>>) = wishes.partition(|wish| wish.required);
        let names = |wishes: Vec<&Wish<'a>>| {
            let mut names: Vec<&'a str> = wishes.into_iter().map(|wish| wish.name).collect();
            sort(&mut names);
            names.dedup();
            Some(names).filter(|names| !names.is_empty())
        };
        (names(required), names(forbidden))
    }

    /// Returns the first `most` nodes one by one.
    pub(crate) fn one_by_one(&self, most: usize) -> Vec<NodeRefused<'a>> {
        self.out.iter().take(most).map(|place| self.node(place)).collect()
    }

    fn node(&self, place: usize) -> NodeRefused<'a> {
        let node = self.view.fleet.entry(place).map(|entry| &entry.node);
        let mut refused = NodeRefused {
            node: self.view.fleet.name(place),
            cause: Kind::Hidden,
            missing: None,
            forbidden: None,
            held_by: None,
            resource_class: None,
            error: self.view.sync_error(place),
        };
        let held = node.map(|node| holds(node, true)).unwrap_or_default();
        if self.other_class.has(place) {
            (refused.cause, refused.error) = (Kind::ResourceClass, None);
            refused.resource_class = node.and_then(class_of);
            return refused;
        }
        if refused.error.is_some() {
            refused.cause = Kind::NotSynced;
            return refused;
        }
        if !held.is_empty() {
            refused.cause = Kind::NotFree;
            refused.held_by = Some(held);
        }
        if self.any_failing.has(place) {
            refused.cause = Kind::Traits;
            let failing = self.failing.iter().enumerate().filter(|(_, failing)| failing.has(place));
            (refused.missing, refused.forbidden) = self.names(failing.map(|(number, _)| number));
        }
        refused
    }
}

/// Nodes that fail on the same traits.
#[derive(Default)]
struct Alike {
    count: usize,
    free: usize,
    first: Vec<usize>,
}

impl Alike {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.free += other.free;
        self.first.extend(other.first);
        sort(&mut self.first);
        self.first.truncate(NAMED);
    }
}
