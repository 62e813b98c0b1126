/// The candidate most like `word`, if it is close enough to be what was meant: the edit distance is at most a third of
/// the longer word, rounded up, and a swap of neighbours counts as one edit. Ties go to the earlier candidate.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, &mut candidates.into_iter())
}

/// The part of [`nearest`] that does not depend on the type of the iterator, compiled once.
fn nearest_of<'a>(word: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    // A longer word is no misspelt key, and comparing it would waste time.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let word: Vec<char> = word.to_ascii_lowercase().chars().collect();
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        if are_opposite(&word, candidate) {
            continue;
        }
        let letters: Vec<char> = candidate.to_ascii_lowercase().chars().collect();
        let distance = edits(&word, &letters);
        let allowed = word.len().max(letters.len()).div_ceil(3);
        if distance <= allowed && distance < letters.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Whether a name of several words may be a typo of another. The words that both names begin or end with are removed;
/// what is left has to be similar, or empty on one side. `heat_driver` is no typo of `default_driver`, although they
/// have much in common.
pub fn is_slip(name: &str, other: &str) -> bool {
    let words = |name: &str| name.split('_').map(str::to_ascii_lowercase).collect::<Vec<_>>();
    let (mut own, mut others) = (words(name), words(other));
    while !own.is_empty() && own.last() == others.last() {
        own.pop();
        others.pop();
    }
    let common = own.iter().zip(&others).take_while(|(own, other)| own == other).count();
    let [own, others] = [own, others].map(|words| words.into_iter().skip(common).collect::<Vec<_>>().join("_"));
    own.is_empty() || others.is_empty() || nearest(&own, [others.as_str()]).is_some()
}

/// The only candidate that ends in `_` and the name: `driver` may stand for `default_driver`.
pub fn ending_in<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const SHORTEST: usize = 5;
    let ends = |candidate: &&str| candidate.strip_suffix(name).is_some_and(|before| before.ends_with('_'));
    let mut found = candidates.into_iter().filter(ends);
    let first = found.next().filter(|_| name.len() >= SHORTEST);
    first.filter(|_| found.next().is_none())
}

/// Whether one word starts with the opposite of the other: `enabled_` was not meant as `disabled_`.
fn are_opposite(word: &[char], candidate: &str) -> bool {
    let starts = |start: &str| word.iter().copied().take(start.len()).eq(start.chars());
    [("enable", "disable"), ("disable", "enable")]
        .iter()
        .any(|(one, other)| starts(one) && candidate.starts_with(other))
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn `from` into `to`.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    let mut left_char = None;
    for (row, &a) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        let mut upper_char = None;
        for (column, &b) in to.iter().enumerate() {
            let at = |cells: &[usize], column: usize| cells.get(column).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&above, column) + usize::from(a != b);
            let mut least = replaced.min(at(&above, column + 1) + 1).min(at(&current, column) + 1);
            if left_char == Some(b) && upper_char == Some(a) && column > 0 {
                least = least.min(at(&before, column - 1) + 1);
            }
            current.push(least);
            upper_char = Some(b);
        }
        before = std::mem::replace(&mut above, current);
        left_char = Some(a);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_another_word_is_not() {
        assert_eq!(nearest("confg", ["request", "config"]), Some("config"));
        assert_eq!(nearest("colour", ["request", "config"]), None);
    }

    #[test]
    fn a_swap_counts_once_and_a_stranger_is_not_suggested() {
        assert_eq!(nearest("requset", ["config", "request"]), Some("request"));
        assert_eq!(nearest("REQUEST", ["request"]), Some("request"));
        assert_eq!(nearest("os", ["coe", "image"]), None);
        let lists = ["disabled_drivers", "enabled_beta_drivers"];
        assert_eq!(nearest("enabled_drivers", lists), Some("enabled_beta_drivers"));
        assert_eq!(nearest("disabled_driver", lists), Some("disabled_drivers"));
        assert_eq!(nearest("", ["a"]), None);
    }

    #[test]
    fn words_are_compared_up_to_the_length_of_a_key() {
        let letters = |length: usize| "k".repeat(length);
        assert_eq!(nearest(&letters(64), [letters(63).as_str()]), Some(letters(63).as_str()));
        assert_eq!(nearest(&letters(63), [letters(64).as_str()]), Some(letters(64).as_str()));
        assert_eq!(nearest(&letters(65), [letters(64).as_str()]), None);
        assert_eq!(nearest(&letters(64), [letters(65).as_str()]), None);
    }

    #[test]
    fn names_are_slips_word_by_word() {
        for (name, other, is) in [
            ("heat_driver", "default_driver", false),
            ("defualt_driver", "default_driver", true),
            ("default_drivers", "default_driver", true),
            ("enabled_drivers", "enabled_beta_drivers", true),
            ("magnum_distro", "magnum_driver", false),
            ("magnum-driver", "magnum_driver", true),
            ("os_distr", "os_distro", true),
            ("drivr", "driver", true),
        ] {
            assert_eq!(is_slip(name, other), is, "{name} {other}");
        }
    }

    #[test]
    fn the_end_of_a_name_is_enough_where_one_has_it() {
        let names = ["default_driver", "disabled_drivers", "enabled_beta_drivers"];
        assert_eq!(ending_in("driver", names), Some("default_driver"));
        assert_eq!(ending_in("beta_drivers", names), Some("enabled_beta_drivers"));
        assert_eq!(
            [ending_in("drivers", names), ending_in("fault_driver", names), ending_in("id", ["a_id"])],
            [None; 3]
        );
    }
}
