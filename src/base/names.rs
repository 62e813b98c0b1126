use super::sort::sort;

/// A set of names, sorted when it is made.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Names<'a>(Vec<&'a str>);

/// Up to here a look at each name finds one sooner than a search does.
pub(super) const FEW: usize = 16;

impl<'a> Names<'a> {
    /// Whether this is one of the names.
    pub fn contains(&self, name: &str) -> bool {
        if self.0.len() <= FEW { self.0.contains(&name) } else { self.0.binary_search(&name).is_ok() }
    }

    /// The names in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a str> + Clone {
        self.0.iter().copied()
    }

    /// Those that are in the other set, too.
    pub fn within(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|name| other.contains(name))
    }

    /// Those that are not in the other set.
    pub fn without(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|name| !other.contains(name))
    }

    /// These names and more.
    pub fn with(self, more: impl IntoIterator<Item = &'a str>) -> Self {
        self.0.into_iter().chain(more).collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
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
