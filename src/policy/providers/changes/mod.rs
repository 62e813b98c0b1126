//! What moves a management cluster from its versions to others.
//!
//! One version changes ([`VersionChange`]), several do ([`UpgradeSteps`]), or somebody wants one and asks what it takes
//! ([`ExplainUpgrade`]). What is installed, and what there is to move to, stands in the objects ([`Installed`]). Across contracts everything is paused first.

mod explain;
mod fleet;
mod installed;
mod one;
mod pending;
mod steps;
mod targets;

pub use explain::ExplainUpgrade;
pub use installed::Installed;
pub use one::{VersionChange, is_downgrade};
pub use pending::VersionChanges;
pub use steps::UpgradeSteps;
