//! What a document offers to pools, before and after a change.

use crate::policy::images::documents::{
    ExpirableVersion, MachineImage, MachineType, NamespacedSpec, ProfileSpec, Region, VolumeType,
};

/// What a document offers to pools.
#[derive(Clone, Copy)]
pub(super) struct Offered<'o, 'a> {
    pub types: &'o [MachineType<'a>],
    pub volumes: &'o [VolumeType<'a>],
    pub regions: &'o [Region<'a>],
    pub kubernetes: &'o [ExpirableVersion<'a>],
    pub images: &'o [MachineImage<'a>],
}

impl<'o, 'a> From<&'o ProfileSpec<'a>> for Offered<'o, 'a> {
    fn from(spec: &'o ProfileSpec<'a>) -> Self {
        Self {
            types: &spec.machine_types,
            volumes: &spec.volume_types,
            regions: &spec.regions,
            kubernetes: spec.kubernetes_versions(),
            images: &spec.machine_images,
        }
    }
}

impl<'o, 'a> From<&'o NamespacedSpec<'a>> for Offered<'o, 'a> {
    fn from(spec: &'o NamespacedSpec<'a>) -> Self {
        Self {
            types: &spec.machine_types,
            volumes: &spec.volume_types,
            regions: &[],
            kubernetes: spec.kubernetes_versions(),
            images: &spec.machine_images,
        }
    }
}

/// A change of a document and its effect, for a NamespacedCloudProfile after merging with the parent.
#[derive(Clone, Copy)]
pub(super) struct Sides<'o, 'a> {
    /// What the document itself lists, before and after.
    pub written: [Offered<'o, 'a>; 2],
    /// What users are offered, before and after.
    pub offered: [Offered<'o, 'a>; 2],
}
