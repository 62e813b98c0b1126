//! The provider's side of a profile: which artifact stands for which image (sections 12 and 17).
//!
//! The folders, in the order in which data flows. Each knows those before it and none after, and a test reads the order
//! from the `mod` lines below.
//!
//! | folder | what is in it |
//! |---|---|
//! | `written` | a configuration as it is written: one form for six providers |
//! | `artifacts` | what its entries stand for, and what of them is hardly meant |
//! | `reading` | whose configuration counts, read and merged |
//! | `choice` | which artifact a machine boots, before and after a change |
//! | `mapping` | the list by itself and beside the profile, and its gaps |
//! | `validation` | whether the mapping of a profile is taken, and that of a profile of a namespace |
//! | `find_image` | the artifact of one machine, and what is doubtful about it |

mod written;

mod artifacts;

mod reading;

mod choice;

mod mapping;

mod validation;

mod find_image;

pub(super) use artifacts::{Content, Coverage, Defined, each_once};
pub(super) use choice::{Booted, Booting, HeldConfig, MachineToBoot, exchanged, read_ahead};
pub use find_image::FindImage;
pub(super) use mapping::{Piece, Survey, surveyed};
pub use reading::{Merged, merged, not_merged};
pub(super) use reading::{Whose, unknown_keys, whose};
pub use validation::{ValidateMapping, follow, follow_namespaced};
pub(super) use written::Provider;
