//! Upgrades of a management cluster.
//!
//! The questions judge the version change of one provider ([`VersionChange`]) or of several ([`UpgradeSteps`]), or
//! explain what a desired upgrade takes ([`ExplainUpgrade`]). Installed and available versions can be read from the
//! cluster's objects ([`Installed`]). A change of the contract requires that all providers are paused first.

mod explain;
mod fleet;
mod installed;
mod one;
mod pending;
mod steps;
mod targets;

pub use explain::ExplainUpgrade;
pub use installed::{Installed, passed_over};
pub use one::{VersionChange, is_downgrade};
pub use pending::VersionChanges;
pub use steps::UpgradeSteps;
