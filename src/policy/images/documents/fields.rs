use super::GROUP;
use crate::question::KnownFields;

/// The keys of Gardener's documents: all that its API has, since a key that nobody reads here is no mistake there.
pub const FIELDS: &[KnownFields] = &[
    of("CloudProfile", &["cloudProfile", "oldCloudProfile"]),
    of("NamespacedCloudProfile", &["namespacedCloudProfile", "oldNamespacedCloudProfile", "namespacedCloudProfiles"]),
    of("Shoot", &["shoot", "oldShoot", "shoots"]),
    KnownFields { kind: None, members: &["worker"], name: "workers", fields: TEXT },
];

const fn of(kind: &'static str, members: &'static [&'static str]) -> KnownFields {
    KnownFields { kind: Some((GROUP, kind)), members, name: kind, fields: TEXT }
}

const TEXT: &str = include_str!("fields.txt");
