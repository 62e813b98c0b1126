use std::sync::LazyLock;

use crate::question::KnownFields;
use crate::wire::Fields;

/// The keys of provider objects around their spec, which has a rule of its own, and the versions of both APIs that are
/// served: the design's only one, and the one that today's operator has left.
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
