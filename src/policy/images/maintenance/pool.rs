//! Pools in a maintenance round, and the properties that decide what a pool gets.

use std::rc::Rc;

use super::passed_over::Seen;
use crate::policy::images::capabilities::Set;
use crate::policy::images::documents::{MachineImage, MachineType, Worker};

/// The properties that decide what a pool gets. Pools with equal properties get the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness<'a> {
    /// The index of the pool's machine type.
    pub machine_type: usize,
    /// The index of the pool's image.
    pub image: usize,
    /// The name and version of the pool's image.
    pub current: (&'a str, &'a str),
    pub automatic: bool,
    pub in_place: bool,
    pub architecture: &'a str,
    pub kubelet: Option<&'a str>,
    pub cri: (&'a str, Vec<&'a str>),
}

/// A pool in its current state during a round.
pub(super) struct Standing<'w, 'a> {
    /// The index of the pool in the Shoot.
    pub index: usize,
    pub worker: &'w Worker<'a>,
    /// The name and version of the pool's image.
    pub current: (&'a str, &'a str),
    /// The Kubernetes version of the control plane. `None`: not known, and kubelet constraints do not count.
    pub control_plane: Option<&'a str>,
    /// Whether the pool is updated automatically.
    pub automatic: bool,
}

impl<'w, 'a> Standing<'w, 'a> {
    /// The state of a pool as written in a Shoot.
    pub(super) fn of(index: usize, worker: &'w Worker<'a>, control_plane: Option<&'a str>, automatic: bool) -> Self {
        let current = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
        Self { index, worker, current, control_plane, automatic }
    }
}

/// Pools that get the same, with their machine type and image in the profile.
#[derive(Clone)]
pub(super) struct Alike<'r, 'a> {
    pub likeness: Likeness<'a>,
    pub machine: &'r MachineType<'a>,
    pub image: &'r MachineImage<'a>,
}

/// Pools that get the same, with the versions of their image as these pools see them.
pub(super) struct Seeing<'r, 'a> {
    pub alike: Alike<'r, 'a>,
    pub seen: Rc<Vec<Seen<'a>>>,
    /// The capabilities of the machines.
    pub set: Set,
}
