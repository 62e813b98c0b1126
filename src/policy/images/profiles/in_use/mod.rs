//! What Shoots and profiles of namespaces still use (section 11).

mod artifacts;
mod children;
mod cloud_profile;
mod deletion;
mod difference;
mod disks;
mod ends;
mod going;
mod hurts;
mod hurts_in_place;
mod hurts_in_places;
mod left_open;
mod listed;
mod merged;
mod namespaced;
mod once;
mod outgrown;
mod places;
mod pool;
mod pools;
mod question;
mod remade;
mod side;
mod users;

pub(super) use cloud_profile::image_versions;
pub(crate) use cloud_profile::update_of_cloud_profile;
pub(crate) use deletion::{deletion_of_cloud_profile, deletion_of_namespaced};
pub(crate) use difference::Difference;
pub(crate) use namespaced::update_of_namespaced;
pub(crate) use pools::{Effects, Told};
pub use question::{InUse, UsersGiven};
pub(crate) use remade::remade;
pub(crate) use users::Users;

use crate::wire::{HasShape, Scalar, Shape, Write, answer, words};

words! {
    /// The kind of a document that uses a profile.
    pub enum UserKind {
        /// A cluster.
        Shoot = "Shoot",
        /// A profile of a namespace.
        Namespaced = "NamespacedCloudProfile",
    }
}

words! {
    /// What is used.
    pub enum What {
        /// A Kubernetes version that goes.
        KubernetesVersion = "kubernetesVersion",
        /// A version of a machine image that goes.
        MachineImageVersion = "machineImageVersion",
        /// A machine image that goes.
        RemovedMachineImage = "removedMachineImage",
        /// A machine image that is there already.
        AddedMachineImage = "addedMachineImage",
        /// A limit that is too low for what runs.
        Limits = "limits",
        /// Values of a capability that go.
        Capability = "capability",
        /// The profile itself.
        Profile = "profile",
        /// A machine type that goes or changes.
        MachineType = "machineType",
        /// A flavor that goes.
        Flavor = "flavor",
        /// A value of a capability that a pool shares with its image.
        CapabilityValue = "capabilityValue",
    }
}

impl Violation {
    /// Whether the user is a cluster.
    pub(crate) fn is_of_shoot(&self) -> bool {
        self.used_by_kind == UserKind::Shoot
    }
}

/// Where in a document something is that is used: whoever is told the field has both documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The field.
    pub field: String,
    /// Whether it is one of the document before the change.
    pub is_gone: bool,
}

impl Write for Place {
    fn write(&self, out: &mut String) {
        self.field.write(out);
    }

    fn scalar(&self) -> Option<Scalar<'_>> {
        self.field.scalar()
    }
}

impl HasShape for Place {
    const SHAPE: &'static Shape = String::SHAPE;
}

answer! {
    /// A use that a change would break.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Violation {
        /// The kind of the user.
        used_by_kind ["usedByKind"]: UserKind,
        /// The user, as `namespace/name`.
        used_by ["usedBy"]: String,
        /// What is used.
        what: What,
        /// Which.
        value: String,
        /// Where that is: in the old document what goes, in the new one what changes.
        field: Option<Place>,
        /// The first pools that would be refused, as `namespace/shoot/worker`.
        pools: Option<Vec<String>>,
        /// How many there are.
        count: Option<usize>,
    }
}
