//! The artifacts that entries stand for, each with what it can, and where it can be had. The definitions of the profile tell
//! which of them are equal; what is mapped twice, or stands for two things, is hardly meant.

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
pub(super) use copies::{Copies, NAMED, and_more, stands_for_two};
pub(crate) use coverage::Coverage;
pub(super) use definitions::as_named;
pub(crate) use definitions::{Content, Defined, each_once};
pub(super) use mixed::mixed;
pub(super) use of_no_architecture::{architectures_of, of_no_architecture};
pub(super) use repeated::{first_twins, mapped_twice, repeated};
pub(super) use shared::{copied_in, shared, told_shared};
pub(super) use two_flavors::{InOldForm, of_equals, of_two_flavors};
