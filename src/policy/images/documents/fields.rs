use std::sync::LazyLock;

use super::GROUP;
use crate::question::KnownFields;
#[cfg(feature = "images")]
use crate::question::{OWN_GROUP, SETTINGS};
use crate::wire::Fields;

/// The keys of Gardener's documents: all that its API has, since a key that the rules never read is no mistake.
pub static FIELDS: &[KnownFields] = &[
    of("CloudProfile", &["cloudProfile", "oldCloudProfile"]),
    of("NamespacedCloudProfile", &["namespacedCloudProfile", "oldNamespacedCloudProfile", "namespacedCloudProfiles"]),
    #[cfg(feature = "images")]
    of("Shoot", &["shoot", "oldShoot", "shoots"]),
    // There are many more feature gates, so only a near miss of a relevant one counts as a mistake.
    #[cfg(feature = "images")]
    part(&["featureGates"], "featureGates"),
    #[cfg(feature = "images")]
    KnownFields { kind: Some((OWN_GROUP, SETTINGS)), versions: &["v1"], members: &[], name: "settings", fields: &KEYS },
    #[cfg(not(feature = "js-catalog"))]
    part(&["worker"], "workers"),
    part(&["machineType"], "machineTypes"),
    part(&["machineImage", "machineImages"], "machineImages"),
    part(&["machineImageVersion", "version", "versions"], "versions2"),
    part(&["machineCapabilities"], "machineCapabilities"),
];

const fn of(kind: &'static str, members: &'static [&'static str]) -> KnownFields {
    KnownFields { kind: Some((GROUP, kind)), versions: &["v1beta1"], members, name: kind, fields: &KEYS }
}

/// The keys of a part of a document that questions take by itself.
const fn part(members: &'static [&'static str], name: &'static str) -> KnownFields {
    KnownFields { kind: None, versions: &[], members, name, fields: &KEYS }
}

/// The known keys. Those of Shoots are only included with questions about Shoots, and those of workers only in builds
/// that have questions at all.
#[cfg(feature = "images")]
const TEXT: &str = concat!(
    include_str!("fields.txt"),
    include_str!("../../../question/metadata_fields.txt"),
    include_str!("worker_fields.txt"),
    include_str!("shoot_fields.txt")
);
#[cfg(all(not(feature = "images"), not(feature = "js-catalog")))]
const TEXT: &str = concat!(
    include_str!("fields.txt"),
    include_str!("../../../question/metadata_fields.txt"),
    include_str!("worker_fields.txt")
);
#[cfg(all(not(feature = "images"), feature = "js-catalog"))]
const TEXT: &str = concat!(include_str!("fields.txt"), include_str!("../../../question/metadata_fields.txt"));

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(TEXT));
