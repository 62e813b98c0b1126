//! Capabilities, as profiles define and use them.

use crate::wire::{Ordered, given};

/// Capabilities as written in a document: lists of values by name.
pub type Capabilities<'a> = Ordered<&'a str, Vec<&'a str>>;

given! {
    /// A capability with its values, most preferred first.
    #[derive(PartialEq)]
    foreign pub struct Definition<'a> {
        /// The name of the capability.
        name: Option<&'a str>,
        /// The values of the capability, most preferred first.
        values: Vec<&'a str>,
    }
}

impl<'a> Definition<'a> {
    /// The name of the capability, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}
