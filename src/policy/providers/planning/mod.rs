//! What can be upgraded, as clusterctl plans it.
//!
//! Of each provider's repository it is known what is newer ([`UpgradeInfo`]). For each contract ahead there is a plan
//! ([`Plan`]), or somebody names versions ([`CustomPlan`]); applying either obeys the rule about skipped minors
//! ([`SkipRule`]) and takes its steps in install order ([`Steps`]).

mod apply;
mod custom;
mod info;
mod inventory;
mod order;
mod plan;
mod plugin;
mod reference;
mod skip;

pub use apply::{ApplyCustomPlan, ApplyPlan};
pub use custom::CustomPlan;
pub use info::{LatestNextVersion, UpgradeInfo};
pub use inventory::Offered;
pub use order::{Order, Steps};
pub use plan::Plan;
pub use plugin::PluginPlan;
pub use reference::UpgradeReference;
pub use skip::SkipRule;
