//! The known keys of the documents that the rules look at.

use std::sync::LazyLock;

use super::constants::{CAPI_GROUP, CLUSTER, NAMESPACE, V1_GROUP, V3_GROUP};
use crate::question::{KnownFields, OWN_GROUP, SETTINGS};
use crate::wire::Fields;

/// The keys of settings, and of other systems' objects outside `spec` and `status`.
pub static FIELDS: &[KnownFields] = &[
    KnownFields { versions: &["v1"], name: "settings", ..of(OWN_GROUP, SETTINGS) },
    of(CAPI_GROUP, CLUSTER),
    of(V3_GROUP, CLUSTER),
    of(V1_GROUP, CLUSTER),
    of("", NAMESPACE),
    // An object that a question gives may have the short form, so its own keys are noted while it is read.
    KnownFields { kind: None, versions: &[], members: OBJECTS, name: "given", fields: &KEYS },
];

/// The members of `given` that hold objects.
const OBJECTS: &[&str] = &[
    "capiCluster",
    "capiClusters",
    "namespace",
    "namespaces",
    "oldCapiCluster",
    "oldNamespace",
    "oldRecord",
    "provisioningClusters",
    "rancherCluster",
    "rancherClusters",
    "record",
];

const fn of(group: &'static str, kind: &'static str) -> KnownFields {
    KnownFields { kind: Some((group, kind)), versions: &[], members: &[], name: "object", fields: &KEYS }
}

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| {
    Fields::read(concat!(include_str!("fields.txt"), include_str!("../../question/metadata_fields.txt")))
});
