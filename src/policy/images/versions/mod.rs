//! Versions by themselves: how they compare, how they are classified at a given time, and which is the latest (sections
//! 1.8, 2 and 7.3).

mod contradictions;
mod latest;
mod lifecycle;
mod not_stored;
mod prefix;
mod questions;
mod released;

pub(super) use contradictions::{contradictions, disorder, rank, undated, unsupported};
pub use latest::LatestVersion;
pub(super) use lifecycle::{Classification, HasLifecycle, Lifecycle, current, ends_soon, expiry, why_classified};
pub(super) use not_stored::not_stored_of;
pub(super) use prefix::Prefix;
pub use questions::{ClassifyVersion, CompareVersions, ParseVersion, Satisfies};
pub(super) use released::{Released, Unreadable, Withheld, suffix};
