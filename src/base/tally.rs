use super::sort::{alike, sort_by_key};

/// Counts how many candidates were refused for each cause.
#[derive(Clone, Debug)]
pub struct Tally<C> {
    /// The cause of each refusal, in the order of arrival.
    causes: Vec<C>,
}

impl<C> Default for Tally<C> {
    fn default() -> Self {
        Self { causes: Vec::new() }
    }
}

impl<C: Ord + Clone> Tally<C> {
    /// Counts one more candidate refused for `cause`.
    pub fn add(&mut self, cause: C) {
        self.causes.push(cause);
    }

    /// The causes with their counts, the most frequent first. Causes with the same count keep the order of first
    /// appearance.
    pub fn by_count(&self) -> Vec<(C, usize)> {
        let groups = alike(&self.causes, C::cmp);
        let counted = |places: &Vec<u32>| Some((self.causes.get(*places.first()? as usize)?.clone(), places.len()));
        let mut counts: Vec<(C, usize)> = groups.iter().filter_map(counted).collect();
        sort_by_key(&mut counts, |(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

impl<C: Ord + Clone> FromIterator<C> for Tally<C> {
    fn from_iter<I: IntoIterator<Item = C>>(causes: I) -> Self {
        Self { causes: causes.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_cause_comes_first() {
        let tally: Tally<&str> = ["disk", "memory", "memory"].into_iter().collect();
        assert_eq!(tally.by_count(), [("memory", 2), ("disk", 1)]);
    }
}
