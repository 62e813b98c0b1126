//! The providers of a management cluster: their versions, contracts and upgrades (CAPI Provider Operator, clusterctl).
//!
//! A repository offers releases; in an air-gapped cluster, ConfigMaps take its place ([`releases`]). Metadata files say
//! which contract each version speaks, and the golden rule ties every provider to the core's contract ([`contracts`]).
//! Upgrades are planned either as clusterctl plans them ([`planning`]) or as the design wants them: pause, upgrade,
//! unpause ([`changes`]). The other modules validate and default provider objects, customize their components, and
//! guard changes, pauses and deletions.

pub mod changes;
mod clusterctl;
mod components;
pub mod contracts;
pub mod divergences;
mod fleet;
mod installing;
mod kinds;
mod life;
mod objects;
pub mod planning;
pub mod reasons;
pub mod releases;
mod review;
mod versions;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};

pub use clusterctl::{InitSecret, Migrate, Operator};
pub use components::{Args, Deployment, Deployments, FeatureGates, ImageOf, Patch, Render, Variables};
pub use installing::{CheckInstall, Preflight, Readiness, SingleInstance};
pub use life::{Delete, DeleteComponents, Pause, Resume, SpecChange, Unpause, Uses};
pub use objects::{CheckUrl, Default, Label, OciReference, Source, Validate};

/// The questions, codes, fields and reviews this policy adds to the engine.
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
        Question::row::<planning::PluginPlan>(),
        Question::row::<changes::Installed>(),
        Question::row::<changes::VersionChange>(),
        Question::row::<changes::VersionChanges>(),
        Question::row::<changes::UpgradeSteps>(),
        Question::row::<changes::ExplainUpgrade>(),
        // Provider objects, their components and their life.
        Question::row::<Validate>(),
        Question::row::<Default>(),
        Question::row::<Source>(),
        Question::row::<CheckUrl>(),
        Question::row::<OciReference>(),
        Question::row::<Label>(),
        Question::row::<Args>(),
        Question::row::<FeatureGates>(),
        Question::row::<Deployment>(),
        Question::row::<Deployments>(),
        Question::row::<Patch>(),
        Question::row::<ImageOf>(),
        Question::row::<Variables>(),
        Question::row::<Render>(),
        Question::row::<Preflight>(),
        Question::row::<CheckInstall>(),
        Question::row::<SingleInstance>(),
        Question::row::<Readiness>(),
        Question::row::<SpecChange>(),
        Question::row::<Pause>(),
        Question::row::<Resume>(),
        Question::row::<Unpause>(),
        Question::row::<Delete>(),
        Question::row::<Uses>(),
        Question::row::<DeleteComponents>(),
        Question::row::<Migrate>(),
        Question::row::<InitSecret>(),
        Question::row::<Operator>(),
    ],
    codes: &[
        Codes { codes: reasons::RELEASES_CODES, examples: examples!("reasons/releases.json") },
        Codes { codes: reasons::CONTRACTS_CODES, examples: examples!("reasons/contracts.json") },
        Codes { codes: reasons::PLANNING_CODES, examples: examples!("reasons/planning.json") },
        Codes { codes: reasons::CHANGES_CODES, examples: examples!("reasons/changes.json") },
        Codes { codes: reasons::OBJECTS_CODES, examples: examples!("reasons/objects.json") },
        Codes { codes: reasons::SOURCES_CODES, examples: examples!("reasons/sources.json") },
        Codes { codes: reasons::INSTALLING_CODES, examples: examples!("reasons/installing.json") },
        Codes { codes: reasons::LIFE_CODES, examples: examples!("reasons/life.json") },
        Codes { codes: reasons::COMPONENTS_CODES, examples: examples!("reasons/components.json") },
        Codes { codes: reasons::REVIEWS_CODES, examples: examples!("reasons/reviews.json") },
        Codes { codes: reasons::CLUSTERCTL_CODES, examples: examples!("reasons/clusterctl.json") },
        Codes { codes: reasons::TEMPLATES_CODES, examples: examples!("reasons/templates.json") },
    ],
    divergences: divergences::ALL,
    documents: &[],
    fields: objects::FIELDS,
    contradictions: Some(versions::of_neither),
    reviews: review::JUDGES,
    beside: review::BESIDE,
};
