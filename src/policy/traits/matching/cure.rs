//! The smallest change of a flavor or its image that lets in one more node, with the fewest keys removed or set.
//!
//! A query matches a bare metal node if it asks for exactly one unit of the node's class, in one group whose traits
//! match. So for each class in each group, the other demands have to be removed; the node to let in is the one whose
//! traits fail on the fewest keys.

use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::View;
use crate::policy::traits::placement::Market;
use crate::policy::traits::wishes::{Key, Owner, Wish};
use crate::wire::{answer, words};

answer! {
    /// A change of the flavor or the image; all its edits are needed.
    #[derive(Clone)]
    pub(crate) struct Cure<'a> {
        /// The edits to make.
        edits: Vec<Edit<'a>>,
        /// The first node that the change lets in.
        node: &'a str,
        /// The number of nodes that the change lets in.
        more: usize,
    }
}

answer! {
    /// One key to remove or to set.
    #[derive(Clone, PartialEq, Eq)]
    pub(crate) struct Edit<'a> {
        /// Whether the key belongs to the flavor or to the image.
        of: Owner,
        /// Whether to remove or to set the key.
        action: Action,
        /// The key of the extra spec or the property.
        key: String,
        /// The current value; absent if the key does not exist.
        found: Option<&'a str>,
        /// The value to set; absent if the key is to be removed.
        value: Option<&'static str>,
    }
}

words! {
    /// What an edit does to a key.
    pub(crate) enum Action {
        /// Removes the key.
        Drop = "drop",
        /// Sets the key.
        Set = "set",
    }
}

/// One requested resource.
struct Resource<'a> {
    suffix: &'a str,
    class: &'a str,
    amount: i128,
}

/// The input of the search for a cure.
pub(crate) struct Patient<'p, 'a> {
    /// The flavor.
    pub flavor: &'p Flavor<'a>,
    /// The demands of the flavor and the image.
    pub groups: &'p Groups<'a>,
    /// The wishes for traits.
    pub wishes: &'p [Wish<'a>],
    /// The fleet as Placement sees it.
    pub view: &'p View<'p, 'a>,
    /// The nodes that satisfy the conditions on roots, so that a query can find them.
    pub roots: &'p Bits,
    /// The nodes that are already found.
    pub candidates: &'p Bits,
}

impl<'a> Patient<'_, 'a> {
    /// Whether there are few enough keys to look for a cure.
    pub(crate) fn is_small(&self) -> bool {
        self.resources().take(MOST + 1).count() <= MOST && self.wishes.len() <= MOST
    }

    /// Returns the smallest cure. Ties go to the first group, then the first class, then the first node by name.
    pub(crate) fn cure(&self) -> Option<Cure<'a>> {
        let resources: Vec<Resource<'a>> = self.resources().collect();
        let mut best: Option<(usize, Cure<'a>)> = None;
        for target in &resources {
            let nodes = self.within_reach(target);
            if nodes.is_empty() {
                continue;
            }
            let mut edits = self.resource_edits(target, &resources);
            let (unwanted, judged): (Vec<&Wish<'a>>, Vec<&Wish<'a>>) = self.wishes.iter().partition(|wish| {
                wish.suffix.is_some_and(|suffix| suffix != target.suffix) || wish.is_refused(self.view)
            });
            edits.extend(unwanted.iter().flat_map(|wish| &wish.keys).map(drop));
            if best.as_ref().is_some_and(|(fewest, _)| edits.len() >= *fewest) {
                continue;
            }
            let Some((node, more)) = self.nearest(&nodes, &judged) else { continue };
            let one = Bits::of(self.view.fleet.len(), [node]);
            let failing = judged.iter().filter(|wish| !wish.failing(self.view, &one).is_empty());
            edits.extend(failing.flat_map(|wish| &wish.keys).map(drop));
            if best.as_ref().is_none_or(|(fewest, _)| edits.len() < *fewest) {
                best = Some((edits.len(), Cure { edits, node: self.view.fleet.name(node), more }));
            }
        }
        best.map(|(_, cure)| cure)
    }

    fn resources(&self) -> impl Iterator<Item = Resource<'a>> {
        self.groups.by_suffix.iter().flat_map(|(suffix, group)| {
            group.resources.iter().map(|(class, amount)| Resource { suffix, class, amount: *amount })
        })
    }

    /// Returns the free nodes of the class that are not found yet.
    fn within_reach(&self, target: &Resource<'a>) -> Bits {
        let mut nodes = self.view.offering(target.class, 1);
        nodes.keep(self.roots);
        nodes.remove(self.candidates);
        nodes
    }

    /// Returns the edits that leave one unit of the target resource and nothing of the others.
    fn resource_edits(&self, target: &Resource<'a>, all: &[Resource<'a>]) -> Vec<Edit<'a>> {
        let mut edits = Vec::new();
        for Resource { suffix, class, amount } in all {
            let is_target = (*suffix, *class) == (target.suffix, target.class);
            let value = if is_target { "1" } else { "0" };
            if is_target && *amount == 1 {
                continue;
            }
            let key = format!("resources{suffix}:{class}");
            let found = self.flavor.extra_specs.get(&key).map(|value| value.text);
            edits.push(Edit { of: Owner::Flavor, action: Action::Set, key, found, value: Some(value) });
        }
        edits
    }

    /// Returns the node that fails on the fewest keys, and the number of nodes that fail on no others.
    fn nearest(&self, nodes: &Bits, wishes: &[&Wish<'a>]) -> Option<(usize, usize)> {
        let mut keys = vec![0_u32; self.view.fleet.len()];
        let failing: Vec<Bits> = wishes.iter().map(|wish| wish.failing(self.view, nodes)).collect();
        for (wish, failing) in wishes.iter().zip(&failing) {
            for place in failing.iter() {
                if let Some(keys) = keys.get_mut(place) {
                    *keys += wish.keys.len() as u32;
                }
            }
        }
        let node = nodes.iter().min_by_key(|place| keys.get(*place).copied().unwrap_or_default())?;
        let mut alike = nodes.clone();
        for failing in failing.iter().filter(|failing| !failing.has(node)) {
            alike.remove(failing);
        }
        Some((node, alike.len()))
    }
}

/// The maximum number of resources, and of wishes, for which a cure is sought. A node has one class and at most 50
/// traits, so nobody would repair a flavor that asks for so much more.
const MOST: usize = 100;

fn drop<'a>(key: &Key<'a>) -> Edit<'a> {
    Edit { of: key.of, action: Action::Drop, key: key.key.to_owned(), found: Some(key.value), value: None }
}
