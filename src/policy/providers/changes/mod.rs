//! What moves a management cluster from its versions to others.
//!
//! One version changes ([`VersionChange`]), several do ([`UpgradeSteps`]), or somebody wants one and asks what it takes
//! ([`ExplainUpgrade`]). Across contracts everything is paused first.

mod explain;
mod fleet;
mod one;
mod pending;
mod steps;
mod targets;

pub use explain::ExplainUpgrade;
pub use one::{VersionChange, is_downgrade};
pub use pending::VersionChanges;
pub use steps::UpgradeSteps;
