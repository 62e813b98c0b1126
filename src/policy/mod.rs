//! The rules, one folder a policy, and the one table of questions.
//!
//! A policy's folder holds `question.rs` (what each question is given and answers), `reasons.rs` (its codes and
//! their English), `divergences.rs` (where the editions differ), `examples.json` (a request for each code) and the
//! rules, a file for each idea; a large part of a policy is a folder of its own with its reasons and examples. To add
//! a policy is to add a folder and its rows here. No policy imports another.

mod documents;
pub mod drivers;
pub mod fitment;
pub mod images;
mod question;
mod reference;
pub mod traits;

use crate::base::Divergence;
use crate::reason::{Codes, REQUEST_CODES};

pub use documents::{Compiled, Documents, Identity, Link, Loadable};
pub use question::{
    Answered, Answers, Asked, Decision, Kept, Lacks, Outcome, Question, Replay, Undecided, Verdict, VerdictFrom,
};
pub use reference::{At, DocumentOr, Located};

/// Every question: dispatch, schemas, the documentation and the list on the command line come from here.
pub static QUESTIONS: &[Question] = &[
    Question::row::<images::Fit>(),
    Question::row::<images::Matrix>(),
    Question::row::<images::MachineTypes>(),
    Question::row::<images::Pick>(),
    Question::row::<images::CompatibleAsked>(),
    Question::row::<images::CommonCapabilities>(),
    Question::row::<images::SameCapabilities>(),
    Question::row::<images::SupportedAsked>(),
    Question::row::<images::CompatibleFlavors>(),
    Question::row::<images::BestFlavor>(),
    Question::row::<images::DefaultCapabilities>(),
    Question::row::<images::DefaultFlavors>(),
    Question::row::<images::ClassifyVersion>(),
    Question::row::<images::DefaultProfile>(),
    Question::row::<images::PrepareProfile>(),
    Question::row::<images::SyncProfile>(),
    Question::row::<images::TransformProfile>(),
    Question::row::<images::MergeProfile>(),
    Question::row::<images::ValidateProfile>(),
    Question::row::<images::AdmitProfile>(),
    Question::row::<images::InUse>(),
    Question::row::<images::ParseVersion>(),
    Question::row::<images::CompareVersions>(),
    Question::row::<images::Satisfies>(),
    Question::row::<images::MatchingVersions>(),
    Question::row::<images::WorkerVersions>(),
    Question::row::<images::VersionArchitectures>(),
    Question::row::<images::MachineTypeArchitecture>(),
    Question::row::<images::WorkerArchitecture>(),
    Question::row::<images::DefaultImage>(),
    Question::row::<images::AdmitShoot>(),
    Question::row::<images::LatestVersion>(),
    Question::row::<images::NextVersion>(),
    Question::row::<images::Maintain>(),
    Question::row::<images::BastionMachine>(),
    Question::row::<images::FindImage>(),
    Question::row::<images::ValidateMapping>(),
    Question::row::<drivers::Resolve>(),
    Question::row::<drivers::Default>(),
    Question::row::<drivers::Lookup>(),
    Question::row::<drivers::CreateCluster>(),
    Question::row::<drivers::PatchTemplate>(),
    Question::row::<drivers::ShowTemplate>(),
    Question::row::<drivers::ListTemplates>(),
    Question::row::<traits::MatchNodes>(),
    Question::row::<traits::Lint>(),
    Question::row::<traits::ReadFlavor>(),
    Question::row::<traits::AskPlacement>(),
    Question::row::<traits::Sync>(),
    Question::row::<traits::BootPatched>(),
    Question::row::<traits::Lifecycle>(),
    Question::row::<traits::CheckDeploy>(),
    Question::row::<traits::DeployTemplates>(),
    Question::row::<traits::CheckRebuild>(),
    Question::row::<traits::Allocate>(),
    Question::row::<traits::CheckName>(),
    Question::row::<traits::CheckNodeTrait>(),
    Question::row::<traits::CheckExtraSpec>(),
    Question::row::<traits::CheckLimit>(),
    Question::row::<traits::IsCustom>(),
    Question::row::<traits::NormalizeTrait>(),
    Question::row::<traits::NormalizeResourceClass>(),
    Question::row::<fitment::About>(),
    Question::row::<fitment::Questions>(),
    Question::row::<fitment::CodesAsked>(),
    Question::row::<fitment::Explain>(),
    Question::row::<fitment::Editions>(),
    Question::row::<fitment::Words>(),
];

/// Every code.
pub static CODES: &[Codes] = &[
    Codes { policy: "images", codes: images::reasons::CODES, examples: include_str!("images/examples.json") },
    Codes {
        policy: "images",
        codes: images::profiles::reasons::CODES,
        examples: include_str!("images/profiles/examples.json"),
    },
    Codes { policy: "drivers", codes: drivers::reasons::CODES, examples: include_str!("drivers/examples.json") },
    Codes {
        policy: "traits",
        codes: traits::reasons::MATCHING_CODES,
        examples: include_str!("traits/reasons/matching.json"),
    },
    Codes {
        policy: "traits",
        codes: traits::reasons::PLACEMENT_CODES,
        examples: include_str!("traits/reasons/placement.json"),
    },
    Codes {
        policy: "traits",
        codes: traits::reasons::REPORTS_CODES,
        examples: include_str!("traits/reasons/reports.json"),
    },
    Codes {
        policy: "traits",
        codes: traits::reasons::CHECKS_CODES,
        examples: include_str!("traits/reasons/checks.json"),
    },
    Codes { policy: "traits", codes: traits::reasons::LINT_CODES, examples: include_str!("traits/reasons/lint.json") },
    Codes { policy: "fitment", codes: fitment::reasons::CODES, examples: include_str!("fitment/examples.json") },
    Codes { policy: "fitment", codes: REQUEST_CODES, examples: include_str!("fitment/request_examples.json") },
];

/// Every place where the editions differ.
pub static DIVERGENCES: &[(&str, &[&Divergence])] = &[
    ("images", images::divergences::ALL),
    ("drivers", drivers::divergences::ALL),
    ("traits", traits::divergences::ALL),
];

/// Every kind of document that is worked up when it is loaded.
pub static LOADABLE: &[Loadable] =
    &[images::CLOUD_PROFILE, images::NAMESPACED_CLOUD_PROFILE, images::SHOOT, traits::FLEET];

/// The question of that name.
pub fn question(name: &str) -> Option<&'static Question> {
    QUESTIONS.iter().find(|question| question.name == name)
}
