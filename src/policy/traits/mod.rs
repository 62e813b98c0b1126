//! Which bare metal nodes can take a flavor: traits on their way through Ironic, Nova and Placement.
//!
//! An operator tags nodes in Ironic. Nova reports each as a resource provider with one unit of its class ([`Sync`]).
//! A flavor and an image ask for a class and traits ([`ReadFlavor`]), and Placement finds who has them
//! ([`AskPlacement`], [`MatchNodes`]). At boot the traits are written onto the node ([`BootPatched`]), and Ironic checks
//! that they are true ([`CheckDeploy`]). [`Lint`] looks for what goes wrong in silence.

mod allocate;
pub mod bits;
mod boot;
mod causes;
mod check_extra_spec;
mod checks;
mod cure;
mod deploy;
pub mod divergences;
pub mod extra_specs;
pub mod fleet;
pub mod groups;
mod inventory;
pub mod library;
mod lint;
mod match_nodes;
mod match_why;
pub mod microversion;
pub mod model;
pub mod names;
pub mod parameters;
mod provider_traits;
mod providers;
mod python_json;
pub mod question;
mod read_flavor;
pub mod reasons;
mod rebuild;
mod refusal;
pub mod search;
mod spec_reading;
pub mod standard;
mod sync;
mod sync_why;
mod view;
mod wishes;

use super::Policy;
use crate::question::Question;
use crate::reason::Codes;

pub use allocate::Allocate;
pub use boot::{BootPatched, Lifecycle};
pub use check_extra_spec::CheckExtraSpec;
pub use checks::{CheckLimit, CheckName, CheckNodeTrait, IsCustom, NormalizeResourceClass, NormalizeTrait};
pub use deploy::{CheckDeploy, DeployTemplates};
pub use fleet::FLEET;
pub use lint::Lint;
pub use match_nodes::MatchNodes;
pub use providers::AskPlacement;
pub use read_flavor::ReadFlavor;
pub use rebuild::CheckRebuild;
pub use sync::Sync;

/// What this policy brings to the engine.
pub static POLICY: Policy = Policy {
    name: "traits",
    questions: &[
        Question::row::<MatchNodes>(),
        Question::row::<Lint>(),
        Question::row::<ReadFlavor>(),
        Question::row::<AskPlacement>(),
        Question::row::<Sync>(),
        Question::row::<BootPatched>(),
        Question::row::<Lifecycle>(),
        Question::row::<CheckDeploy>(),
        Question::row::<DeployTemplates>(),
        Question::row::<CheckRebuild>(),
        Question::row::<Allocate>(),
        Question::row::<CheckName>(),
        Question::row::<CheckNodeTrait>(),
        Question::row::<CheckExtraSpec>(),
        Question::row::<CheckLimit>(),
        Question::row::<IsCustom>(),
        Question::row::<NormalizeTrait>(),
        Question::row::<NormalizeResourceClass>(),
    ],
    codes: &[
        Codes { codes: reasons::MATCHING_CODES, examples: include_str!("reasons/matching.json") },
        Codes { codes: reasons::PLACEMENT_CODES, examples: include_str!("reasons/placement.json") },
        Codes { codes: reasons::REPORTS_CODES, examples: include_str!("reasons/reports.json") },
        Codes { codes: reasons::CHECKS_CODES, examples: include_str!("reasons/checks.json") },
        Codes { codes: reasons::LINT_CODES, examples: include_str!("reasons/lint.json") },
    ],
    divergences: divergences::ALL,
    documents: &[FLEET],
    reviews: &[],
};
