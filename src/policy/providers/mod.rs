//! The providers of a management cluster: their versions, contracts and upgrades (CAPI Provider Operator, clusterctl).
//!
//! A repository offers releases, an air-gapped cluster ConfigMaps ([`releases`]). Metadata say which contract a version
//! speaks, and the golden rule binds every provider to the core's ([`contracts`]). Upgrades are planned as clusterctl
//! plans them ([`planning`]), or as the design asks: pause, upgrade, unpause ([`changes`]).

pub mod changes;
pub mod contracts;
pub mod divergences;
mod fleet;
mod kinds;
pub mod planning;
pub mod reasons;
pub mod releases;
mod versions;

use super::Policy;
use crate::question::Question;
use crate::reason::Codes;

pub use kinds::Kind;
pub use releases::{Damage, inflate};
pub use versions::Api;

/// What this policy brings to the engine.
pub static POLICY: Policy = Policy {
    name: "providers",
    questions: &[
        // Versions, releases, contracts, planning.
        Question::row::<releases::LatestRelease>(),
        Question::row::<releases::LatestForContract>(),
        Question::row::<releases::DefaultVersion>(),
        Question::row::<releases::ResolveVersion>(),
        Question::row::<releases::ConfigMapRepository>(),
        Question::row::<releases::LatestFromConfigMaps>(),
        Question::row::<contracts::SeriesOf>(),
        Question::row::<contracts::CheckMetadata>(),
        Question::row::<contracts::CheckContract>(),
        Question::row::<contracts::ClusterContract>(),
        Question::row::<contracts::ContractsForUpgrade>(),
        Question::row::<contracts::GoldenRule>(),
        Question::row::<planning::UpgradeInfo>(),
        Question::row::<planning::LatestNextVersion>(),
        Question::row::<planning::Plan>(),
        Question::row::<planning::CustomPlan>(),
        Question::row::<planning::ApplyPlan>(),
        Question::row::<planning::ApplyCustomPlan>(),
        Question::row::<planning::UpgradeReference>(),
        Question::row::<planning::SkipRule>(),
        Question::row::<planning::Order>(),
        Question::row::<planning::Steps>(),
        Question::row::<changes::VersionChange>(),
        Question::row::<changes::VersionChanges>(),
        Question::row::<changes::UpgradeSteps>(),
        Question::row::<changes::ExplainUpgrade>(),
    ],
    codes: &[
        Codes { codes: reasons::RELEASES_CODES, examples: include_str!("reasons/releases.json") },
        Codes { codes: reasons::CONTRACTS_CODES, examples: include_str!("reasons/contracts.json") },
        Codes { codes: reasons::PLANNING_CODES, examples: include_str!("reasons/planning.json") },
        Codes { codes: reasons::CHANGES_CODES, examples: include_str!("reasons/changes.json") },
    ],
    divergences: divergences::ALL,
    documents: &[],
    reviews: &[],
};
