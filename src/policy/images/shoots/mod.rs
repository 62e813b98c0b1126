//! The admission of Shoots by the API server (sections 7 and 8): an [`Admission`] completes the workers of a Shoot and
//! judges them against the profile.

mod admission;
mod beside_profile;
mod boots_another;
mod capabilities;
mod chosen;
mod completion;
mod context;
mod cri;
mod default_image;
mod kubelet;
mod kubernetes;
mod kubernetes_versions;
mod machine_image;
mod machine_type;
mod new_zones;
mod nodes;
mod operation;
mod pools;
mod profile_change;
mod questions;
mod region;
mod report;
mod static_rules;
mod taken_instead;
mod unread_before;
mod unwritten;
mod volume;
mod warnings;
mod without_pools;
mod zones;

pub(super) use admission::Admission;
pub(super) use beside_profile::{beside_profile, lacking, of_another_case, signs_of_another};
pub(super) use boots_another::boots_another;
pub(super) use context::Refusal;
pub(super) use operation::Operation;
pub(super) use profile_change::ProfileChange;
pub(super) use questions::artifacts_missing;
pub use questions::{AdmitShoot, DefaultImage, WorkerArchitecture};
pub(super) use report::split;
pub(super) use taken_instead::taken_instead;
pub(super) use unwritten::moves_unwritten;
pub(super) use warnings::Warning;
pub(super) use without_pools::left_without_pools;
