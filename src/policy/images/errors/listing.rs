//! Lists of what would be valid instead. People read them, so their total length is limited, however much is wrong.

use std::cell::Cell;

use crate::base::sort::set;

/// The budget, in bytes, for what may still be listed.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    letters: Cell<usize>,
}

impl Default for Listing {
    fn default() -> Self {
        Self { letters: Cell::new(256 * 1024) }
    }
}

impl Listing {
    /// The least that a list costs, so that the number of lists is limited too.
    const LEAST: usize = 1024;

    /// The words in the given order, or none if the budget is used up.
    pub(crate) fn of<T: AsRef<str>>(&self, words: impl FnOnce() -> Vec<T>) -> Vec<T> {
        let listed = self.told(|| {
            let words = words();
            let letters = words.iter().map(|word| word.as_ref().len() + 1).sum();
            (words, letters)
        });
        listed.unwrap_or_default()
    }

    /// What `what` returns, which includes how many bytes it costs. `None`: the budget is used up.
    pub(crate) fn told<T>(&self, what: impl FnOnce() -> (T, usize)) -> Option<T> {
        (self.letters.get() > 0).then(|| {
            let (what, letters) = what();
            self.spend(letters);
            what
        })
    }

    /// Whether the budget allows for something about this long, which is deducted.
    pub(crate) fn allows(&self, letters: usize) -> bool {
        let allows = self.letters.get() > 0;
        self.spend(letters);
        allows
    }

    fn spend(&self, letters: usize) {
        self.letters.set(self.letters.get().saturating_sub(letters.max(Self::LEAST)));
    }

    /// The words sorted and without duplicates, or none if the budget is used up.
    pub(crate) fn sorted<T: AsRef<str> + Ord>(&self, words: impl FnOnce() -> Vec<T>) -> Vec<T> {
        self.of(|| set(words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_somewhere() {
        let listing = Listing::default();
        assert_eq!(listing.sorted(|| vec!["b", "a", "b"]), ["a", "b"]);
        let lists = (0..1000).filter(|_| !listing.of(|| vec!["a"]).is_empty()).count();
        assert_eq!(lists, 255);
    }
}
