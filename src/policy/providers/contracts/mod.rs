//! Contracts: which contract a provider version speaks, and which contracts are compatible.
//!
//! A provider's metadata file lists the contract of each release series ([`ReleaseSeries`]). The golden rule holds if
//! every provider's contract suits the core's ([`GoldenRule`]).

mod cluster;
mod gate;
mod golden_rule;
mod known;
mod metadata;
mod order;
mod series;
mod upgrade;
mod written;

pub use cluster::ClusterContract;
pub use gate::CheckContract;
pub use golden_rule::{GoldenRule, Verdict, golden_rule, lacks_core, suits};
pub use known::Contracts;
pub use metadata::CheckMetadata;
pub use order::{Age, compare, is_retired, tolerates};
pub use series::{ReleaseSeries, SeriesList, SeriesOf};
pub use upgrade::{ContractsForUpgrade, contracts_for_upgrade, every_series_has_a_contract};
pub use written::{Series, Unread, written_series};

/// The contract that today's clusterctl speaks.
pub const TOOLS_CONTRACT: &str = "v1beta2";
