use crate::base::sort::{sort, sort_by_key};

/// The capabilities of a machine type or flavor in a wide registry: those it names, with their values. Each capability
/// that it does not name has all defined values. The size is that of the document, however wide the registry is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Sparse {
    /// The fields, sorted by capability and word. A capability that is named without values has one empty word.
    fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Field {
    capability: u32,
    /// Which group of 64 values of the capability.
    word: u32,
    bits: u64,
}

impl Sparse {
    /// Creates a set from the named capabilities, each once, with the indexes of their values.
    pub fn new(named: impl IntoIterator<Item = (usize, Vec<usize>)>) -> Self {
        let mut fields = Vec::new();
        for (capability, mut values) in named {
            let capability = capability as u32;
            sort(&mut values);
            fields.push(Field { capability, word: 0, bits: 0 });
            for value in values {
                let (word, bit) = ((value / 64) as u32, 1 << (value % 64));
                match fields.last_mut().filter(|field| field.capability == capability && field.word == word) {
                    Some(field) => field.bits |= bit,
                    None => fields.push(Field { capability, word, bits: bit }),
                }
            }
        }
        sort_by_key(&mut fields, |field| (field.capability, field.word));
        Self { fields }
    }

    /// The fields of a capability; empty if it is not named.
    fn of(&self, capability: u32) -> &[Field] {
        let from = self.fields.partition_point(|field| field.capability < capability);
        let to = self.fields.partition_point(|field| field.capability <= capability);
        self.fields.get(from..to).unwrap_or_default()
    }

    /// The named capabilities, each once, in order.
    pub fn named(&self) -> Vec<usize> {
        let mut named: Vec<usize> = self.fields.iter().map(|field| field.capability as usize).collect();
        named.dedup();
        named
    }

    /// Whether a named capability has a value. `None`: the capability is not named.
    pub fn has(&self, capability: usize, value: usize) -> Option<bool> {
        let fields = self.of(capability as u32);
        let bits = word_of(fields, (value / 64) as u32, 0);
        (!fields.is_empty()).then_some(bits >> (value % 64) & 1 == 1)
    }

    /// The indexes, in order, of the values of a capability that both sets have. Only the first `defined` values count.
    pub fn shared<'s>(
        &'s self,
        other: &'s Self,
        capability: usize,
        defined: usize,
    ) -> impl Iterator<Item = usize> + 's {
        let common = common(self.of(capability as u32), other.of(capability as u32), defined);
        let values = common.flat_map(|(word, bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| word as usize * 64 + bit)
        });
        values.take_while(move |value| *value < defined)
    }

    /// The capabilities without a common value, in order. `defined` returns the number of defined values of a
    /// capability, and `without_values` lists the capabilities that have none.
    pub fn mismatches(&self, other: &Self, defined: impl Fn(usize) -> usize, without_values: &[usize]) -> Vec<usize> {
        let is_named =
            |capability: usize| !self.of(capability as u32).is_empty() || !other.of(capability as u32).is_empty();
        let mut apart: Vec<usize> =
            without_values.iter().copied().filter(|capability| !is_named(*capability)).collect();
        let (mut left, mut right) = (self.fields.as_slice(), other.fields.as_slice());
        while let Some(capability) = next_capability(left, right) {
            let (mine, theirs) = (take(&mut left, capability), take(&mut right, capability));
            if common(mine, theirs, defined(capability as usize)).all(|(_, bits)| bits == 0) {
                apart.push(capability as usize);
            }
        }
        sort(&mut apart);
        apart
    }
}

fn next_capability(left: &[Field], right: &[Field]) -> Option<u32> {
    left.first().into_iter().chain(right.first()).map(|field| field.capability).min()
}

/// Splits the fields up to and including those of `capability` off the front.
fn take<'f>(fields: &mut &'f [Field], capability: u32) -> &'f [Field] {
    let count = fields.partition_point(|field| field.capability <= capability);
    let (taken, rest) = fields.split_at_checked(count).unwrap_or_default();
    *fields = rest;
    taken
}

/// The words of a capability in which two sets may share values, with the shared bits. Looks at as many words as the
/// set with fewer fields has.
fn common<'f>(left: &'f [Field], right: &'f [Field], defined: usize) -> impl Iterator<Item = (u32, u64)> + 'f {
    let left_is_few = right.is_empty() || (!left.is_empty() && left.len() <= right.len());
    let (few, many) = if left_is_few { (left, right) } else { (right, left) };
    let all = if few.is_empty() { defined.div_ceil(64) as u32 } else { 0 };
    let words = few.iter().map(|field| (field.word, field.bits)).chain((0..all).map(|word| (word, u64::MAX)));
    words.map(move |(word, bits)| (word, bits & word_of(many, word, defined)))
}

/// The bits of a set in a word. If the set does not name the capability, these are the bits of all defined values.
fn word_of(fields: &[Field], word: u32, defined: usize) -> u64 {
    if fields.is_empty() {
        return first_bits(defined, word);
    }
    let found = fields.binary_search_by_key(&word, |field| field.word);
    found.ok().and_then(|place| fields.get(place)).map_or(0, |field| field.bits)
}

/// The bits in a word that stand for the first `count` values.
fn first_bits(count: usize, word: u32) -> u64 {
    match count.saturating_sub(word as usize * 64) {
        count if count >= 64 => u64::MAX,
        count => (1 << count) - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::Sparse;

    #[test]
    fn both_share_values_of_several_words() {
        let of = |values: &[usize]| Sparse::new([(0, vec![1]), (1, values.to_vec()), (2, vec![1])]);
        let (one, other) = (of(&[0, 62, 63, 64, 127, 128, 191]), of(&[63, 64, 65, 127, 128, 191]));
        let shared = |defined| one.shared(&other, 1, defined).collect::<Vec<_>>();
        assert_eq!(shared(192), [63, 64, 127, 128, 191]);
        assert_eq!(shared(191), [63, 64, 127, 128]);
        assert_eq!(shared(64), [63]);
        assert_eq!(shared(63), [0_usize; 0]);
    }
}
