use super::sort::sort;

/// Where names are in a list: sorted once, then searched. It takes the place of a map wherever all names are known
/// before the first one is looked for.
#[derive(Clone, Default, Debug)]
pub struct Index<'a> {
    /// Each name with its place, sorted.
    names: Vec<(&'a str, u32)>,
}

impl<'a> Index<'a> {
    /// Where one of these names is found first.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.places(name).next()
    }

    /// Whether this is one of the names.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// All places of a name, from the first to the last.
    pub fn places(&self, name: &str) -> impl Iterator<Item = usize> {
        let first = self.names.partition_point(|(known, _)| *known < name);
        let found = self.names.get(first..).unwrap_or_default();
        let count = found.partition_point(|(known, _)| *known <= name);
        found.iter().take(count).map(|(_, place)| *place as usize)
    }

    /// The places whose name an earlier one has, by name.
    pub fn repeated(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.names.windows(2).filter_map(|pair| match pair {
            [(first, _), (second, place)] if first == second => Some((*second, *place as usize)),
            _ => None,
        })
    }

    /// Each name once, with its first place, sorted.
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

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
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
        assert_eq!(index.places("b").collect::<Vec<_>>(), [0, 2, 5]);
        assert_eq!(index.repeated().collect::<Vec<_>>(), [("b", 2), ("b", 5)]);
        assert_eq!(index.sorted().collect::<Vec<_>>(), [("", 3), ("a", 1), ("b", 0), ("c", 4)]);
        assert_eq!(index.distinct(), ["b", "a", "", "c"]);
        assert!(Index::default().is_empty() && index.len() == 6);
    }

    #[test]
    fn finds_what_a_look_at_each_finds() {
        let names: Vec<String> = (0..500_u32).map(|number| (number * 7_919 % 331).to_string()).collect();
        let index: Index<'_> = names.iter().map(String::as_str).collect();
        for wanted in names.iter().map(String::as_str).chain(["", "331", "x"]) {
            assert_eq!(index.find(wanted), names.iter().position(|name| name == wanted), "{wanted}");
        }
    }
}
