//! What a machine gets from a flavor, which decides between versions (section 15).

use std::cmp::Reverse;

use super::preference::Difference;
use super::space::{CapabilitySpace, Set};
use crate::base::sort::set;

/// For each capability, the index in its definition of the most preferred value that a machine and a flavor share, or
/// one past the last if they share no defined value. The smaller gift is better. If nothing is known, all gifts are
/// equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Gift {
    /// The capabilities whose shared value is not the first one, in order, each with the index of that value. Of two
    /// lists, the one with an earlier capability is worse, hence `Reverse`.
    later: Vec<(Reverse<usize>, usize)>,
}

impl Gift {
    /// Returns what a machine gets from a flavor that fits it.
    pub(crate) fn of(space: &CapabilitySpace<'_>, machine: &Set, flavor: &Set) -> Self {
        // In a wide registry, capabilities that neither side names are left out: both sides share their first value.
        let place = |capability| (Reverse(capability), space.first_shared(machine, flavor, capability));
        let later = |(_, place): &(Reverse<usize>, usize)| *place > 0;
        Self { later: space.named_in(&[machine, flavor]).iter().copied().map(place).filter(later).collect() }
    }

    fn place(&self, capability: usize) -> usize {
        let found = self.later.binary_search_by_key(&capability, |(Reverse(known), _)| *known);
        found.ok().and_then(|at| self.later.get(at)).map_or(0, |(_, place)| *place)
    }

    /// The capabilities for which two gifts differ, in the order of the definitions.
    pub(crate) fn differences(&self, other: &Self, space: &CapabilitySpace<'_>) -> Vec<Difference> {
        let named = set(self.later.iter().chain(&other.later).map(|(Reverse(capability), _)| *capability));
        let both = named.into_iter().map(|capability| {
            let value = |gift: &Self| Some(gift.place(capability)).filter(|it| *it < space.defined(capability).len());
            Difference { capability, left: value(self), right: value(other) }
        });
        both.filter(|difference| difference.left != difference.right).collect()
    }
}
