//! The parts of Gardener's documents that the rules look at. The documents are Gardener's: whatever else they hold
//! is left alone and is not an error.

mod capabilities;
mod cloud_profile;
mod constants;
mod fields;
mod gates;
mod kubelet;
mod machine_images;
mod machine_types;
mod namespaced;
mod runtimes;
mod same;
mod scalars;
mod selector;
mod shoot;
mod worker;

pub use capabilities::*;
pub use cloud_profile::*;
pub(super) use constants::*;
pub(super) use fields::FIELDS;
pub(super) use gates::*;
pub(super) use kubelet::*;
pub use machine_images::*;
pub use machine_types::*;
pub(super) use namespaced::*;
pub(super) use runtimes::*;
pub(super) use same::is_same;
pub use scalars::*;
pub(super) use selector::*;
pub(super) use shoot::*;
pub(super) use worker::*;
