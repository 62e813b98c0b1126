//! Pools in a round of maintenance, and what those have in common that get the same.

use std::rc::Rc;

use super::passed_over::Seen;
use crate::policy::images::capabilities::Set;
use crate::policy::images::documents::{MachineImage, MachineType, Worker};

/// What two pools have in common that get the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness<'a> {
    /// The place of its machine type.
    pub machine_type: usize,
    /// The place of its image.
    pub image: usize,
    /// The name and the version of its image.
    pub current: (&'a str, &'a str),
    pub automatic: bool,
    pub in_place: bool,
    pub architecture: &'a str,
    pub kubelet: Option<&'a str>,
    pub cri: (&'a str, Vec<&'a str>),
}

/// A pool on its way through a round.
pub(super) struct Standing<'w, 'a> {
    /// Its place among the pools.
    pub index: usize,
    pub worker: &'w Worker<'a>,
    /// The name and the version of its image.
    pub current: (&'a str, &'a str),
    /// The Kubernetes version of the control plane. `None`: nobody says which, and kubelets do not count.
    pub control_plane: Option<&'a str>,
    /// Whether it is to have the newest version.
    pub automatic: bool,
}

impl<'w, 'a> Standing<'w, 'a> {
    /// A pool as a Shoot has it.
    pub(super) fn of(index: usize, worker: &'w Worker<'a>, control_plane: Option<&'a str>, automatic: bool) -> Self {
        let current = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
        Self { index, worker, current, control_plane, automatic }
    }
}

/// Pools that get the same, with what the profile has of theirs.
#[derive(Clone)]
pub(super) struct Alike<'r, 'a> {
    pub likeness: Likeness<'a>,
    pub machine: &'r MachineType<'a>,
    pub image: &'r MachineImage<'a>,
}

/// Pools that get the same, and the versions of their image as they see them.
pub(super) struct Seeing<'r, 'a> {
    pub alike: Alike<'r, 'a>,
    pub seen: Rc<Vec<Seen<'a>>>,
    /// What the machines can.
    pub set: Set,
}
