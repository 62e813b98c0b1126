use std::collections::BTreeMap;

/// How many candidates each cause refused.
///
/// ```
/// use fitment::base::Tally;
///
/// let tally: Tally<&str> = ["disk", "memory", "memory"].into_iter().collect();
/// assert_eq!(tally.by_count(), [("memory", 2), ("disk", 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Tally<C> {
    counts: Vec<(C, usize)>,
    /// Where the count of a cause stands.
    places: BTreeMap<C, usize>,
}

impl<C> Default for Tally<C> {
    fn default() -> Self {
        Self { counts: Vec::new(), places: BTreeMap::new() }
    }
}

impl<C: Ord + Clone> Tally<C> {
    /// Counts one more candidate.
    pub fn add(&mut self, cause: C) {
        match self.places.get(&cause).and_then(|place| self.counts.get_mut(*place)) {
            Some((_, count)) => *count += 1,
            None => {
                self.places.insert(cause.clone(), self.counts.len());
                self.counts.push((cause, 1));
            }
        }
    }

    /// The causes, the one that refused most first; those that refused as many in the order in which they came up.
    pub fn by_count(&self) -> Vec<(C, usize)> {
        let mut counts = self.counts.clone();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

impl<C: Ord + Clone> FromIterator<C> for Tally<C> {
    fn from_iter<I: IntoIterator<Item = C>>(causes: I) -> Self {
        let mut tally = Self::default();
        causes.into_iter().for_each(|cause| tally.add(cause));
        tally
    }
}
