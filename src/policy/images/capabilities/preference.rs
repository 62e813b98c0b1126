//! Which of several flavors that fit is taken (section 6, and section 15 for the design edition).

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;

use super::space::{CapabilitySpace, Set};
use crate::base::Edition;
use crate::base::sort::sort_by_key;
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
    /// Whether the right side has a less preferred value than the left one; the least is none that is defined.
    pub(crate) fn is_loss(&self) -> bool {
        match (self.left, self.right) {
            (Some(left), Some(right)) => right > left,
            (left, right) => left.is_some() && right.is_none(),
        }
    }
}

/// The most preferred of the flavors that fit, by the place it comes with. `None`: none fits.
pub fn best<S: Borrow<Set>>(
    space: &CapabilitySpace<'_>,
    machine: &Set,
    fitting: impl Iterator<Item = (usize, S)>,
    edition: Edition,
) -> Result<Option<usize>, Ambiguous> {
    let order = Order::new(space, machine, edition.applies(&PREFERENCE_IN_ROUNDS));
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

/// The order of the flavors that fit a machine. Upstream's goes through all values of the first capability, then of the
/// second: who has a value goes before who has it not, whether the machine has it or not. The design's goes in rounds: in
/// round r each capability in turn compares the r-th value shared with the machine; the more preferred one wins, and
/// none is last.
struct Order<'o, 'a> {
    space: &'o CapabilitySpace<'a>,
    machine: &'o Set,
    in_rounds: bool,
    /// What counts, in a wide registry, of each capability that the machine names where a flavor does not.
    usual: Vec<(usize, Vec<usize>)>,
}

/// What counts of a flavor, worked out once however often it is compared.
enum Rank {
    Word(u64),
    /// Where something else counts than of a flavor that names nothing, in the order in which it is compared.
    Sparse(Vec<Turn>),
}

/// A value that is compared when its turn comes.
struct Turn {
    /// The capability and the value's place among those that count of it, in the order of comparison.
    at: (usize, usize),
    /// The place of the value in the definition, or [`Turn::NONE`].
    value: usize,
    /// The same of a flavor that does not name the capability.
    usual: usize,
}

impl Turn {
    /// Behind the last value nothing is left; all values come before.
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

    /// The value that counts of a capability where a flavor does not name it.
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
            // Both are of one space, so they have one shape.
            _ => Ordering::Equal,
        }
    }
}

/// At the first turn at which they have different values: a smaller place in the definition is more preferred.
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
    // Who has more turns has another value than usual at the next.
    match (left.get(right.len()), right.get(left.len())) {
        (Some(more), _) => more.usual.cmp(&more.value),
        (_, Some(more)) => more.value.cmp(&more.usual),
        _ => Ordering::Equal,
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
