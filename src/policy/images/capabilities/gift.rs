//! What a machine gets of a flavor, which is what decides between versions (section 15).

use std::cmp::Reverse;

use super::preference::Difference;
use super::space::{CapabilitySpace, Set};
use crate::base::sort::set;

/// Of each capability the place, in its definition, of the most preferred value that a machine and a flavor share, or
/// one place after the last where they share no defined one. The smaller gift is the better one. Where nothing is known
/// all gifts are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Gift {
    /// The capabilities of which it is not the first value, in order. A list that has an earlier one is the worse, so
    /// their order is the reverse.
    later: Vec<(Reverse<usize>, usize)>,
}

impl Gift {
    /// What a machine gets of a flavor that fits it.
    pub(crate) fn of(space: &CapabilitySpace<'_>, machine: &Set, flavor: &Set) -> Self {
        // In a wide registry of what neither side names the first value is shared.
        let place = |capability| (Reverse(capability), space.first_shared(machine, flavor, capability));
        let later = |(_, place): &(Reverse<usize>, usize)| *place > 0;
        Self { later: space.named_in(&[machine, flavor]).iter().copied().map(place).filter(later).collect() }
    }

    fn place(&self, capability: usize) -> usize {
        let found = self.later.binary_search_by_key(&capability, |(Reverse(known), _)| *known);
        found.ok().and_then(|at| self.later.get(at)).map_or(0, |(_, place)| *place)
    }

    /// Where two gifts differ, in the order of the definitions.
    pub(crate) fn differences(&self, other: &Self, space: &CapabilitySpace<'_>) -> Vec<Difference> {
        let named = set(self.later.iter().chain(&other.later).map(|(Reverse(capability), _)| *capability));
        let both = named.into_iter().map(|capability| {
            let value = |gift: &Self| Some(gift.place(capability)).filter(|it| *it < space.defined(capability).len());
            Difference { capability, left: value(self), right: value(other) }
        });
        both.filter(|difference| difference.left != difference.right).collect()
    }
}
