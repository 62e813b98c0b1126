//! What Shoots and NamespacedCloudProfiles still use of a profile (section 11).

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
mod identity;
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
mod sides;
mod users;

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
        /// A Shoot.
        Shoot = "Shoot",
        /// A NamespacedCloudProfile.
        Namespaced = "NamespacedCloudProfile",
    }
}

words! {
    /// The kind of thing that is used.
    pub enum What {
        /// A Kubernetes version that is removed.
        KubernetesVersion = "kubernetesVersion",
        /// A version of a machine image that is removed.
        MachineImageVersion = "machineImageVersion",
        /// A machine image that is removed.
        RemovedMachineImage = "removedMachineImage",
        /// A machine image that is added although a NamespacedCloudProfile already defines it.
        AddedMachineImage = "addedMachineImage",
        /// A limit that existing Shoots exceed.
        Limits = "limits",
        /// Values of a capability that are removed.
        Capability = "capability",
        /// The profile itself.
        Profile = "profile",
        /// A machine type that is removed or changed.
        MachineType = "machineType",
        /// A flavor that is removed.
        Flavor = "flavor",
        /// A removed value of a capability that a pool shares with its image.
        CapabilityValue = "capabilityValue",
    }
}

impl Violation {
    /// Whether the user is a Shoot.
    pub(crate) fn is_of_shoot(&self) -> bool {
        self.used_by_kind == UserKind::Shoot
    }
}

/// The place of something that is used, in one of the two documents, both of which the recipient has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The field.
    pub field: String,
    /// Whether the field is in the document before the change.
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
        /// The kind of thing that is used.
        what: What,
        /// The name of what is used; `image:version` for versions and flavors, `name:value` for capabilities.
        value: String,
        /// The field of what is used, in the old document if it is removed or else in the new one; absent if there is
        /// none.
        field: Option<Place>,
        /// The first pools that would be refused, as `namespace/shoot/worker`; absent if the use is not one of pools.
        pools: Option<Vec<String>>,
        /// How many pools would be refused; absent if the use is not one of pools.
        count: Option<usize>,
    }
}
