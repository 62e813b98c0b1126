//! Which strings each API accepts as a provider's version.

mod api;

pub use api::{Api, GROUPS, of_neither};
