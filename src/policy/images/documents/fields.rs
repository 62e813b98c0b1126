use super::GROUP;
use crate::question::KnownFields;

/// The keys of Gardener's documents: all that its API has, since a key that nobody reads here is no mistake there.
pub const FIELDS: &[KnownFields] = &[
    of("CloudProfile", &["cloudProfile", "oldCloudProfile"]),
    of("NamespacedCloudProfile", &["namespacedCloudProfile", "oldNamespacedCloudProfile", "namespacedCloudProfiles"]),
    of("Shoot", &["shoot", "oldShoot", "shoots"]),
    part(&["worker"], "workers"),
    part(&["machineType"], "machineTypes"),
    part(&["machineImage", "machineImages"], "machineImages"),
    part(&["machineImageVersion", "version", "versions"], "versions2"),
    part(&["machineCapabilities"], "machineCapabilities"),
];

const fn of(kind: &'static str, members: &'static [&'static str]) -> KnownFields {
    KnownFields { kind: Some((GROUP, kind)), members, name: kind, fields: TEXT }
}

/// What questions are given of a document alone.
const fn part(members: &'static [&'static str], name: &'static str) -> KnownFields {
    KnownFields { kind: None, members, name, fields: TEXT }
}

const TEXT: &str = include_str!("fields.txt");
