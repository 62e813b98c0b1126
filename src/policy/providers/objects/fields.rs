use std::sync::LazyLock;

use crate::question::KnownFields;
use crate::wire::Fields;

/// The known keys of provider objects outside `spec`, which has its own rules, and the served versions of both APIs:
/// the only one of the design, and the one that today's operator still serves.
pub static FIELDS: &[KnownFields] = &[
    management("CoreProvider"),
    management("BootstrapProvider"),
    management("ControlPlaneProvider"),
    management("InfrastructureProvider"),
    operator("CoreProvider"),
    operator("BootstrapProvider"),
    operator("ControlPlaneProvider"),
    operator("InfrastructureProvider"),
    operator("IPAMProvider"),
    operator("RuntimeExtensionProvider"),
    operator("AddonProvider"),
];

const fn management(kind: &'static str) -> KnownFields {
    of("management.cluster.x-k8s.io", kind, &["v1alpha1"])
}

const fn operator(kind: &'static str) -> KnownFields {
    of("operator.cluster.x-k8s.io", kind, &["v1alpha2"])
}

const fn of(group: &'static str, kind: &'static str, versions: &'static [&'static str]) -> KnownFields {
    KnownFields { kind: Some((group, kind)), versions, members: &[], name: "provider", fields: &KEYS }
}

const TEXT: &str = concat!(
    "provider=apiVersion$,kind$,metadata@metadata,spec,status\n",
    include_str!("../../../question/metadata_fields.txt")
);

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(TEXT));
