/// An object with keys of its author's choosing, in their order.
///
/// ```
/// use fitment::wire::Ordered;
///
/// let labels: Ordered<&str, u32> = [("b", 1), ("a", 2)].into_iter().collect();
/// assert_eq!(labels.get("a"), Some(&2));
/// assert_eq!(labels.iter().next(), Some(&("b", 1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ordered<K, T>(Vec<(K, T)>);

impl<K: AsRef<str>, T> Ordered<K, T> {
    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().find(|(name, _)| name.as_ref() == key).map(|(_, value)| value)
    }

    /// Puts a key last. Whoever does sees to it that it is not there yet.
    pub fn push(&mut self, key: K, value: T) {
        self.0.push((key, value));
    }

    /// Keys and values in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, (K, T)> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<K, T> Default for Ordered<K, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, T> FromIterator<(K, T)> for Ordered<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        Self(members.into_iter().collect())
    }
}

impl<'o, K, T> IntoIterator for &'o Ordered<K, T> {
    type Item = &'o (K, T);
    type IntoIter = std::slice::Iter<'o, (K, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
