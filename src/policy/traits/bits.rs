//! Sets of nodes: one bit for each node, or a short list if only few nodes are in the set.

/// A set of numbers below a fixed count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    /// Returns the empty subset of the first `count` numbers.
    pub(crate) fn none(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)], count }
    }

    /// Returns the set of all of the first `count` numbers.
    pub(crate) fn all(count: usize) -> Self {
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = words.last_mut().filter(|_| !count.is_multiple_of(64)) {
            *last = (1 << (count % 64)) - 1;
        }
        Self { words, count }
    }

    /// Returns the set of these members, without those that are not below `count`.
    pub(crate) fn of(count: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::none(count);
        members.into_iter().for_each(|member| bits.insert(member));
        bits
    }

    /// Adds a number if it is below the count.
    pub(crate) fn insert(&mut self, member: usize) {
        if let Some(word) = self.words.get_mut(member / 64).filter(|_| member < self.count) {
            *word |= 1 << (member % 64);
        }
    }

    /// Whether the number is in the set.
    pub(crate) fn has(&self, member: usize) -> bool {
        self.words.get(member / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Keeps only the numbers that are also in the other set.
    pub(crate) fn keep(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
        self.words.iter_mut().skip(other.words.len()).for_each(|word| *word = 0);
    }

    /// Removes the numbers that are in the other set.
    pub(crate) fn remove(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// Adds the numbers that are in the other set.
    pub(crate) fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Returns how many numbers are in the set.
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns the numbers in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| Ones(*word).map(move |bit| index * 64 + bit))
    }
}

/// The positions of the ones in a word.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let place = self.0.trailing_zeros() as usize;
            self.0 &= self.0 - 1;
            place
        })
    }
}

/// The nodes that have something: bits if many have it, and a list if few do. All columns of a fleet together thus take
/// no more room than the lists they came from, however many names there are.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// One bit for each node.
    Many(Bits),
    /// The nodes in ascending order.
    Few(Vec<u32>),
}

impl Column {
    /// Makes a column of the members, which are in ascending order.
    pub(crate) fn new(count: usize, members: Vec<u32>) -> Self {
        if members.len() > count / 32 {
            return Self::Many(Bits::of(count, members.iter().map(|member| *member as usize)));
        }
        Self::Few(members)
    }

    /// Returns the nodes in `bits` that are in the column.
    pub(crate) fn within(&self, bits: &Bits) -> Bits {
        match self {
            Self::Many(column) => {
                let mut kept = bits.clone();
                kept.keep(column);
                kept
            }
            Self::Few(members) => {
                let members = members.iter().map(|member| *member as usize);
                Bits::of(bits.count, members.filter(|member| bits.has(*member)))
            }
        }
    }

    /// Adds all nodes in the column to `bits`.
    pub(crate) fn add_to(&self, bits: &mut Bits) {
        match self {
            Self::Many(column) => bits.add(column),
            Self::Few(members) => members.iter().for_each(|member| bits.insert(*member as usize)),
        }
    }

    /// Whether any node in `bits` is in the column.
    pub(crate) fn meets(&self, bits: &Bits) -> bool {
        match self {
            Self::Many(column) => column.words.iter().zip(&bits.words).any(|(one, other)| one & other != 0),
            Self::Few(members) => members.iter().any(|member| bits.has(*member as usize)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_bits_say_the_same() {
        for count in [0, 1, 63, 64, 65, 200] {
            let all = Bits::all(count);
            assert_eq!(all.len(), count);
            let odd: Vec<u32> = (0..count as u32).filter(|member| member % 2 == 1).collect();
            let many = Column::Many(Bits::of(count, odd.iter().map(|member| *member as usize)));
            let few = Column::Few(odd.clone());
            assert_eq!(many.within(&all), few.within(&all));
            assert_eq!(many.within(&all).iter().map(|member| member as u32).collect::<Vec<_>>(), odd);
            assert_eq!((many.meets(&all), few.meets(&all)), (!odd.is_empty(), !odd.is_empty()));
            let (mut one, mut other) = (Bits::none(count), Bits::none(count));
            many.add_to(&mut one);
            few.add_to(&mut other);
            assert_eq!((&one, &other), (&many.within(&all), &few.within(&all)));
            let mut rest = all.clone();
            rest.remove(&many.within(&all));
            assert_eq!(rest.len() + odd.len(), count);
        }
    }

    /// Returns the members of a set as its single bits say.
    fn told(bits: &Bits) -> Vec<usize> {
        (0..bits.count + 130).filter(|member| bits.has(*member)).collect()
    }

    #[test]
    fn sets_do_what_lists_do_around_every_word() {
        for count in [0, 1, 2, 62, 63, 64, 65, 127, 128, 129] {
            let every = |step: usize, from: usize| (from..count + 2).step_by(step).collect::<Vec<_>>();
            for (left, right) in [(every(2, 0), every(3, 0)), (every(3, 1), every(2, 1)), (every(1, 0), every(63, 0))] {
                let inside = |list: &[usize]| list.iter().copied().filter(|member| *member < count).collect::<Vec<_>>();
                let (one, other) = (Bits::of(count, left.clone()), Bits::of(count, right.clone()));
                let (left, right) = (inside(&left), inside(&right));
                let after = |change: fn(&mut Bits, &Bits)| {
                    let mut bits = one.clone();
                    change(&mut bits, &other);
                    (told(&bits), bits.iter().collect::<Vec<_>>(), bits.len(), bits.is_empty())
                };
                let expected = |test: &dyn Fn(&usize) -> bool| {
                    let list: Vec<usize> = (0..count).filter(test).collect();
                    (list.clone(), list.clone(), list.len(), list.is_empty())
                };
                assert_eq!(after(|_, _| ()), expected(&|member| left.contains(member)), "{count}");
                assert_eq!(after(Bits::keep), expected(&|m| left.contains(m) && right.contains(m)), "{count}");
                assert_eq!(after(Bits::add), expected(&|m| left.contains(m) || right.contains(m)), "{count}");
                assert_eq!(after(Bits::remove), expected(&|m| left.contains(m) && !right.contains(m)), "{count}");
                let members: Vec<u32> = right.iter().map(|member| *member as u32).collect();
                for column in [Column::Few(members.clone()), Column::Many(other.clone()), Column::new(count, members)] {
                    let meets = left.iter().any(|member| right.contains(member));
                    assert_eq!(column.meets(&one), meets, "{count} {column:?}");
                    assert_eq!(told(&column.within(&one)), after(Bits::keep).0);
                    let mut added = one.clone();
                    column.add_to(&mut added);
                    assert_eq!(told(&added), after(Bits::add).0);
                }
            }
        }
    }

    #[test]
    fn what_is_beyond_the_other_set_is_not_in_it() {
        for (count, other) in [(1, 0), (64, 0), (65, 64), (129, 1), (200, 100)] {
            let mut bits = Bits::all(count);
            bits.keep(&Bits::all(other));
            assert_eq!(told(&bits), (0..other).collect::<Vec<_>>(), "{count} and {other}");
        }
    }

    #[test]
    fn a_column_is_a_list_while_that_takes_less_room() {
        for (count, few) in [(0, 0), (31, 0), (32, 1), (63, 1), (64, 2), (3_200, 100)] {
            assert!(matches!(Column::new(count, (0..few).collect()), Column::Few(_)), "{few} of {count}");
            assert!(matches!(Column::new(count, (0..=few).collect()), Column::Many(_)), "{} of {count}", few + 1);
        }
    }
}
