//! Compares two profiles: which pairs of machine type and image version appear and vanish, and what happens to pools.

mod answer;
mod diff_profiles;
mod flavors;
mod pairs;
mod pools;
mod rectangles;
mod turns;
mod why;

pub use diff_profiles::DiffProfiles;
pub(super) use flavors::Reflavored;
pub(super) use turns::Turns;
