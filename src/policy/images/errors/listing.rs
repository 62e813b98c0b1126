//! Lists of what would be valid instead. They are for people, so they end somewhere, however much is wrong.

use std::cell::Cell;

use crate::base::sort::set;

/// How much may still be listed.
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
    /// What a list counts for at least, so that there are not endlessly many.
    const LEAST: usize = 1024;

    /// Words in their order; none once enough has been listed.
    pub(crate) fn of<T: AsRef<str>>(&self, words: impl FnOnce() -> Vec<T>) -> Vec<T> {
        let listed = self.told(|| {
            let words = words();
            let letters = words.iter().map(|word| word.as_ref().len() + 1).sum();
            (words, letters)
        });
        listed.unwrap_or_default()
    }

    /// Something, and how many letters it is about. `None`: enough has been said.
    pub(crate) fn told<T>(&self, what: impl FnOnce() -> (T, usize)) -> Option<T> {
        (self.letters.get() > 0).then(|| {
            let (what, letters) = what();
            self.spend(letters);
            what
        })
    }

    /// Whether something about as long as this may still be said.
    pub(crate) fn allows(&self, letters: usize) -> bool {
        let allows = self.letters.get() > 0;
        self.spend(letters);
        allows
    }

    fn spend(&self, letters: usize) {
        self.letters.set(self.letters.get().saturating_sub(letters.max(Self::LEAST)));
    }

    /// Words sorted, each once; none once enough has been listed.
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
