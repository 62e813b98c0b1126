//! Which artifact a machine boots. `find` chooses for one machine. `booting` says for many at once whether there is an
//! artifact in a region, and `booted` compares it with the flavors of the profile. `held` finds the artifact in two
//! configurations without merging them, and `exchanged` finds the artifacts that a change replaces.

mod booted;
mod booting;
mod exchanged;
mod find;
mod held;

pub(crate) use booted::Booted;
pub(crate) use booting::{Booting, read_ahead};
pub(crate) use exchanged::exchanged;
pub(super) use find::{Boots, NoArtifact, Wish, known_definitions};
pub(crate) use held::{HeldConfig, MachineToBoot};
