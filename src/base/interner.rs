#![expect(
    clippy::disallowed_types,
    reason = "names come while others are looked for, and profiles are compiled with it: a ranking takes twice as long"
)]

use std::collections::BTreeMap;

/// Up to this many names are searched linearly; for more, a map is faster.
const FEW: usize = 16;

/// Numbers names in the order of their arrival.
///
/// A few names are searched linearly, many are looked up in a map, so the cost stays low both for the usual registry
/// and for a hostile one.
#[derive(Clone, Default, Debug)]
pub struct Interner<'a> {
    names: Vec<&'a str>,
    /// Empty while there are at most [`FEW`] names.
    numbers: BTreeMap<&'a str, u32>,
}

impl<'a> Interner<'a> {
    /// Returns the number of a name, which gets a new one if it has none.
    pub fn intern(&mut self, name: &'a str) -> usize {
        if let Some(number) = self.find(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name);
        if number >= FEW {
            if self.numbers.is_empty() {
                // Inserted one by one, because `collect` would pull in the standard library's sort.
                self.numbers.extend(self.names.iter().copied().zip(0..));
            } else {
                self.numbers.insert(name, u32::try_from(number).unwrap_or(u32::MAX));
            }
        }
        number
    }

    /// Adds a name and returns whether it was new.
    pub fn is_new(&mut self, name: &'a str) -> bool {
        let before = self.len();
        self.intern(name) == before
    }

    /// Returns the number of a name, if it has one.
    pub fn find(&self, name: &str) -> Option<usize> {
        if self.names.len() <= FEW {
            return self.names.iter().position(|known| *known == name);
        }
        self.numbers.get(name).map(|number| *number as usize)
    }

    /// The names, ordered by number.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_in_the_order_of_arrival() {
        let mut names = Interner::default();
        assert_eq!((names.intern("b"), names.intern("a"), names.intern("b")), (0, 1, 0));
        assert_eq!((names.find("a"), names.find("c")), (Some(1), None));
        assert_eq!(names.names(), ["b", "a"]);
    }

    #[test]
    fn few_and_many_names_are_found_alike() {
        let all: Vec<String> = (0..100).map(|number| format!("n{number}")).collect();
        let mut names = Interner::default();
        for (number, name) in all.iter().enumerate() {
            assert_eq!(names.find(name), None);
            assert!(names.clone().is_new(name));
            assert_eq!(names.intern(name), number);
            assert_eq!(names.intern(name), number);
            assert!(!names.is_new(name));
            assert!(all.iter().take(number + 1).enumerate().all(|(number, name)| names.find(name) == Some(number)));
        }
    }
}
