//! What a pool of workers needs of an image version, written once for matching, defaulting and maintenance.

mod asked;
mod candidates;
mod needs;
mod questions;
mod why;

pub use candidates::Candidates;
pub use needs::{InPlace, Needs, runs_kubelet, speaks};
pub use questions::{LatestVersion, MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};

use super::catalog::ARCHITECTURE;
