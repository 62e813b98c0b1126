//! Upgrade plans, made the way clusterctl makes them.
//!
//! A provider's repository determines the versions it can be upgraded to ([`UpgradeInfo`]). There is one plan for each
//! contract that can be reached ([`Plan`]), or the user names the versions ([`CustomPlan`]). Applying a plan must obey
//! the rule about skipped minor versions ([`SkipRule`]) and takes its steps in install order ([`Steps`]).

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
pub use inventory::Releases;
pub use order::{Order, Steps};
pub use plan::Plan;
pub use plugin::PluginPlan;
pub use reference::UpgradeReference;
pub use skip::SkipRule;
