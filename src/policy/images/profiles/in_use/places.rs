//! The places of what is used: in the old document if it is removed, in the new one if it is added or changed.

use super::listed::Listed;
use super::{Place, Violation, What};
use crate::policy::images::catalog::Names;
use crate::policy::images::documents::{Definition, ExpirableVersion, MachineImage, NamespacedSpec, ProfileSpec};
use crate::policy::images::errors::spelled;

/// The parts of a document that others refer to by name.
pub(super) struct Named<'n, 'a> {
    kubernetes: &'n [ExpirableVersion<'a>],
    images: &'n [MachineImage<'a>],
    capabilities: &'n [Definition<'a>],
}

impl<'n, 'a> From<&'n ProfileSpec<'a>> for Named<'n, 'a> {
    fn from(spec: &'n ProfileSpec<'a>) -> Self {
        let capabilities = &spec.machine_capabilities;
        Self { kubernetes: spec.kubernetes_versions(), images: &spec.machine_images, capabilities }
    }
}

impl<'n, 'a> From<&'n NamespacedSpec<'a>> for Named<'n, 'a> {
    fn from(spec: &'n NamespacedSpec<'a>) -> Self {
        Self { kubernetes: spec.kubernetes_versions(), images: &spec.machine_images, capabilities: &[] }
    }
}

/// Sets the field of what is used for each use.
pub(super) fn place(violations: &mut [Violation], [old, new]: [Named<'_, '_>; 2]) {
    if violations.is_empty() {
        return;
    }
    let versions = Listed::new(old.images, &[]);
    let [before, after] = [old.images, new.images].map(|images| images.iter().map(MachineImage::name).collect());
    let kubernetes = old.kubernetes.iter().map(|version| version.version.unwrap_or_default()).collect();
    let capabilities = old.capabilities.iter().map(|it| it.name.unwrap_or_default()).collect();
    let [before, after, kubernetes, capabilities] = [before, after, kubernetes, capabilities].map(names);
    for Violation { what, value, field, .. } in violations {
        let (name, version) = value.split_once(':').unwrap_or((value, ""));
        let element = |list: &str, place: Option<usize>| Some(format!("/spec/{list}/{}", place?));
        let pointer = match what {
            What::KubernetesVersion => element("kubernetes/versions", kubernetes.first(value.as_str())),
            What::MachineImageVersion => versions.version((name, version)).map(|(pointer, _)| pointer),
            What::RemovedMachineImage => element("machineImages", before.first(value.as_str())),
            What::AddedMachineImage => element("machineImages", after.first(value.as_str())),
            What::Limits => Some("/spec/limits/maxNodesTotal".to_owned()),
            What::Capability => element("machineCapabilities", capabilities.first(name)),
            What::Profile | What::MachineType | What::Flavor | What::CapabilityValue => None,
        };
        let is_gone = !matches!(what, What::AddedMachineImage | What::Limits);
        *field = pointer.map(|pointer| Place { field: spelled(&pointer), is_gone });
    }
}

/// Indexes names. All lists share this function, because a sort is compiled anew for each type of iterator.
fn names(names: Vec<&str>) -> Names<&str> {
    Names::new(names)
}
