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
mod runtimes;
mod scalars;
pub mod shoot;
mod versions;
mod worker;
pub mod written;

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
