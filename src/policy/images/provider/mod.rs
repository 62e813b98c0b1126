//! The provider's side of a profile: which artifact an image version maps to (sections 12 and 17).
//!
//! The folders are listed in the order in which data flows. Each uses only those before it, and a test reads the order
//! from the `mod` lines below.
//!
//! | folder | what is in it |
//! |---|---|
//! | `written` | a configuration as it is written, in one form for all six providers |
//! | `artifacts` | the artifacts that entries map to, and which of them are probably mistakes |
//! | `reading` | which configuration counts, and how it is read and merged |
//! | `choice` | which artifact a machine boots, before and after a change |
//! | `mapping` | the list by itself and compared with the profile, and its gaps |
//! | `validation` | whether the mapping of a CloudProfile or NamespacedCloudProfile is accepted |
//! | `find_image` | the artifact for one machine, and doubts about it |

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
