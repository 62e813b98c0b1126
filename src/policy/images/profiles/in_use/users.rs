//! Who uses a profile.

use crate::policy::images::model::{Metadata, NamespacedCloudProfile, Reference};
use crate::wire::given;

use super::{UserKind, Violation, What};

given! {
    /// A cluster, as far as it uses a profile.
    #[derive(Default)]
    foreign pub struct Shoot<'a> {
        /// What names it.
        metadata: Option<Metadata<'a>>,
        /// What it wants.
        spec: Option<ShootSpec<'a>>,
    }
}

given! {
    /// What a cluster wants.
    #[derive(Default)]
    foreign pub struct ShootSpec<'a> {
        /// The profile.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The profile as it was named in former times.
        cloud_profile_name ["cloudProfileName"]: Option<&'a str>,
        /// Its Kubernetes.
        kubernetes: Option<ShootKubernetes<'a>>,
        /// Its machines.
        provider: Option<ShootProvider<'a>>,
    }
}

given! {
    /// The Kubernetes of a cluster.
    foreign pub struct ShootKubernetes<'a> {
        /// The version of the control plane.
        version: Option<&'a str>,
    }
}

given! {
    /// The machines of a cluster.
    foreign pub struct ShootProvider<'a> {
        /// Its pools.
        workers: Vec<ShootWorker<'a>>,
    }
}

given! {
    /// A pool of machines.
    foreign pub struct ShootWorker<'a> {
        /// The machine.
        machine: Option<ShootMachine<'a>>,
        /// The fewest machines.
        minimum: Option<i64>,
    }
}

given! {
    /// The machine of a pool.
    foreign pub struct ShootMachine<'a> {
        /// The image.
        image: Option<ShootImage<'a>>,
    }
}

given! {
    /// The image of a machine.
    foreign pub struct ShootImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its version.
        version: Option<&'a str>,
    }
}

/// The documents that may use a profile.
#[derive(Debug, Default)]
pub struct Users<'a> {
    /// Profiles of namespaces.
    pub namespaced: Vec<NamespacedCloudProfile<'a>>,
    /// Clusters.
    pub shoots: Vec<Shoot<'a>>,
}

impl<'a> Shoot<'a> {
    /// Kind and name of the profile it refers to.
    fn profile(&self) -> Option<(&'a str, &'a str)> {
        let spec = self.spec.as_ref()?;
        match &spec.cloud_profile {
            Some(reference) => Some((reference.kind.unwrap_or("CloudProfile"), reference.name.unwrap_or_default())),
            None => Some(("CloudProfile", spec.cloud_profile_name?)),
        }
    }

    /// Whether it refers to that CloudProfile.
    pub(super) fn uses_cloud_profile(&self, name: &str) -> bool {
        self.profile() == Some(("CloudProfile", name))
    }

    /// Namespace and name of the profile of its namespace that it refers to.
    pub(super) fn namespaced_profile(&self) -> Option<(&'a str, &'a str)> {
        let (kind, name) = self.profile()?;
        (kind == "NamespacedCloudProfile").then(|| (namespace_of(self.metadata.as_ref()), name))
    }

    /// Whether it refers to that profile of its namespace.
    pub(super) fn uses_namespaced(&self, namespace: &str, name: &str) -> bool {
        self.namespaced_profile() == Some((namespace, name))
    }

    pub(super) fn is_leaving(&self) -> bool {
        is_leaving(self.metadata.as_ref())
    }

    pub(super) fn kubernetes_version(&self) -> &'a str {
        let kubernetes = self.spec.as_ref().and_then(|spec| spec.kubernetes.as_ref());
        kubernetes.and_then(|kubernetes| kubernetes.version).unwrap_or_default()
    }

    fn workers(&self) -> &[ShootWorker<'a>] {
        let provider = self.spec.as_ref().and_then(|spec| spec.provider.as_ref());
        provider.map(|provider| provider.workers.as_slice()).unwrap_or_default()
    }

    /// The images of its pools, name and version.
    pub(super) fn images(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let images = self.workers().iter().filter_map(|worker| worker.machine.as_ref()?.image.as_ref());
        images.map(|image| (image.name.unwrap_or_default(), image.version.unwrap_or_default()))
    }

    /// The fewest machines it has.
    pub(super) fn minimum(&self) -> i64 {
        self.workers().iter().fold(0, |sum: i64, worker| sum.saturating_add(worker.minimum.unwrap_or_default()))
    }

    pub(super) fn violation(&self, what: What, value: String) -> Violation {
        Violation { used_by_kind: UserKind::Shoot, used_by: full_name(self.metadata.as_ref()), what, value }
    }
}

impl NamespacedCloudProfile<'_> {
    /// Whether it builds on that CloudProfile.
    pub(super) fn builds_on(&self, name: &str) -> bool {
        self.spec().parent_name() == name
    }

    pub(super) fn is_leaving(&self) -> bool {
        is_leaving(self.metadata.as_ref())
    }

    pub(super) fn violation(&self, what: What, value: String) -> Violation {
        Violation { used_by_kind: UserKind::Namespaced, used_by: full_name(self.metadata.as_ref()), what, value }
    }
}

pub(super) fn name_of<'a>(metadata: Option<&Metadata<'a>>) -> &'a str {
    metadata.and_then(|metadata| metadata.name).unwrap_or_default()
}

pub(super) fn namespace_of<'a>(metadata: Option<&Metadata<'a>>) -> &'a str {
    metadata.and_then(|metadata| metadata.namespace).unwrap_or_default()
}

fn is_leaving(metadata: Option<&Metadata<'_>>) -> bool {
    metadata.is_some_and(|metadata| metadata.deletion_timestamp.is_some())
}

fn full_name(metadata: Option<&Metadata<'_>>) -> String {
    format!("{}/{}", namespace_of(metadata), name_of(metadata))
}
