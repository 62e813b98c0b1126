//! Writes mutants into a source file.

use std::ops::Range;

use super::mutant::Mutant;

/// A source file with all its mutants, and their positions.
pub struct Rewritten {
    /// The rewritten text.
    pub text: String,
    /// The number of each mutant, and its byte range from its switch to its end.
    pub places: Vec<(usize, Range<usize>)>,
}

/// Writes numbered mutants into the source of their file. The changed variant of a mutant contains the original source;
/// the unchanged variant contains the other mutants.
pub fn rewrite(source: &str, mutants: &[(usize, &Mutant)]) -> Rewritten {
    // At the same position, ends go before starts. A longer range starts first and ends last.
    let mut insertions: Vec<(usize, u8, isize, usize, bool)> = Vec::new();
    for (index, (_, mutant)) in mutants.iter().enumerate() {
        let Range { start, end } = mutant.range.clone();
        let (length, order) = ((end - start) as isize, index as isize);
        if length == 0 {
            insertions.push((start, 1, 0, index, true));
        } else {
            insertions.push((start, 2, -length * 1000 + order, index, true));
            insertions.push((end, 0, length * 1000 - order, index, false));
        }
    }
    insertions.sort_unstable();
    let mut text = String::with_capacity(source.len() * 2);
    let mut places: Vec<(usize, Range<usize>)> = mutants.iter().map(|(number, _)| (*number, 0..0)).collect();
    let mut copied = 0;
    for (at, _, _, index, begins) in insertions {
        text.push_str(&source[copied..at]);
        copied = at;
        let (number, mutant) = mutants[index];
        let (before, after) = mutant.switch(number);
        let place = &mut places[index].1;
        if begins {
            place.start = text.len();
            text.push_str(&before);
        } else {
            text.push_str(&after);
        }
        place.end = text.len();
    }
    text.push_str(&source[copied..]);
    Rewritten { text, places }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(range: Range<usize>, before: &str, after: &str) -> Mutant {
        let (path, operator, original) = (String::new(), String::new(), String::new());
        Mutant { path, line: 1, operator, original, range, before: before.to_owned(), after: after.to_owned() }
    }

    #[test]
    fn mutants_stand_inside_one_another() {
        let inner = mutant(0..1, "<$N ", ">");
        let outer = mutant(0..5, "($N ", ")");
        let last = mutant(4..5, "[$N ", "]");
        let written = rewrite("a + b;", &[(7, &inner), (8, &outer), (9, &last)]);
        assert_eq!(written.text, "(8 <7 a> + [9 b]);");
        assert_eq!(&written.text[written.places[1].1.clone()], "(8 <7 a> + [9 b])");
        let twice = rewrite("a", &[(1, &mutant(0..1, "($N ", ")")), (2, &mutant(0..1, "[$N ", "]"))]);
        assert_eq!(twice.text, "(1 [2 a])");
    }
}
