//! What a pool of workers needs from an image version, defined once for matching, defaulting and maintenance.

mod artifacts;
mod asked;
mod candidates;
mod filter;
mod needs;
mod nodes;
mod out_of_reach;
mod pool;
mod questions;
mod reservations;
mod runtimes;
mod stored;
mod summary;
mod unread;
mod volumes;
mod why;

pub(super) use artifacts::{Chosen, without_artifact};
pub(super) use asked::{above_control_plane, kubernetes_asked};
pub(super) use candidates::Candidates;
pub(super) use filter::Filter;
pub(super) use needs::{InPlace, Needs, Own, runs_kubelet};
pub(super) use nodes::too_many_nodes;
pub(super) use out_of_reach::out_of_reach;
pub(super) use pool::{NotStored, Pool, pools};
pub use questions::{MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};
pub(super) use reservations::Reservation;
pub(super) use runtimes::{WantedCri, supports};
pub(super) use stored::refused_of_kubelet;
pub(super) use summary::{Refused, Standing, Summary};
pub(super) use unread::{
    capabilities_of_pools, of_another_architecture, refused_of_pools, strategies_of_none, unread_of_one,
    unread_of_pools, version_begun, without_machines, without_maximum, without_pools,
};
pub(super) use volumes::{VolumeTypes, is_usable};
