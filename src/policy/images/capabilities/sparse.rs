use crate::base::sort::{sort, sort_by_key};

/// What a type or a flavor can in a wide registry: the capabilities it names, with their values; each that it does not
/// name has all defined ones. Its size is that of the document it comes from, however wide the registry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Sparse {
    /// Sorted by capability and word; a capability that is named without values has one empty word.
    fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Field {
    capability: u32,
    /// Which 64 values of the capability.
    word: u32,
    bits: u64,
}

impl Sparse {
    /// The capabilities that are named, each once, with the places of their values.
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

    /// The fields of a capability, if it is named.
    fn of(&self, capability: u32) -> &[Field] {
        let from = self.fields.partition_point(|field| field.capability < capability);
        let to = self.fields.partition_point(|field| field.capability <= capability);
        self.fields.get(from..to).unwrap_or_default()
    }

    /// The capabilities that are named, in order, each once.
    pub fn named(&self) -> Vec<usize> {
        let mut named: Vec<usize> = self.fields.iter().map(|field| field.capability as usize).collect();
        named.dedup();
        named
    }

    /// Whether a capability that is named has a value. `None`: it is not named.
    pub fn has(&self, capability: usize, value: usize) -> Option<bool> {
        let fields = self.of(capability as u32);
        let bits = word_of(fields, (value / 64) as u32, 0);
        (!fields.is_empty()).then_some(bits >> (value % 64) & 1 == 1)
    }

    /// The places, in order, of the values that both have of a capability, of which the first `defined` count.
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

    /// The capabilities without a value in common, in order. `defined` tells how many values a capability has by
    /// default, `without_values` which have none.
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

/// Takes the fields of a capability off the front.
fn take<'f>(fields: &mut &'f [Field], capability: u32) -> &'f [Field] {
    let count = fields.partition_point(|field| field.capability <= capability);
    let (taken, rest) = fields.split_at_checked(count).unwrap_or_default();
    *fields = rest;
    taken
}

/// The words of a capability in which two sets can have values in common, with these. As many are looked at as the one
/// with fewer has.
fn common<'f>(left: &'f [Field], right: &'f [Field], defined: usize) -> impl Iterator<Item = (u32, u64)> + 'f {
    let left_is_few = right.is_empty() || (!left.is_empty() && left.len() <= right.len());
    let (few, many) = if left_is_few { (left, right) } else { (right, left) };
    let all = if few.is_empty() { defined.div_ceil(64) as u32 } else { 0 };
    let words = few.iter().map(|field| (field.word, field.bits)).chain((0..all).map(|word| (word, u64::MAX)));
    words.map(move |(word, bits)| (word, bits & word_of(many, word, defined)))
}

/// The bits that a set has of a word: those of the first values where it does not name the capability.
fn word_of(fields: &[Field], word: u32, defined: usize) -> u64 {
    if fields.is_empty() {
        return first_bits(defined, word);
    }
    let found = fields.binary_search_by_key(&word, |field| field.word);
    found.ok().and_then(|place| fields.get(place)).map_or(0, |field| field.bits)
}

/// The bits of a word that stand for the first values.
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
