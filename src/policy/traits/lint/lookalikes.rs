//! Finds traits that are probably misspelt: few nodes have them, and many have one that differs in a letter.

use super::finding::{Findings, Linting, finding};
use crate::policy::traits::names::is_custom;
use crate::policy::traits::reasons::LINT_TRAIT_LIKE_NEIGHBOURS;
use crate::reason::{Fact, Level};

/// The maximum number of nodes with a rare trait, and the minimum number with a common one.
const RARE: usize = 2;
const COMMON: usize = 10;

/// The maximum number of rare names, and of common names, that are compared.
const COMPARED: usize = 500;

/// The minimum length of a word for a wrong letter or a swap to be a slip, and for a missing letter to be one. Shorter
/// words, such as those of racks and rows, differ in one letter on purpose.
const WORD: usize = 4;
const WHOLE: usize = 3;

/// Checks the traits of the nodes.
pub(crate) fn check_lookalikes(lint: &Linting<'_, '_>, found: &mut Findings) {
    let fleet = lint.view.fleet;
    let counted =
        || fleet.trait_names().iter().copied().filter(|name| is_custom(name)).map(|name| (name, fleet.count(name)));
    let common: Vec<&str> =
        counted().filter(|(_, count)| *count >= COMMON).map(|(name, _)| name).take(COMPARED).collect();
    let rare = counted().filter(|(_, count)| *count <= RARE).map(|(name, _)| name).take(COMPARED);
    for name in rare {
        let Some(like) = common.iter().find(|common| differ_by_a_slip(name, common)) else { continue };
        let holders = fleet.having(name, &crate::policy::traits::bits::Bits::all(fleet.len()));
        let Some(entry) = holders.iter().next().and_then(|place| fleet.entry(place)) else { continue };
        let place = lint.fleet.place().key("nodes").index(entry.index).key(entry.node.key("traits"));
        let facts = [Fact::named("name", name), Fact::named("like", *like), Fact::named("count", fleet.count(like))];
        found.push(finding(Level::Warning, &LINT_TRAIT_LIKE_NEIGHBOURS, entry.node.called(), place, None, facts));
    }
}

/// Whether two names differ in exactly one word, by a letter that is wrong, missing or extra, or by two swapped
/// letters.
pub(crate) fn differ_by_a_slip(name: &str, other: &str) -> bool {
    let (mut left, mut right) = (name.split('_'), other.split('_'));
    let mut slips = 0;
    loop {
        match (left.next(), right.next()) {
            (None, None) => return slips == 1,
            (Some(left), Some(right)) if left == right => {}
            (Some(left), Some(right)) if is_slip(left.as_bytes(), right.as_bytes()) => slips += 1,
            _ => return false,
        }
    }
}

fn is_slip(left: &[u8], right: &[u8]) -> bool {
    let are_words = [left, right].into_iter().all(|word| word.iter().all(u8::is_ascii_alphabetic));
    let least = if left.len() == right.len() { WORD } else { WHOLE };
    let words = are_words && left.len().max(right.len()) >= least;
    let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (left, right) = (left.get(same..).unwrap_or_default(), right.get(same..).unwrap_or_default());
    words
        && match (left, right) {
            ([_, left @ ..], rest) if left == rest => true,
            (rest, [_, right @ ..]) if right == rest => true,
            ([_, left @ ..], [_, right @ ..]) if left == right => true,
            ([a, b, left @ ..], [c, d, right @ ..]) => (a, b) == (d, c) && left == right,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_one_letter_of_one_long_word() {
        for (name, other) in [
            ("CUSTOM_PROJCT_B", "CUSTOM_PROJECT_B"),
            ("CUSTOM_PROJECCT_B", "CUSTOM_PROJECT_B"),
            ("CUSTOM_PROJEKT_B", "CUSTOM_PROJECT_B"),
            ("CUSTOM_PROEJCT_B", "CUSTOM_PROJECT_B"),
            ("CUSTOM_GENERAL_US", "CUSTOM_GENERAL_USE"),
            ("CUSTOM_GENERAL_USEE", "CUSTOM_GENERAL_USE"),
            ("CUSTOM_PROJECS", "CUSTOM_PROJECT"),
        ] {
            assert!(differ_by_a_slip(name, other), "{name}");
            assert!(differ_by_a_slip(other, name), "{name}");
        }
        for (name, other) in [
            ("CUSTOM_RACK_R1", "CUSTOM_RACK_R2"),
            ("CUSTOM_PROJECT_A", "CUSTOM_PROJECT_B"),
            ("CUSTOM_GPU", "CUSTOM_CPU"),
            ("CUSTOM_RACK_A", "CUSTOM_RACK_AB"),
            ("CUSTOM_PROJECT_B", "CUSTOM_PROJECT_B"),
            ("CUSTOM_PROJECT", "CUSTOM_PROJECT_B"),
            ("CUSTOM_R740XD", "CUSTOM_R750XD"),
        ] {
            assert!(!differ_by_a_slip(name, other), "{name}");
        }
    }
}
