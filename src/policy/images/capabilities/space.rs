//! Capabilities as bits (sections 3.4 and 5): every value of every defined capability has a bit, and a machine type
//! fits a flavor if they have a value of each capability in common.

use std::borrow::Cow;

use super::sparse::Sparse;
use crate::base::Interner;
use crate::base::sort::sort;
use crate::policy::images::documents::{Capabilities, Definition};

/// The defined capabilities of a profile, with all values that its machine types and flavors name.
///
/// A value outside the definition only matches its equal, so it has a bit too, but no rank.
#[derive(Clone, Debug)]
pub struct CapabilitySpace<'a> {
    names: Interner<'a>,
    capabilities: Vec<Capability<'a>>,
    /// The indexes of all capabilities.
    all: Vec<usize>,
    /// How a word is divided into fields, if all values fit into one word.
    word: Option<Word>,
    /// The capabilities that are defined without values.
    without_values: Vec<usize>,
    /// Whether a name or value occurs that is not defined.
    has_undefined: bool,
}

#[derive(Clone, Default, Debug)]
struct Capability<'a> {
    /// The defined values, most preferred first, followed by the other values that occur.
    values: Interner<'a>,
    defined: usize,
    /// The index of the capability's definition.
    definition: usize,
    /// The lowest bit of the capability's field in a word.
    shift: u32,
}

/// The layout of a word, with one field per capability. The first capability has the highest field, and within a field
/// the most preferred value has the highest bit, so that of two words the one with the more preferred values is the
/// greater number.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The highest bit of each field.
    tops: u64,
    /// All other bits of the fields.
    lows: u64,
    /// The bits of the defined values.
    defined: u64,
    /// For each bit that is the highest of a field, the index of the field's capability.
    owners: [u8; 64],
}

/// The capabilities of a machine type or a flavor, as bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Set {
    /// All values in one word.
    Word(u64),
    /// The capabilities that are named, for registries with more values than a word has bits.
    Sparse(Sparse),
}

