//! The life of a management cluster's providers (CAPI Provider Operator, clusterctl).

mod clusterctl;
mod components;
#[allow(dead_code, unused_imports, reason = "what judges contracts follows")]
mod contracts;
pub mod divergences;
mod installing;
mod kinds;
mod life;
mod objects;
pub mod reasons;
mod versions;

use super::Policy;
use crate::question::Question;
use crate::reason::Codes;

pub use clusterctl::{InitSecret, Migrate, Operator};
pub use components::{Args, Deployment, Deployments, FeatureGates, ImageOf, Render, Variables};
pub use installing::{CheckInstall, Preflight, Readiness, SingleInstance};
pub use kinds::Kind;
pub use life::{Delete, DeleteComponents, Pause, Resume, SpecChange, Unpause, Uses};
pub use objects::{CheckUrl, Default, Duration, Label, OciReference, Source, Validate};
pub use versions::Api;

/// What this policy brings to the engine.
pub static POLICY: Policy = Policy {
    name: "providers",
    questions: &[
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
        Codes { codes: reasons::OBJECTS_CODES, examples: include_str!("reasons/objects.json") },
        Codes { codes: reasons::SOURCES_CODES, examples: include_str!("reasons/sources.json") },
        Codes { codes: reasons::INSTALLING_CODES, examples: include_str!("reasons/installing.json") },
        Codes { codes: reasons::LIFE_CODES, examples: include_str!("reasons/life.json") },
        Codes { codes: reasons::COMPONENTS_CODES, examples: include_str!("reasons/components.json") },
        Codes { codes: reasons::CLUSTERCTL_CODES, examples: include_str!("reasons/clusterctl.json") },
        Codes { codes: reasons::TEMPLATES_CODES, examples: include_str!("reasons/templates.json") },
    ],
    divergences: divergences::ALL,
    documents: &[],
    reviews: &[],
};
