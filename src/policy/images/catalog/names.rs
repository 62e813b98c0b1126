//! Names with their indexes, for lookups that do not visit every name.

use crate::base::sort::sort;

/// The names in a list, which may repeat.
#[derive(Clone, Debug)]
pub(crate) struct Names<K> {
    sorted: Vec<(K, usize)>,
}

impl<K: Ord> Names<K> {
    /// Sorts names that come in the order of their list.
    pub(crate) fn new(names: impl IntoIterator<Item = K>) -> Self {
        let mut sorted: Vec<(K, usize)> = names.into_iter().enumerate().map(|(place, name)| (name, place)).collect();
        sort(&mut sorted);
        Self { sorted }
    }

    /// The indexes of a name, in ascending order.
    pub(crate) fn all(&self, name: K) -> impl Iterator<Item = usize> {
        let start = self.sorted.partition_point(|(known, _)| *known < name);
        let from = self.sorted.get(start..).unwrap_or_default();
        from.iter().take_while(move |(known, _)| *known == name).map(|(_, place)| *place)
    }

    /// The first name, in sort order, that is not less than the given one.
    pub(crate) fn from(&self, name: K) -> Option<&K> {
        let start = self.sorted.partition_point(|(known, _)| *known < name);
        self.sorted.get(start).map(|(known, _)| known)
    }

    /// The first index of a name.
    pub(crate) fn first(&self, name: K) -> Option<usize> {
        self.all(name).next()
    }
}
