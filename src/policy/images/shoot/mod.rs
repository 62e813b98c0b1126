//! What becomes of a Shoot on its way into the API server (sections 7 and 8): an [`Admission`] completes its workers
//! and judges them against the profile.

mod admission;
mod capabilities;
mod chosen;
mod completion;
mod cri;
mod default_image;
mod kubelet;
mod kubernetes;
mod kubernetes_versions;
mod loaded;
mod machine_image;
mod machine_type;
pub mod model;
mod nodes;
mod prefix;
mod profile_change;
mod questions;
mod region;
mod report;
mod static_rules;
mod terms;
mod volume;
mod volume_types;
mod warnings;
mod zones;

pub use admission::{Admission, Admitted, Judged};
pub use completion::Completed;
pub use loaded::{SHOOT, asked_shoot, loaded_shoots};
pub use profile_change::ProfileChange;
pub use questions::{AdmitShoot, DefaultImage, WorkerArchitecture};
pub use report::{Report, split};
pub use terms::{Placed, Refusal};
pub use warnings::{SOON, Warned};
