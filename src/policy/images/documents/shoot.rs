//! The parts of Gardener's Shoots that the rules look at (section 1.6).

use std::ops::Deref;

use super::cloud_profile::{AccessRestriction, Metadata};
use super::kubelet::{Kubelet, ShootKubernetes};
use super::namespaced::Reference;
use super::worker::Worker;
use crate::wire::{Fault, Fill, Read, Reader, Value, given};

/// A Shoot and the JSON it was read from, so that it can be compared as a whole and handed back with changes.
#[derive(Debug)]
pub struct ShootDocument<'a> {
    /// The whole document.
    pub value: Value<'a>,
    /// The parts that the rules look at.
    pub shoot: Shoot<'a>,
}

impl<'a> Fill<'a> for ShootDocument<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.value = from.value();
        self.shoot.fill(from)
    }
}

impl<'a> Read<'a> for ShootDocument<'a> {
    fn blank() -> Self {
        Self { value: Value::NULL, shoot: Shoot::blank() }
    }
}

given! {
    /// A Shoot.
    #[derive(Default)]
    foreign pub struct Shoot<'a> {
        /// The name and namespace of the Shoot.
        metadata: Option<Metadata<'a>>,
        /// The desired state of the Shoot.
        spec: Option<ShootSpec<'a>>,
    }
}

given! {
    /// The desired state of a Shoot.
    #[derive(Default)]
    foreign pub struct ShootSpec<'a> {
        /// The profile that the Shoot uses.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The name of the CloudProfile, a legacy field.
        cloud_profile_name ["cloudProfileName"]: Option<&'a str>,
        /// The region of the Shoot.
        region: Option<&'a str>,
        /// The access restrictions of the Shoot.
        access_restrictions ["accessRestrictions"]: Vec<AccessRestriction<'a>>,
        /// The Kubernetes of the control plane, and the defaults for the workers.
        kubernetes: Option<ShootKubernetes<'a>>,
        /// What maintenance may update.
        maintenance: Option<Maintenance>,
        /// The provider and its machines.
        provider: Option<ShootProvider<'a>>,
    }
}

given! {
    /// What maintenance may do to a Shoot.
    foreign pub struct Maintenance {
        /// What maintenance updates automatically.
        auto_update ["autoUpdate"]: Option<AutoUpdate>,
    }
}

given! {
    /// What maintenance updates automatically.
    foreign pub struct AutoUpdate {
        /// Whether machine image versions are updated.
        machine_image_version ["machineImageVersion"]: bool,
    }
}

given! {
    /// The provider and the worker pools of a Shoot.
    #[derive(Default)]
    foreign pub struct ShootProvider<'a> {
        /// The type of the provider.
        provider_type ["type"]: Option<&'a str>,
        /// The worker pools of the Shoot.
        workers: Vec<Worker<'a>>,
    }
}

/// The keys that lead to the worker pools of a Shoot.
pub const WORKERS: [&str; 3] = ["spec", "provider", "workers"];

impl<'a> Deref for ShootDocument<'a> {
    type Target = Shoot<'a>;

    fn deref(&self) -> &Shoot<'a> {
        &self.shoot
    }
}

impl<'a> ShootDocument<'a> {
    /// The worker pools as JSON. `null` is left out, since it is not read as a pool either.
    pub fn written_workers(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let written = WORKERS.iter().try_fold(self.value, |value, key| value.get(key));
        written.map(Value::elements).into_iter().flatten().filter(|pool| !pool.is_null())
    }

    /// Returns a member of the document unless it is `null`.
    pub fn part(&self, key: &str) -> Option<Value<'a>> {
        self.value.get(key).filter(|value| !value.is_null())
    }
}

/// The kind of profile that a Shoot uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProfileKind {
    /// A CloudProfile, which is cluster-scoped.
    Cluster,
    /// A NamespacedCloudProfile in the Shoot's namespace.
    Namespaced,
}

impl<'a> Shoot<'a> {
    /// The name of the Shoot, empty if absent.
    pub fn name(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// The namespace of the Shoot, empty if absent.
    pub fn namespace(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.namespace).unwrap_or_default()
    }

    /// The kind and name of the profile that the Shoot uses, if it names one of a known kind.
    pub fn profile(&self) -> Option<(ProfileKind, &'a str)> {
        let spec = self.spec.as_ref()?;
        let Some(reference) = &spec.cloud_profile else {
            return spec.cloud_profile_name.map(|name| (ProfileKind::Cluster, name));
        };
        let kind = match reference.kind {
            None | Some("CloudProfile") => ProfileKind::Cluster,
            Some("NamespacedCloudProfile") => ProfileKind::Namespaced,
            Some(_) => return None,
        };
        Some((kind, reference.name.unwrap_or_default()))
    }

    /// The kind and name of the profile that the Shoot names, if the kind does not exist.
    pub fn profile_of_no_kind(&self) -> Option<(&'a str, &'a str)> {
        let reference = self.spec.as_ref()?.cloud_profile.as_ref().filter(|_| self.profile().is_none())?;
        Some((reference.kind?, reference.name.unwrap_or_default()))
    }

    /// The type of the provider, empty if absent.
    pub fn provider_type(&self) -> &'a str {
        let provider = self.spec.as_ref().and_then(|spec| spec.provider.as_ref());
        provider.and_then(|provider| provider.provider_type).unwrap_or_default()
    }

    /// The worker pools of the Shoot.
    pub fn workers(&self) -> &[Worker<'a>] {
        let provider = self.spec.as_ref().and_then(|spec| spec.provider.as_ref());
        provider.map(|provider| provider.workers.as_slice()).unwrap_or_default()
    }

    /// The Kubernetes version of the control plane, if given.
    pub fn written_kubernetes_version(&self) -> Option<&'a str> {
        self.spec.as_ref()?.kubernetes.as_ref()?.version
    }

    /// The Kubernetes version of the control plane, empty if absent.
    pub fn kubernetes_version(&self) -> &'a str {
        self.written_kubernetes_version().unwrap_or_default()
    }

    /// The kubelet configuration of the Shoot, if given.
    pub fn kubelet(&self) -> Option<&Kubelet<'a>> {
        self.spec.as_ref()?.kubernetes.as_ref()?.kubelet.as_ref()
    }

    /// The region of the Shoot, empty if absent.
    pub fn region(&self) -> &'a str {
        self.spec.as_ref().and_then(|spec| spec.region).unwrap_or_default()
    }

    /// Whether the deletion of the Shoot has begun.
    pub fn is_being_deleted(&self) -> bool {
        self.metadata.as_ref().is_some_and(|metadata| metadata.is_being_deleted())
    }

    /// Whether maintenance updates machine images automatically.
    pub fn updates_images(&self) -> bool {
        let maintenance = self.spec.as_ref().and_then(|spec| spec.maintenance.as_ref());
        maintenance
            .and_then(|maintenance| maintenance.auto_update.as_ref())
            .is_some_and(|auto| auto.machine_image_version)
    }
}
