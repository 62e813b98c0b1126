//! Names, time and limits: helpers that every layer above may use and that depend on none of them.

pub mod base64;
mod digest;
mod duration;
mod edition;
mod index;
mod interner;
mod known;
mod kubernetes_version;
mod limits;
pub mod masterminds;
mod names;
mod nearest;
mod pre_release;
mod python_int;
mod quantity;
mod ranking;
pub mod sort;
pub mod spelling;
mod tally;
mod time;

pub use digest::Digest;
pub use duration::is_duration;
pub use edition::{Divergence, Edition};
pub use index::Index;
pub use interner::Interner;
pub use known::Known;
pub use kubernetes_version::KubernetesVersion;
pub use limits::Limits;
pub use names::Names;
pub use nearest::{ending_in, is_slip, nearest};
pub use python_int::python_int;
pub use quantity::Amount;
pub use tally::Tally;
pub use time::Instant;