impl<'a> CapabilitySpace<'a> {
    /// Creates the space of these definitions and of all values that the named capabilities have. If a name is defined
    /// twice, the last definition counts.
    pub fn new<'c>(definitions: &[Definition<'a>], named: impl IntoIterator<Item = &'c Capabilities<'a>>) -> Self
    where
        'a: 'c,
    {
        let mut space = Self {
            names: Interner::default(),
            capabilities: Vec::new(),
            all: Vec::new(),
            word: None,
            without_values: Vec::new(),
            has_undefined: false,
        };
        for (at, definition) in definitions.iter().enumerate() {
            let place = space.names.intern(definition.name.unwrap_or_default());
            let mut capability = Capability { definition: at, ..Capability::default() };
            for value in &definition.values {
                capability.values.intern(value);
            }
            capability.defined = capability.values.len();
            match space.capabilities.get_mut(place) {
                Some(former) => *former = capability,
                None => space.capabilities.push(capability),
            }
        }
        let numbered = space.capabilities.iter().enumerate();
        space.without_values =
            numbered.filter(|(_, capability)| capability.defined == 0).map(|(place, _)| place).collect();
        space.all = (0..space.capabilities.len()).collect();
        space.add_undefined(named);
        space.word = space.lay_out();
        space
    }

    /// Assigns a bit to each value that is named but not defined.
    fn add_undefined<'c>(&mut self, named: impl IntoIterator<Item = &'c Capabilities<'a>>)
    where
        'a: 'c,
    {
        for (name, values) in named.into_iter().flat_map(|capabilities| capabilities.iter()) {
            let known = self.names.find(name).and_then(|place| self.capabilities.get_mut(place));
            let Some(capability) = known else {
                self.has_undefined = true;
                continue;
            };
            for value in values {
                self.has_undefined |= capability.values.intern(value) >= capability.defined;
            }
        }
    }

    fn lay_out(&mut self) -> Option<Word> {
        let total: usize = self.capabilities.iter().map(|capability| capability.width() as usize).sum();
        if total > 64 {
            return None;
        }
        let mut word = Word { tops: 0, lows: 0, defined: 0, owners: [0; 64] };
        let mut below = 64;
        for (place, capability) in (0..).zip(&mut self.capabilities) {
            let width = capability.width();
            below -= width;
            capability.shift = below;
            let top = below + width - 1;
            let field = low_bits(width) << below;
            word.tops |= 1 << top;
            word.lows |= field & !(1 << top);
            word.defined |= field & !(low_bits(width - capability.defined as u32) << below);
            if let Some(owner) = word.owners.get_mut(top as usize) {
                *owner = place;
            }
        }
        Some(word)
    }

    /// Whether a name or value occurs that is not defined.
    pub fn has_undefined(&self) -> bool {
        self.has_undefined
    }

    /// The layout of a word, if all values fit into one.
    pub fn word(&self) -> Option<&Word> {
        self.word.as_ref()
    }

    /// The number of defined capabilities.
    pub fn count(&self) -> usize {
        self.capabilities.len()
    }

    /// The name of a capability.
    pub fn name(&self, capability: usize) -> &'a str {
        self.names.names().get(capability).copied().unwrap_or_default()
    }

    /// The index of a capability's definition among all definitions.
    pub fn definition(&self, capability: usize) -> Option<usize> {
        self.capabilities.get(capability).map(|known| known.definition)
    }

    /// The defined values of a capability.
    pub fn defined(&self, capability: usize) -> &[&'a str] {
        let known = self.capabilities.get(capability);
        known.and_then(|known| known.values.names().get(..known.defined)).unwrap_or_default()
    }

    /// Whether a value of a capability is defined.
    pub fn defines(&self, capability: usize, value: &str) -> bool {
        let known = self.capabilities.get(capability);
        known.is_some_and(|known| known.values.find(value).is_some_and(|place| place < known.defined))
    }

    /// The rank of a value of a capability: preferred values come first, undefined ones last.
    pub fn rank(&self, capability: usize, value: &str) -> usize {
        let known = self.capabilities.get(capability);
        known.and_then(|known| known.values.find(value)).unwrap_or(usize::MAX)
    }

    /// The values of a capability after defaulting: its own if it is named, even if it has none; otherwise all defined
    /// values.
    pub fn effective<'s, 'c: 's>(&'s self, capabilities: &'s Capabilities<'c>, capability: usize) -> &'s [&'c str]
    where
        'a: 'c,
    {
        capabilities.get(self.name(capability)).map_or_else(|| self.defined(capability), Vec::as_slice)
    }

    /// Converts capabilities to bits. A capability that is not named has all defined values.
    pub fn set(&self, capabilities: &Capabilities<'_>) -> Set {
        match &self.word {
            Some(word) => Set::Word(self.bits(word, capabilities)),
            None => Set::Sparse(self.sparse(capabilities)),
        }
    }

    fn bits(&self, word: &Word, capabilities: &Capabilities<'_>) -> u64 {
        let mut bits = word.defined;
        for (name, values) in capabilities {
            if let Some(capability) = self.names.find(name).and_then(|place| self.capabilities.get(place)) {
                bits &= !(low_bits(capability.width()) << capability.shift);
                bits |= values.iter().fold(0, |sum, value| sum | capability.bit(value));
            }
        }
        bits
    }

    fn sparse(&self, capabilities: &Capabilities<'_>) -> Sparse {
        let named = capabilities.iter().filter_map(|(name, values)| {
            let place = self.names.find(name)?;
            let known = &self.capabilities.get(place)?.values;
            Some((place, values.iter().filter_map(|value| known.find(value)).collect()))
        });
        Sparse::new(named)
    }

    /// Whether a machine and a flavor have a value of every capability in common.
    pub fn fits(&self, machine: &Set, flavor: &Set) -> bool {
        match (&self.word, machine, flavor) {
            (Some(word), Set::Word(machine), Set::Word(flavor)) => word.all_meet(machine & flavor),
            _ => self.mismatches(machine, flavor).next().is_none(),
        }
    }

    /// The capabilities without a common value, in the order of their definition.
    pub fn mismatches(&self, machine: &Set, flavor: &Set) -> Mismatches<'_> {
        match (&self.word, machine, flavor) {
            (Some(word), Set::Word(machine), Set::Word(flavor)) => word.mismatches(machine & flavor),
            (_, Set::Sparse(machine), Set::Sparse(flavor)) => {
                let defined = |capability: usize| self.defined(capability).len();
                Mismatches::Sparse(machine.mismatches(flavor, defined, &self.without_values).into_iter())
            }
            // Both sets belong to this space, so they have the same representation.
            _ => Mismatches::Sparse(Vec::new().into_iter()),
        }
    }

    /// The bits of each capability in a word, in the order of their definition.
    pub fn fields(&self) -> impl Iterator<Item = u64> {
        self.capabilities.iter().map(|capability| low_bits(capability.width()) << capability.shift)
    }

    /// The capabilities in which sets can differ, in order. In a wide registry, capabilities that no set names are left
    /// out.
    pub fn named_in(&self, sets: &[&Set]) -> Cow<'_, [usize]> {
        let mut named = Vec::new();
        for set in sets {
            match set {
                Set::Word(_) => return Cow::Borrowed(&self.all),
                Set::Sparse(sparse) => named.extend(sparse.named()),
            }
        }
        sort(&mut named);
        named.dedup();
        Cow::Owned(named)
    }

    /// The indexes, in the definition, of the values of a capability that both sets have.
    pub fn shared(&self, left: &Set, right: &Set, capability: usize) -> Vec<usize> {
        let defined = self.defined(capability).len();
        match (left, right) {
            (Set::Sparse(left), Set::Sparse(right)) => left.shared(right, capability, defined).collect(),
            _ => (0..defined).filter(|value| self.both_have([left, right], capability, *value)).collect(),
        }
    }

    /// The index of the first value of a capability that both sets have, or one past the last defined value.
    pub fn first_shared(&self, left: &Set, right: &Set, capability: usize) -> usize {
        let defined = self.defined(capability).len();
        let first = match (left, right) {
            (Set::Sparse(left), Set::Sparse(right)) => left.shared(right, capability, defined).next(),
            (Set::Word(left), Set::Word(right)) => {
                self.capabilities.get(capability).and_then(|known| known.first_in(left & right))
            }
            // Both sets belong to this space, so they have the same representation.
            _ => None,
        };
        first.unwrap_or(defined)
    }

    fn both_have(&self, sets: [&Set; 2], capability: usize, value: usize) -> bool {
        sets.into_iter().all(|set| self.has(set, capability, value))
    }

    /// Whether a set has a defined value.
    pub fn has(&self, set: &Set, capability: usize, value: usize) -> bool {
        match set {
            Set::Word(bits) => self.capabilities.get(capability).is_some_and(|known| bits & known.bit_at(value) != 0),
            Set::Sparse(sparse) => sparse.has(capability, value).unwrap_or(value < self.defined(capability).len()),
        }
    }
}

