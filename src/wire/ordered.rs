use crate::base::sort::sorted_places;

/// An object with arbitrary distinct keys, in the order given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ordered<K, T> {
    members: Vec<(K, T)>,
    /// The places of the members sorted by key; empty while there are at most [`FEW`].
    sorted: Vec<u32>,
}

/// Up to this many members, a linear search is faster than a binary one.
const FEW: usize = 16;

impl<K: AsRef<str>, T> Ordered<K, T> {
    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        let is_it = |(name, _): &&(K, T)| name.as_ref() == key;
        if self.sorted.is_empty() {
            return self.members.iter().find(is_it).map(|(_, value)| value);
        }
        let place = self.sorted.partition_point(|place| self.key(*place) < key);
        let member = self.members.get(*self.sorted.get(place)? as usize)?;
        Some(member).filter(is_it).map(|(_, value)| value)
    }

    fn key(&self, place: u32) -> &str {
        self.members.get(place as usize).map(|(name, _)| name.as_ref()).unwrap_or_default()
    }

    /// Appends a member, whose key must be new. Each call sorts all keys again, so many members are better collected.
    pub fn push(&mut self, key: K, value: T) {
        self.members.push((key, value));
        self.sort();
    }

    fn sort(&mut self) {
        if self.members.len() > FEW {
            let key = |place| self.key(u32::try_from(place).unwrap_or(u32::MAX));
            self.sorted = sorted_places(self.members.len(), &mut |left, right| key(left).cmp(key(right)));
        }
    }

    /// Keys and values, in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, (K, T)> {
        self.members.iter()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }
}

impl<K, T> Default for Ordered<K, T> {
    fn default() -> Self {
        Self { members: Vec::new(), sorted: Vec::new() }
    }
}

impl<K: AsRef<str>, T> FromIterator<(K, T)> for Ordered<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        let mut ordered = Self { members: members.into_iter().collect(), sorted: Vec::new() };
        ordered.sort();
        ordered
    }
}

impl<'o, K, T> IntoIterator for &'o Ordered<K, T> {
    type Item = &'o (K, T);
    type IntoIter = std::slice::Iter<'o, (K, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order() {
        let labels: Ordered<&str, u32> = [("b", 1), ("a", 2)].into_iter().collect();
        assert_eq!(labels.get("a"), Some(&2));
        assert_eq!(labels.iter().next(), Some(&("b", 1)));
    }

    #[test]
    fn few_and_many_keys_are_found_and_others_are_not() {
        for count in [0, 1, FEW, FEW + 1, 3 * FEW] {
            // Neither ascending nor descending.
            let keys: Vec<String> = (0..count).map(|number| format!("k{:02}", number * 7 % 50)).collect();
            let collected: Ordered<&str, usize> = keys.iter().map(String::as_str).zip(0..).collect();
            let mut pushed = Ordered::default();
            keys.iter().zip(0..).for_each(|(key, number)| pushed.push(key.as_str(), number));
            for labels in [&collected, &pushed] {
                assert!(keys.iter().zip(0..).all(|(key, number)| labels.get(key) == Some(&number)), "{count}");
                assert!(["", "k", "k001", "k99", "l"].iter().all(|key| labels.get(key).is_none()), "{count}");
                assert_eq!((labels.len(), labels.is_empty()), (count, count == 0));
                assert!(labels.iter().map(|(key, _)| *key).eq(keys.iter().map(String::as_str)), "{count}");
            }
        }
    }
}
