//! The parts of Gardener's Shoots that the rules look at (section 1.6).

use std::ops::Deref;

use super::cloud_profile::{AccessRestriction, Metadata};
use super::namespaced::Reference;
use super::scalars::Quantity;
use super::worker::Worker;
use crate::wire::{Fault, Fill, Read, Reader, Value, given};

/// A Shoot with the text it was read from, so that it can be compared as a whole and handed back changed.
#[derive(Debug)]
pub struct ShootDocument<'a> {
    /// The whole document.
    pub value: Value<'a>,
    /// What the rules look at.
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
        /// What names it.
        metadata: Option<Metadata<'a>>,
        /// What it should be.
        spec: Option<ShootSpec<'a>>,
    }
}

given! {
    /// What a Shoot should be.
    #[derive(Default)]
    foreign pub struct ShootSpec<'a> {
        /// The profile it is made from.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The older field for a CloudProfile.
        cloud_profile_name ["cloudProfileName"]: Option<&'a str>,
        /// Its region.
        region: Option<&'a str>,
        /// What access to it is restricted to.
        access_restrictions ["accessRestrictions"]: Vec<AccessRestriction<'a>>,
        /// Its Kubernetes.
        kubernetes: Option<ShootKubernetes<'a>>,
        /// What maintenance may do.
        maintenance: Option<Maintenance>,
        /// Its machines.
        provider: Option<ShootProvider<'a>>,
    }
}

given! {
    /// The Kubernetes of a Shoot or a worker.
    #[derive(Clone, Default)]
    foreign pub struct ShootKubernetes<'a> {
        /// The version.
        version: Option<&'a str>,
        /// What the kubelets are told.
        kubelet: Option<Kubelet<'a>>,
    }
}

given! {
    /// What a kubelet is told.
    #[derive(Clone, Default)]
    foreign pub struct Kubelet<'a> {
        /// What is kept for Kubernetes.
        kube_reserved ["kubeReserved"]: Option<Reserved<'a>>,
        /// What is kept for the system.
        system_reserved ["systemReserved"]: Option<Reserved<'a>>,
    }
}

given! {
    /// What is kept of a machine.
    #[derive(Clone, Default)]
    foreign pub struct Reserved<'a> {
        /// Processors.
        cpu: Option<Quantity<'a>>,
        /// Memory.
        memory: Option<Quantity<'a>>,
    }
}

given! {
    /// What maintenance may do.
    foreign pub struct Maintenance {
        /// What it updates by itself.
        auto_update ["autoUpdate"]: Option<AutoUpdate>,
    }
}

given! {
    /// What maintenance updates by itself.
    foreign pub struct AutoUpdate {
        /// The versions of machine images.
        machine_image_version ["machineImageVersion"]: bool,
    }
}

given! {
    /// The machines of a Shoot.
    #[derive(Default)]
    foreign pub struct ShootProvider<'a> {
        /// Whose machines they are.
        provider_type ["type"]: Option<&'a str>,
        /// Its pools of workers.
        workers: Vec<Worker<'a>>,
    }
}

/// Where the pools of a Shoot are.
pub const WORKERS: [&str; 3] = ["spec", "provider", "workers"];

impl<'a> Deref for ShootDocument<'a> {
    type Target = Shoot<'a>;

    fn deref(&self) -> &Shoot<'a> {
        &self.shoot
    }
}

impl<'a> ShootDocument<'a> {
    /// Its pools as they are written. One that is `null` was never read as one.
    pub fn written_workers(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let written = WORKERS.iter().try_fold(self.value, |value, key| value.get(key));
        written.map(Value::elements).into_iter().flatten().filter(|pool| !pool.is_null())
    }

    /// A member of the document.
    pub fn part(&self, key: &str) -> Option<Value<'a>> {
        self.value.get(key).filter(|value| !value.is_null())
    }
}

/// The kind of profile that a Shoot is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProfileKind {
    /// One of the whole cluster.
    Cluster,
    /// One of the Shoot's namespace.
    Namespaced,
}

impl<'a> Shoot<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// Its namespace, empty where it has none.
    pub fn namespace(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.namespace).unwrap_or_default()
    }

    /// Kind and name of the profile that it is made from, if it names one of a known kind.
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

    /// The kind of its profile where that is none that there is, and the name.
    pub fn profile_of_no_kind(&self) -> Option<(&'a str, &'a str)> {
        let reference = self.spec.as_ref()?.cloud_profile.as_ref().filter(|_| self.profile().is_none())?;
        Some((reference.kind?, reference.name.unwrap_or_default()))
    }

    /// The provider that it names, empty where it names none.
    pub fn provider_type(&self) -> &'a str {
        let provider = self.spec.as_ref().and_then(|spec| spec.provider.as_ref());
        provider.and_then(|provider| provider.provider_type).unwrap_or_default()
    }

    /// Its pools.
    pub fn workers(&self) -> &[Worker<'a>] {
        let provider = self.spec.as_ref().and_then(|spec| spec.provider.as_ref());
        provider.map(|provider| provider.workers.as_slice()).unwrap_or_default()
    }

    /// The version of its control plane, where it says one.
    pub fn written_kubernetes_version(&self) -> Option<&'a str> {
        self.spec.as_ref()?.kubernetes.as_ref()?.version
    }

    /// The version of its control plane, empty where there is none.
    pub fn kubernetes_version(&self) -> &'a str {
        self.written_kubernetes_version().unwrap_or_default()
    }

    /// What its kubelets are told.
    pub fn kubelet(&self) -> Option<&Kubelet<'a>> {
        self.spec.as_ref()?.kubernetes.as_ref()?.kubelet.as_ref()
    }

    /// Its region, empty where there is none.
    pub fn region(&self) -> &'a str {
        self.spec.as_ref().and_then(|spec| spec.region).unwrap_or_default()
    }

    /// Whether its deletion has begun.
    pub fn is_being_deleted(&self) -> bool {
        self.metadata.as_ref().is_some_and(|metadata| metadata.is_being_deleted())
    }

    /// Whether maintenance moves its images by itself.
    pub fn updates_images(&self) -> bool {
        let maintenance = self.spec.as_ref().and_then(|spec| spec.maintenance.as_ref());
        maintenance
            .and_then(|maintenance| maintenance.auto_update.as_ref())
            .is_some_and(|auto| auto.machine_image_version)
    }
}

impl<'a> Kubelet<'a> {
    /// With what the API server keeps for Kubernetes where that is not written.
    pub fn completed(&self) -> Self {
        let kept = self.kube_reserved.clone().unwrap_or_default();
        let Reserved { cpu, memory } = kept;
        let kept = Reserved { cpu: cpu.or(Quantity::parse("80m")), memory: memory.or(Quantity::parse("1Gi")) };
        Self { kube_reserved: Some(kept), system_reserved: self.system_reserved.clone() }
    }

    fn reserved(&self) -> impl Iterator<Item = &Reserved<'a>> {
        [&self.kube_reserved, &self.system_reserved].into_iter().flatten()
    }

    /// The processors that are kept.
    pub fn cpu(&self) -> Vec<Quantity<'a>> {
        self.reserved().filter_map(|reserved| reserved.cpu).collect()
    }

    /// The memory that is kept.
    pub fn memory(&self) -> Vec<Quantity<'a>> {
        self.reserved().filter_map(|reserved| reserved.memory).collect()
    }
}
