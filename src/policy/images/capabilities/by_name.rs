//! The defined values, looked up by the name of their capability.

use crate::base::{Index, Names};
use crate::policy::images::documents::Definition;

/// Definitions by name. If a name is repeated, the last definition counts.
#[derive(Debug)]
pub struct ByName<'a> {
    names: Index<'a>,
    /// The values of each definition.
    values: Vec<Names<'a>>,
}

impl<'a> ByName<'a> {
    /// Indexes the definitions.
    pub fn new(definitions: &[Definition<'a>]) -> Self {
        Self {
            names: definitions.iter().map(Definition::name).collect(),
            values: definitions.iter().map(|definition| definition.values.iter().copied().collect()).collect(),
        }
    }

    /// The index of the definition with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.last(name)
    }

    /// The values that a capability defines.
    pub fn get(&self, name: &str) -> Option<&Names<'a>> {
        self.values.get(self.place(name)?)
    }

    /// Whether a value of a capability is defined.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|values| values.contains(value))
    }

    /// Each name once, in order, with the index of its definition.
    pub fn places(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.names.groups().filter_map(|(name, mut places)| Some((name, places.next_back()?)))
    }

    /// Each name once, in order, with its values.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &Names<'a>)> {
        self.places().filter_map(|(name, place)| Some((name, self.values.get(place)?)))
    }

    /// Whether nothing is defined.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
