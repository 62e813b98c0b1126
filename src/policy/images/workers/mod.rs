//! What a pool of workers needs of an image version, written once for matching, defaulting and maintenance.

mod asked;
mod candidates;
mod filter;
mod needs;
mod questions;
mod runtimes;
mod summary;
mod why;

pub use candidates::Candidates;
pub use filter::Filter;
pub use needs::{InPlace, Needs, runs_kubelet, speaks};
pub use questions::{MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};
pub use runtimes::WantedCri;
pub use summary::{Refused, Summary};
