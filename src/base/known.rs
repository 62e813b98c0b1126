use std::borrow::Borrow;

use super::ranking::{Gap, Ranking};

/// A map for entries that are added between lookups. Where all keys are known before the first lookup,
/// [`Index`](super::Index) and [`Names`](super::Names) cost less.
#[derive(Clone, Debug)]
pub struct Known<K, V> {
    entries: Vec<(K, V)>,
    /// The places of the entries, sorted by key.
    ranking: Ranking,
}

impl<K: Ord, V> Known<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, Gap>
    where
        K: Borrow<Q>,
    {
        let entry = |place: u32| self.entries.get(place as usize);
        let found = self.ranking.find(&mut |place| entry(place).map(|(known, _)| known.borrow()).cmp(&Some(key)));
        found.map(|place| place as usize)
    }

    /// Returns the value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.entries.get(self.find(key).ok()?).map(|(_, value)| value)
    }

    /// Sets the value of a key and returns whether the key is new.
    pub fn insert(&mut self, key: K, value: V) -> bool {
        match self.find(&key) {
            Ok(place) => {
                if let Some((_, known)) = self.entries.get_mut(place) {
                    *known = value;
                }
                false
            }
            Err(gap) => {
                self.ranking.insert(gap, u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
                self.entries.push((key, value));
                true
            }
        }
    }

    /// Changes the value of a key, starting from the default if the key is new.
    pub fn update(&mut self, key: K, change: impl FnOnce(&mut V))
    where
        V: Default,
    {
        let place = self.find(&key).unwrap_or_else(|gap| {
            self.ranking.insert(gap, u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
            self.entries.push((key, V::default()));
            self.entries.len() - 1
        });
        if let Some((_, value)) = self.entries.get_mut(place) {
            change(value);
        }
    }

    /// All keys and values, in the order in which the keys were added.
    pub fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// All values, in the order in which their keys were added.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), ranking: Ranking::default() }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Known<K, V> {
    /// If a key comes twice, the later value wins.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut known = Self::default();
        for (key, value) in entries {
            known.insert(key, value);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_as_shown() {
        let mut known = Known::default();
        assert!(known.insert("b", 1) && known.insert("a", 2) && !known.insert("b", 3));
        known.update("a", |number| *number += 10);
        assert_eq!((known.get("a"), known.get("b"), known.get("c")), (Some(&12), Some(&3), None));
    }
}
