use super::sort::sort;

/// A sorted set of names.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Names<'a>(Vec<&'a str>);

/// Up to this many names, a linear search is faster than a binary one.
pub(super) const FEW: usize = 16;

impl<'a> Names<'a> {
    /// Whether the set contains this name.
    pub fn contains(&self, name: &str) -> bool {
        if self.0.len() <= FEW { self.0.contains(&name) } else { self.0.binary_search(&name).is_ok() }
    }

    /// The names in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a str> + Clone {
        self.0.iter().copied()
    }

    /// The names that the other set contains as well.
    pub fn within(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|name| other.contains(name))
    }

    /// The names that the other set does not contain.
    pub fn without(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|name| !other.contains(name))
    }

    /// Returns the set with more names added.
    pub fn with(self, more: impl IntoIterator<Item = &'a str>) -> Self {
        self.0.into_iter().chain(more).collect()
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> FromIterator<&'a str> for Names<'a> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        sort(&mut names);
        names.dedup();
        Self(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_set() {
        let asked: Names<'_> = ["gold", "gpu", "gold"].into_iter().collect();
        let there: Names<'_> = ["gpu"].into_iter().collect();
        assert!(asked.contains("gold") && asked.len() == 2);
        assert!(asked.without(&there).eq(["gold"]));
    }

    #[test]
    fn sets_are_those_of_a_look_at_each() {
        let all: Vec<String> = (0..60_u32).map(|number| (number * 37 % 41).to_string()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        for (left, right) in [(0..0, 0..60), (0..20, 10..30), (5..6, 0..60), (0..60, 7..7), (0..60, 0..60)] {
            let (one, other) = (&all[left], &all[right]);
            let (set, others): (Names<'_>, Names<'_>) =
                (one.iter().copied().collect(), other.iter().copied().collect());
            assert!(set.iter().is_sorted_by(|left, right| left < right));
            assert!(all.iter().all(|name| set.contains(name) == one.contains(name)));
            assert!(set.within(&others).eq(set.iter().filter(|name| other.contains(name))));
            assert!(set.without(&others).eq(set.iter().filter(|name| !other.contains(name))));
            assert_eq!(set.clone().with(other.iter().copied()), one.iter().chain(other).copied().collect());
            assert_eq!((set.len(), set.is_empty()), (set.iter().count(), one.is_empty()));
        }
    }
}
