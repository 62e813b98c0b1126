//! Which of several flavors that fit is taken (section 6, and section 15 for the design edition).

use std::cmp::Ordering;

use super::space::{CapabilitySpace, Set};
use crate::base::Edition;
use crate::policy::images::divergences::{FLAVORS_ALWAYS_ORDERED, PREFERENCE_IN_ROUNDS};

/// Several flavors are equally preferred, which upstream takes for an error of the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    /// The place of the first of them.
    pub first: usize,
}

/// Where one side is preferred to another: a capability, with the value that each side has there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The capability.
    pub capability: usize,
    /// The place of the left side's value in the definition.
    pub left: Option<usize>,
    /// The place of the right side's.
    pub right: Option<usize>,
}

impl Difference {
    /// A smaller place in the definition is more preferred, and no value is last.
    pub(crate) fn order(self) -> Ordering {
        match (self.left, self.right) {
            (Some(left), Some(right)) => right.cmp(&left),
            (left, right) => left.is_some().cmp(&right.is_some()),
        }
    }
}

/// The most preferred of the flavors that fit, by the place it comes with. `None`: none fits.
pub fn best<'s>(
    space: &CapabilitySpace<'_>,
    machine: &Set,
    fitting: impl Iterator<Item = (usize, &'s Set)>,
    edition: Edition,
) -> Result<Option<usize>, Ambiguous> {
    let in_rounds = edition.applies(&PREFERENCE_IN_ROUNDS);
    let mut best: Option<(usize, &Set)> = None;
    let mut tied = false;
    for (place, flavor) in fitting {
        let order = match best {
            None => Ordering::Greater,
            Some((_, leader)) if in_rounds => compare_in_rounds(space, machine, flavor, leader),
            Some((_, leader)) => compare_own_values(space, flavor, leader),
        };
        match order {
            Ordering::Greater => (best, tied) = (Some((place, flavor)), false),
            Ordering::Equal => tied = true,
            Ordering::Less => {}
        }
    }
    match best {
        Some((first, _)) if tied && !edition.applies(&FLAVORS_ALWAYS_ORDERED) => Err(Ambiguous { first }),
        best => Ok(best.map(|(place, _)| place)),
    }
}

/// Value by value through all values of the first capability, then of the second: who has a value goes before who has
/// it not, whether the machine has it or not.
pub(super) fn compare_own_values(space: &CapabilitySpace<'_>, left: &Set, right: &Set) -> Ordering {
    if let (Some(word), Set::Word(left), Set::Word(right)) = (space.word(), left, right) {
        return word.rank(*left).cmp(&word.rank(*right));
    }
    difference_of_own_values(space, left, right).map_or(Ordering::Equal, Difference::order)
}

fn difference_of_own_values(space: &CapabilitySpace<'_>, left: &Set, right: &Set) -> Option<Difference> {
    let capabilities = space.named_in(&[left, right]).into_iter();
    let mut values =
        capabilities.flat_map(|capability| (0..space.defined(capability).len()).map(move |value| (capability, value)));
    values.find_map(|(capability, value)| {
        let of = |set: &Set| space.has(set, capability, value).then_some(value);
        let (left, right) = (of(left), of(right));
        (left != right).then_some(Difference { capability, left, right })
    })
}

/// Round by round: in round r each capability in turn compares the r-th value shared with the machine. The more
/// preferred value wins, and none is last.
pub(super) fn compare_in_rounds(space: &CapabilitySpace<'_>, machine: &Set, left: &Set, right: &Set) -> Ordering {
    match (space.word(), machine, left, right) {
        (Some(word), Set::Word(machine), Set::Word(left), Set::Word(right)) => {
            compare_words_in_rounds(space, word.rank(machine & left), word.rank(machine & right))
        }
        _ => difference_in_rounds(space, machine, left, right).map_or(Ordering::Equal, Difference::order),
    }
}

/// In a word the preferred value of a field is its highest bit, so the greater leading bit wins.
fn compare_words_in_rounds(space: &CapabilitySpace<'_>, mut left: u64, mut right: u64) -> Ordering {
    while left != right {
        for field in space.fields() {
            let (mine, theirs) = (highest_bit(left & field), highest_bit(right & field));
            if mine != theirs {
                return mine.cmp(&theirs);
            }
            left &= !mine;
            right &= !theirs;
        }
    }
    Ordering::Equal
}

fn highest_bit(bits: u64) -> u64 {
    if bits == 0 { 0 } else { 1 << (63 - bits.leading_zeros()) }
}

fn difference_in_rounds(space: &CapabilitySpace<'_>, machine: &Set, left: &Set, right: &Set) -> Option<Difference> {
    let shared = |flavor: &Set, capability: usize| space.shared(machine, flavor, capability);
    let capabilities = space.named_in(&[left, right]).into_iter();
    let mut open: Vec<(usize, Vec<usize>, Vec<usize>)> =
        capabilities.map(|capability| (capability, shared(left, capability), shared(right, capability))).collect();
    for round in 0.. {
        // What has no further values plays no part any more.
        open.retain(|(_, left, right)| left.len().max(right.len()) > round);
        if open.is_empty() {
            break;
        }
        let found = open.iter().find_map(|(capability, left, right)| {
            let (left, right) = (left.get(round).copied(), right.get(round).copied());
            (left != right).then_some(Difference { capability: *capability, left, right })
        });
        if found.is_some() {
            return found;
        }
    }
    None
}
