//! Which of several fitting flavors is taken (section 6, and section 15 for the design edition).

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;

use super::space::{CapabilitySpace, Set};
use crate::base::Edition;
use crate::base::sort::sort_by_key;
use crate::policy::images::divergences::{FLAVORS_ALWAYS_ORDERED, PREFERENCE_IN_ROUNDS};

/// Several flavors are equally preferred, which upstream treats as an error in the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    /// The index of the first of these flavors.
    pub first: usize,
}

/// A capability for which two sides have different values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The index of the capability.
    pub capability: usize,
    /// The index of the left side's value in the definition; `None` if that side has no defined value.
    pub left: Option<usize>,
    /// The index of the right side's value in the definition; `None` if that side has no defined value.
    pub right: Option<usize>,
}

impl Difference {
    /// Whether the right side has a less preferred value than the left one. Having no defined value is the least
    /// preferred.
    pub(crate) fn is_loss(&self) -> bool {
        match (self.left, self.right) {
            (Some(left), Some(right)) => right > left,
            (left, right) => left.is_some() && right.is_none(),
        }
    }
}

/// Returns the most preferred of the fitting flavors, by the index it comes with. `None`: there are none.
pub fn best<S: Borrow<Set>>(
    space: &CapabilitySpace<'_>,
    machine: &Set,
    fitting: impl Iterator<Item = (usize, S)>,
    edition: Edition,
) -> Result<Option<usize>, Ambiguous> {
    let order = Order::new(space, machine, in_rounds(edition));
    let mut best: Option<(usize, Rank)> = None;
    let mut tied = false;
    for (place, flavor) in fitting {
        let rank = order.rank(flavor.borrow());
        match best.as_ref().map_or(Ordering::Greater, |(_, leader)| order.compare(&rank, leader)) {
            Ordering::Greater => (best, tied) = (Some((place, rank)), false),
            Ordering::Equal => tied = true,
            Ordering::Less => {}
        }
    }
    match best {
        Some((first, _)) if tied && !edition.applies(&FLAVORS_ALWAYS_ORDERED) => Err(Ambiguous { first }),
        best => Ok(best.map(|(place, _)| place)),
    }
}

/// Whether flavors are ranked in rounds, by the values that they share with the machine, or else by all of their own.
pub(crate) fn in_rounds(edition: Edition) -> bool {
    edition.applies(&PREFERENCE_IN_ROUNDS)
}

/// The order of the flavors that fit a machine.
///
/// Upstream goes through all values of the first capability, then those of the second, and so on: a flavor that has a
/// value precedes one that does not, whether or not the machine has the value. The design edition goes in rounds: in
/// round r, each capability in turn compares the r-th value shared with the machine. The more preferred value wins, and
/// having none ranks last.
struct Order<'o, 'a> {
    space: &'o CapabilitySpace<'a>,
    machine: &'o Set,
    in_rounds: bool,
    /// In a wide registry: for each capability that the machine names, the values that count for a flavor that does not
    /// name it.
    usual: Vec<(usize, Vec<usize>)>,
}

/// What counts when a flavor is compared, computed once however often that happens.
enum Rank {
    Word(u64),
    /// The turns at which the flavor differs from one that names nothing, in the order of comparison.
    Sparse(Vec<Turn>),
}

/// A value that is compared when its turn comes.
struct Turn {
    /// The capability and the value's index among those that count for it, in the order of comparison.
    at: (usize, usize),
    /// The index of the value in the definition, or [`Turn::NONE`].
    value: usize,
    /// The value that counts for a flavor that does not name the capability.
    usual: usize,
}

impl Turn {
    /// No value is left, which ranks after all values.
    const NONE: usize = usize::MAX;
}

impl<'o, 'a> Order<'o, 'a> {
    fn new(space: &'o CapabilitySpace<'a>, machine: &'o Set, in_rounds: bool) -> Self {
        let named = if in_rounds && space.word().is_none() { space.named_in(&[machine]) } else { Cow::default() };
        let usual = named.iter().map(|capability| (*capability, space.shared(machine, machine, *capability)));
        Self { space, machine, in_rounds, usual: usual.collect() }
    }

    fn rank(&self, flavor: &Set) -> Rank {
        match (self.space.word(), self.machine, flavor) {
            (Some(word), Set::Word(machine), Set::Word(flavor)) => {
                Rank::Word(word.rank(if self.in_rounds { machine & flavor } else { *flavor }))
            }
            _ => Rank::Sparse(self.turns(flavor)),
        }
    }

    fn turns(&self, flavor: &Set) -> Vec<Turn> {
        let with = if self.in_rounds { self.machine } else { flavor };
        let mut turns = Vec::new();
        for capability in self.space.named_in(&[flavor]).iter().copied() {
            let values = self.space.shared(with, flavor, capability).into_iter().chain([Turn::NONE]);
            for (round, value) in values.enumerate() {
                let usual = self.usual(capability, round);
                if value != usual {
                    let at = if self.in_rounds { (round, capability) } else { (capability, round) };
                    turns.push(Turn { at, value, usual });
                }
            }
        }
        sort_by_key(&mut turns, |turn| turn.at);
        turns
    }

    /// The value that counts for a flavor that does not name the capability.
    fn usual(&self, capability: usize, round: usize) -> usize {
        let found = self.usual.binary_search_by_key(&capability, |(known, _)| *known);
        let value = match found.ok().and_then(|place| self.usual.get(place)) {
            Some((_, values)) => values.get(round).copied(),
            None => Some(round).filter(|round| *round < self.space.defined(capability).len()),
        };
        value.unwrap_or(Turn::NONE)
    }

    fn compare(&self, left: &Rank, right: &Rank) -> Ordering {
        match (left, right) {
            (Rank::Word(left), Rank::Word(right)) if self.in_rounds => {
                compare_words_in_rounds(self.space, *left, *right)
            }
            (Rank::Word(left), Rank::Word(right)) => left.cmp(right),
            (Rank::Sparse(left), Rank::Sparse(right)) => compare_turns(left, right),
            // Both ranks belong to one space, so they have the same representation.
            _ => Ordering::Equal,
        }
    }
}

/// Compares two flavors at the first turn with different values. A smaller index in the definition is more preferred.
fn compare_turns(left: &[Turn], right: &[Turn]) -> Ordering {
    for (mine, theirs) in left.iter().zip(right) {
        let (value, other) = match mine.at.cmp(&theirs.at) {
            Ordering::Less => (mine.value, mine.usual),
            Ordering::Equal => (mine.value, theirs.value),
            Ordering::Greater => (theirs.usual, theirs.value),
        };
        if value != other {
            return other.cmp(&value);
        }
    }
    // The flavor with more turns has an unusual value at its next turn.
    match (left.get(right.len()), right.get(left.len())) {
        (Some(more), _) => more.usual.cmp(&more.value),
        (_, Some(more)) => more.value.cmp(&more.usual),
        _ => Ordering::Equal,
    }
}

/// Compares words in rounds. The most preferred value of a field is its highest bit, so the greater leading bit wins.
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
