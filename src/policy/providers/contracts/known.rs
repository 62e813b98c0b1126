//! The contracts that a tool knows, as questions give them.

use crate::wire::{Ordered, given};

given! {
    /// The contracts that a tool knows.
    pub struct Contracts<'a> {
        /// The contract that the tool speaks.
        current ["currentContract"]: &'a str,
        /// The further contracts that each contract tolerates.
        compatible: Ordered<&'a str, Vec<&'a str>>,
    }
}

impl Contracts<'_> {
    /// Whether a fleet whose core speaks a contract tolerates another one.
    pub fn tolerates(&self, core: &str, contract: &str) -> bool {
        core == contract || self.compatible.get(core).is_some_and(|known| known.contains(&contract))
    }
}
