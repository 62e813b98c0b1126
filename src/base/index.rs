use super::names::FEW;
use super::sort::sort;

/// The places of names in a list, sorted once and then searched. Replaces a map wherever all names are known before the
/// first lookup.
#[derive(Clone, Default, Debug)]
pub struct Index<'a> {
    /// Each name with its place, sorted.
    names: Vec<(&'a str, u32)>,
}

impl<'a> Index<'a> {
    /// Returns the first place of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let first = self.names.partition_point(|(known, _)| *known < name);
        self.named(first, name)
    }

    /// Returns the last place of a name.
    pub fn last(&self, name: &str) -> Option<usize> {
        if self.names.len() <= FEW {
            return self.names.iter().rfind(|(known, _)| *known == name).map(|(_, place)| *place as usize);
        }
        let end = self.names.partition_point(|(known, _)| *known <= name);
        self.named(end.checked_sub(1)?, name)
    }

    /// The place of the entry at `at`, if that entry has this name.
    fn named(&self, at: usize, name: &str) -> Option<usize> {
        self.names.get(at).filter(|(known, _)| *known == name).map(|(_, place)| *place as usize)
    }

    /// Whether the list contains this name.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// All places of a name, in ascending order.
    pub fn places<'s>(&'s self, name: &str) -> impl DoubleEndedIterator<Item = usize> + use<'s, 'a> {
        let first = self.names.partition_point(|(known, _)| *known < name);
        let found = self.names.get(first..).unwrap_or_default();
        let count = found.partition_point(|(known, _)| *known <= name);
        found.get(..count).unwrap_or_default().iter().map(|(_, place)| *place as usize)
    }

    /// Each name with all its places, sorted by name.
    pub fn groups(&self) -> impl Iterator<Item = (&'a str, impl DoubleEndedIterator<Item = usize> + Clone)> {
        self.names.chunk_by(|(left, _), (right, _)| left == right).filter_map(|group| {
            let (name, _) = group.first()?;
            Some((*name, group.iter().map(|(_, place)| *place as usize)))
        })
    }

    /// Every repetition of a name, with its place, sorted by name; the first place of each name is left out.
    pub fn repeated(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.names.windows(2).filter_map(|pair| match pair {
            [(first, _), (second, place)] if first == second => Some((*second, *place as usize)),
            _ => None,
        })
    }

    /// Each name once, with its first place, sorted by name.
    pub fn sorted(&self) -> impl Iterator<Item = (&'a str, usize)> {
        let mut before = None;
        self.names.iter().filter_map(move |(name, place)| {
            let new = before.replace(*name) != Some(*name);
            new.then_some((*name, *place as usize))
        })
    }

    /// Each name once, in the order of first appearance.
    pub fn distinct(&self) -> Vec<&'a str> {
        let mut found: Vec<(usize, &str)> = self.sorted().map(|(name, place)| (place, name)).collect();
        sort(&mut found);
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl<'a> FromIterator<&'a str> for Index<'a> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut names: Vec<(&str, u32)> = names.into_iter().zip(0..).collect();
        sort(&mut names);
        Self { names }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_name_is_found() {
        let index: Index<'_> = ["b", "a", "b", "", "c", "b"].into_iter().collect();
        assert_eq!(
            (index.find("a"), index.find("b"), index.find("d"), index.find("")),
            (Some(1), Some(0), None, Some(3))
        );
        assert_eq!((index.last("a"), index.last("b"), index.last("d")), (Some(1), Some(5), None));
        assert_eq!(index.places("b").collect::<Vec<_>>(), [0, 2, 5]);
        assert_eq!(index.repeated().collect::<Vec<_>>(), [("b", 2), ("b", 5)]);
        assert_eq!(index.sorted().collect::<Vec<_>>(), [("", 3), ("a", 1), ("b", 0), ("c", 4)]);
        assert_eq!(index.distinct(), ["b", "a", "", "c"]);
        assert!(Index::default().is_empty() && !index.is_empty());
    }

    /// Names in orders that are hard on a search: sorted, reversed, all equal, sawtooth and shuffled.
    fn hostile(len: u32) -> [Vec<String>; 5] {
        let orders: [fn(u32, u32) -> u32; 5] =
            [|at, _| at, |at, len| len - at, |_, _| 0, |at, _| at % 7, |at, _| at * 7_919 % 331];
        orders.map(|order| (0..len).map(|at| format!("{:04}", order(at, len))).collect())
    }

    #[test]
    fn finds_what_a_look_at_each_finds() {
        for names in [0, 1, 2, 3, 17, 500].into_iter().flat_map(hostile) {
            let index: Index<'_> = names.iter().map(String::as_str).collect();
            let places = |wanted: &str| {
                names.iter().enumerate().filter(|(_, name)| *name == wanted).map(|(place, _)| place).collect::<Vec<_>>()
            };
            for wanted in names.iter().map(String::as_str).chain(["", "0000", "0500", "9", "x"]) {
                assert_eq!(index.find(wanted), places(wanted).first().copied(), "{wanted}");
                assert_eq!(index.places(wanted).collect::<Vec<_>>(), places(wanted), "{wanted}");
            }
            assert!(index.groups().map(|(name, _)| name).is_sorted_by(|left, right| left < right));
            assert!(index.groups().all(|(name, found)| found.eq(places(name))));
            assert_eq!(index.groups().map(|(_, found)| found.count()).sum::<usize>(), names.len());
            assert!(index.sorted().eq(index.groups().filter_map(|(name, mut found)| Some((name, found.next()?)))));
        }
    }
}
