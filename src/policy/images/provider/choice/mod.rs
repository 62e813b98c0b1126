//! Which artifact a machine boots: `find` chooses for one, and `booting` says for many at once whether there are any in a
//! region, which `booted` holds against the flavors of the profile. `held` finds it in two configurations without merging
//! them, and `exchanged` are the artifacts that a change exchanges.

mod booted;
mod booting;
mod exchanged;
mod find;
mod held;

pub(crate) use booted::Booted;
pub(crate) use booting::{Booting, read_ahead};
pub(crate) use exchanged::exchanged;
pub(super) use find::{Boots, NoArtifact, Wish};
pub(crate) use held::{HeldConfig, MachineToBoot};
