//! What a flavor and its image ask for: which extra specs are accepted, which are read, and what they demand.

mod check_extra_spec;
mod dropped;
pub(super) mod further;
mod groups;
mod read_flavor;
mod readings;
mod spec_key;
mod unheard;

pub(crate) use check_extra_spec::CheckExtraSpec;
pub(crate) use dropped::dropped;
pub(crate) use groups::Groups;
pub(crate) use read_flavor::ReadFlavor;
pub(crate) use readings::{Reading, readings};
pub(crate) use spec_key::{Asks, SpecKey, is_scheduled, is_suffix};
pub(crate) use unheard::unheard;
