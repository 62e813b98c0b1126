//! The artifacts that entries map to: their capabilities and the regions in which they can be found. The definitions of
//! the profile tell which artifacts are equal. An artifact that is mapped twice, or for two different things, is
//! probably a mistake.

mod artifact;
mod copies;
mod coverage;
mod definitions;
mod mixed;
mod of_no_architecture;
mod repeated;
mod shared;
mod two_flavors;

pub(super) use artifact::{Artifact, NotThere, Reference, artifacts, beside_flavors, is_mapped, old_architectures};
pub(super) use copies::{Copies, NAMED, stands_for_two};
pub(crate) use coverage::Coverage;
pub(super) use definitions::as_named;
pub(crate) use definitions::{Content, Defined, each_once, in_any_order};
pub(super) use mixed::mixed;
pub(super) use of_no_architecture::{architectures_of, never_started, of_no_architecture};
pub(super) use repeated::{first_twins, mapped_twice, repeated};
pub(super) use shared::{copied_in, shared, told_shared};
pub(super) use two_flavors::{InOldForm, of_equals, of_two_flavors};
