//! Capabilities, as profiles define and name them.

use crate::wire::{Ordered, given};

/// Capabilities as a document gives them: values by name.
pub type Capabilities<'a> = Ordered<&'a str, Vec<&'a str>>;

given! {
    /// A capability with its values, the preferred ones first.
    #[derive(PartialEq)]
    foreign pub struct Definition<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its values.
        values: Vec<&'a str>,
    }
}

impl<'a> Definition<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}
