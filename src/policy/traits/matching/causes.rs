//! What keeps each node out, and how many nodes each cause keeps out.

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
    /// How many nodes fit, and what keeps the others out.
    #[derive(Clone)]
    pub(crate) struct Summary<'a> {
        /// How many nodes there are.
        nodes: usize,
        /// How many of them fit.
        fitting: usize,
        /// The others by cause, what is nearest to fitting first; empty where the question itself is refused.
        refused: Vec<Cause<'a>>,
    }
}

answer! {
    /// A cause with the nodes it keeps out.
    #[derive(Clone)]
    pub(crate) struct Cause<'a> {
        /// What it is.
        cause: Kind,
        /// The required traits that are missing, all of them.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits that are there, all of them.
        forbidden: Option<Vec<&'a str>>,
        /// Why the nodes could not be reported.
        error: Option<SyncError>,
        /// How many nodes.
        count: usize,
        /// How many of them are free, where that is not the cause.
        free: Option<usize>,
        /// The first of them by name.
        nodes: Vec<&'a str>,
    }
}

words! {
    /// What keeps a node out; the last of these that applies.
    pub(crate) enum Kind {
        /// Its traits.
        Traits = "traits",
        /// It is in use, or held back.
        NotFree = "not-free",
        /// The conditions that Nova adds: the service is disabled.
        Hidden = "hidden",
        /// It could not be reported to Placement.
        NotSynced = "not-synced",
        /// It does not have what is asked for.
        ResourceClass = "resource-class",
    }
}

answer! {
    /// A node that cannot take the flavor.
    pub(crate) struct NodeRefused<'a> {
        /// Its name.
        node: &'a str,
        /// What keeps it out.
        cause: Kind,
        /// The required traits it lacks.
        missing: Option<Vec<&'a str>>,
        /// The forbidden traits it has.
        forbidden: Option<Vec<&'a str>>,
        /// What holds its unit back.
        held_by ["heldBy"]: Option<Vec<Hold>>,
        /// The class it is reported with, where that is the cause.
        resource_class ["resourceClass"]: Option<String>,
        /// Why it could not be reported.
        error: Option<SyncError>,
    }
}

/// How many nodes of a cause are named in a summary.
const NAMED: usize = 3;
/// How many different failures on traits a summary tells apart.
const TOLD_APART: usize = 20;
/// How many wishes have a bit of their own in a signature; what a flavor wishes for beyond that shares the last. A node
/// can have 50 traits, so a flavor with more wishes finds nothing anyway.
const BITS: usize = 64;

/// The nodes that do not fit, sorted by why. A node is judged from the bottom up: whether it was reported, whether it
/// has what is asked for, its traits, and last whether it is free.
pub(crate) struct Causes<'c, 'a> {
    view: &'c View<'c, 'a>,
    wishes: &'c [Wish<'a>],
    out: Bits,
    other_class: Bits,
    refused: Bits,
    failing: Vec<Bits>,
    any_failing: Bits,
    /// Of the right class, with the right traits.
    suitable: Bits,
}

impl<'c, 'a> Causes<'c, 'a> {
    /// Sorts the nodes that are not among the candidates.
    pub(crate) fn new(view: &'c View<'c, 'a>, groups: &Groups<'a>, wishes: &'c [Wish<'a>], candidates: &Bits) -> Self {
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
        Self { view, wishes, out, other_class, refused, failing, any_failing, suitable }
    }

    /// The causes with how many nodes they keep out, what is nearest to fitting first.
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

    /// The nodes that fail on traits, those together that fail on the same ones.
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
            alike.free += usize::from(self.view.fleet.free().has(place));
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

    /// The traits of wishes, the required ones and the forbidden ones. `None`: there are none.
    fn names(&self, numbers: impl Iterator<Item = usize>) -> (Option<Vec<&'a str>>, Option<Vec<&'a str>>) {
        // What shares a bit with others is not named: nobody can say which of them it was.
        let named = if self.wishes.len() > BITS { BITS - 1 } else { BITS };
        let wishes = numbers.filter(|number| *number < named).filter_map(|number| self.wishes.get(number));
        let (required, forbidden): (Vec<&Wish<'_>>, Vec<&Wish<'_>>) = wishes.partition(|wish| wish.required);
        let names = |wishes: Vec<&Wish<'a>>| {
            let mut names: Vec<&'a str> = wishes.into_iter().map(|wish| wish.name).collect();
            sort(&mut names);
            Some(names).filter(|names| !names.is_empty())
        };
        (names(required), names(forbidden))
    }

    /// The nodes one by one, the first so many of them.
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
