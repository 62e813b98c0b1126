//! Names with their places, found without looking at all of them.

use crate::base::sort::sort;

/// Names in a list, some of them perhaps more than once.
#[derive(Clone, Debug)]
pub(crate) struct Names<K> {
    sorted: Vec<(K, usize)>,
}

impl<K: Ord> Names<K> {
    /// Names in the order of their list.
    pub(crate) fn new(names: impl IntoIterator<Item = K>) -> Self {
        let mut sorted: Vec<(K, usize)> = names.into_iter().enumerate().map(|(place, name)| (name, place)).collect();
        sort(&mut sorted);
        Self { sorted }
    }

    /// The places of a name, the first one first.
    pub(crate) fn all(&self, name: K) -> impl Iterator<Item = usize> {
        let start = self.sorted.partition_point(|(known, _)| *known < name);
        let from = self.sorted.get(start..).unwrap_or_default();
        from.iter().take_while(move |(known, _)| *known == name).map(|(_, place)| *place)
    }

    /// The first name that is not below another, in their order.
    pub(crate) fn from(&self, name: K) -> Option<&K> {
        let start = self.sorted.partition_point(|(known, _)| *known < name);
        self.sorted.get(start).map(|(known, _)| known)
    }

    /// The first place of a name.
    pub(crate) fn first(&self, name: K) -> Option<usize> {
        self.all(name).next()
    }
}