impl Capability<'_> {
    fn width(&self) -> u32 {
        self.values.len().max(1) as u32
    }

    fn bit(&self, value: &str) -> u64 {
        self.values.find(value).map_or(0, |place| self.bit_at(place))
    }

    /// The index of the first defined value of the capability that a word has.
    fn first_in(&self, bits: u64) -> Option<usize> {
        let field = bits >> self.shift & low_bits(self.width());
        let place = (field.leading_zeros() + self.width()).checked_sub(u64::BITS)? as usize;
        Some(place).filter(|place| *place < self.defined)
    }

    /// The bit of a value; the first value has the highest bit.
    fn bit_at(&self, place: usize) -> u64 {
        let below = self.width().saturating_sub(1 + place as u32);
        1_u64.checked_shl(self.shift + below).unwrap_or_default()
    }
}

impl Word {
    /// Adding all lower bits of a field to a non-empty field carries into the field's highest bit.
    fn carried(&self, common: u64) -> u64 {
        ((common & self.lows) + self.lows) | common
    }

    /// Whether every field of the common bits of two words is non-empty.
    pub fn all_meet(&self, common: u64) -> bool {
        self.carried(common) & self.tops == self.tops
    }

    /// The capabilities whose fields are empty.
    pub fn mismatches(&self, common: u64) -> Mismatches<'_> {
        Mismatches::Word { missing: !self.carried(common) & self.tops, owners: &self.owners }
    }

    /// The bits of a word's defined values, which as a number is the greater the more preferred they are.
    pub fn rank(&self, bits: u64) -> u64 {
        bits & self.defined
    }
}

/// The capabilities that separate two sets.
#[derive(Clone, Debug)]
pub enum Mismatches<'u> {
    /// Read from a word.
    Word {
        /// The highest bits of the empty fields.
        missing: u64,
        /// For each bit that is the highest of a field, the index of the field's capability.
        owners: &'u [u8; 64],
    },
    /// Found one by one.
    Sparse(std::vec::IntoIter<usize>),
}

impl Iterator for Mismatches<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Word { missing: 0, .. } => None,
            Self::Word { missing, owners } => {
                let top = 63 - missing.leading_zeros();
                *missing &= !(1 << top);
                owners.get(top as usize).map(|owner| usize::from(*owner))
            }
            Self::Sparse(list) => list.next(),
        }
    }

    fn count(self) -> usize {
        match self {
            Self::Word { missing, .. } => missing.count_ones() as usize,
            Self::Sparse(list) => list.len(),
        }
    }
}

fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
