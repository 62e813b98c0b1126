//! Which machine image fits a machine type (Gardener, GEP-33).
//!
//! A CloudProfile defines capabilities. A machine type and each artifact of an image version, a flavor, say which
//! values of them they have, and fit where every capability has a value in common.

pub mod architectures;
mod availability;
mod bastion;
mod capability_questions;
pub mod catalog;
mod choice;
mod contest;
mod cure;
pub mod divergences;
mod dropdown;
pub mod field;
pub mod field_error;
mod fit;
mod fit_why;
mod fitting;
mod ground;
pub mod lifecycle;
mod listing;
mod machine_types;
mod maintenance;
mod matrix;
pub mod model;
mod names;
mod pick;
pub mod preference;
pub mod profile;
pub mod profiles;
mod provider;
pub mod question;
pub mod reasons;
mod runtimes;
mod scalars;
pub mod shoot;
mod sides;
mod sparse;
mod summary;
pub mod universe;
mod version_questions;
mod wanted;
mod worker;
pub mod written;

pub use bastion::BastionMachine;
pub use capability_questions::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
pub use fit::Fit;
pub use machine_types::MachineTypes;
pub use maintenance::{Maintain, NextVersion};
pub use matrix::Matrix;
pub use pick::Pick;
pub use profile::{CLOUD_PROFILE, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
pub use profiles::{
    AdmitProfile, DefaultProfile, InUse, MergeProfile, PrepareProfile, SyncProfile, TransformProfile, ValidateProfile,
};
pub use provider::{FindImage, ValidateMapping};
pub use scalars::{Moment, Quantity};
pub use shoot::{AdmitShoot, DefaultImage, SHOOT, WorkerArchitecture};
pub use version_questions::{ClassifyVersion, CompareVersions, ParseVersion, Satisfies};
pub use worker::{LatestVersion, MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};
