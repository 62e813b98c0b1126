//! Which machine image fits a machine type (Gardener, GEP-33).
//!
//! A CloudProfile defines capabilities. A machine type and each artifact of an image version, a flavor, say which
//! values of them they have, and fit where every capability has a value in common.

pub mod architectures;
mod availability;
mod bastion;
pub mod capabilities;
pub mod catalog;
pub mod divergences;
mod dropdown;
pub mod field;
pub mod field_error;
mod fitting;
mod listing;
pub mod loaded;
mod maintenance;
pub mod model;
mod names;
pub mod offer;
mod profile;
pub mod profiles;
mod provider;
pub mod question;
pub mod reasons;
mod review;
mod runtimes;
mod scalars;
pub mod shoot;
mod versions;
mod worker;
pub mod written;

use super::Policy;
use crate::question::Question;
use crate::reason::Codes;
use crate::review::Judge;
use loaded::GROUP;

pub use bastion::BastionMachine;
pub use capabilities::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
pub use fitting::{Fit, MachineTypes, Matrix, Pick};
pub use loaded::{CLOUD_PROFILE, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
pub use maintenance::{Maintain, NextVersion};
pub use profiles::{
    AdmitProfile, DefaultProfile, InUse, MergeProfile, PrepareProfile, SyncProfile, TransformProfile, ValidateProfile,
};
pub use provider::{FindImage, ValidateMapping};
pub use scalars::{Moment, Quantity};
pub use shoot::{AdmitShoot, DefaultImage, SHOOT, WorkerArchitecture};
pub use versions::{ClassifyVersion, CompareVersions, ParseVersion, Satisfies};
pub use worker::{LatestVersion, MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};

/// What this policy brings to the engine.
pub static POLICY: Policy = Policy {
    name: "images",
    questions: &[
        Question::row::<Fit>(),
        Question::row::<Matrix>(),
        Question::row::<MachineTypes>(),
        Question::row::<Pick>(),
        Question::row::<CompatibleAsked>(),
        Question::row::<CommonCapabilities>(),
        Question::row::<SameCapabilities>(),
        Question::row::<SupportedAsked>(),
        Question::row::<CompatibleFlavors>(),
        Question::row::<BestFlavor>(),
        Question::row::<DefaultCapabilities>(),
        Question::row::<DefaultFlavors>(),
        Question::row::<ClassifyVersion>(),
        Question::row::<DefaultProfile>(),
        Question::row::<PrepareProfile>(),
        Question::row::<SyncProfile>(),
        Question::row::<TransformProfile>(),
        Question::row::<MergeProfile>(),
        Question::row::<ValidateProfile>(),
        Question::row::<AdmitProfile>(),
        Question::row::<InUse>(),
        Question::row::<ParseVersion>(),
        Question::row::<CompareVersions>(),
        Question::row::<Satisfies>(),
        Question::row::<MatchingVersions>(),
        Question::row::<WorkerVersions>(),
        Question::row::<VersionArchitectures>(),
        Question::row::<MachineTypeArchitecture>(),
        Question::row::<WorkerArchitecture>(),
        Question::row::<DefaultImage>(),
        Question::row::<AdmitShoot>(),
        Question::row::<LatestVersion>(),
        Question::row::<NextVersion>(),
        Question::row::<Maintain>(),
        Question::row::<BastionMachine>(),
        Question::row::<FindImage>(),
        Question::row::<ValidateMapping>(),
    ],
    codes: &[
        Codes { codes: reasons::CODES, examples: include_str!("examples.json") },
        Codes { codes: reasons::PROVIDERS, examples: include_str!("reasons/providers.json") },
        Codes { codes: profiles::reasons::CODES, examples: include_str!("profiles/examples.json") },
    ],
    divergences: divergences::ALL,
    documents: &[loaded::CLOUD_PROFILE, loaded::NAMESPACED_CLOUD_PROFILE, shoot::SHOOT],
    reviews: &[
        Judge { group: GROUP, kind: "CloudProfile", judge: review::cloud_profile },
        Judge { group: GROUP, kind: "NamespacedCloudProfile", judge: review::namespaced },
        Judge { group: GROUP, kind: "Shoot", judge: review::shoot },
    ],
};
