//! The worker pools of a Shoot (section 1.6).

use std::ops::Deref;

use super::kubelet::{Kubelet, ShootKubernetes};
use super::runtimes::Cri;
use super::scalars::Quantity;
use crate::wire::{Fault, Fill, HasShape, Json, Read, Reader, Shape, Value, given};

/// The update strategies that update machines in place.
pub const IN_PLACE: [&str; 2] = ["AutoInPlaceUpdate", "ManualInPlaceUpdate"];

/// All update strategies.
pub const STRATEGIES: [&str; 3] = [IN_PLACE[0], "AutoRollingUpdate", IN_PLACE[1]];

given! {
    /// A worker pool.
    #[derive(Clone, Default)]
    foreign pub struct Worker<'a> {
        /// The name of the pool.
        name: Option<&'a str>,
        /// The machines of the pool.
        machine: Option<Machine<'a>>,
        /// The container runtimes of the pool.
        cri: Option<Cri<'a>>,
        /// The Kubernetes of the pool, if it differs from the control plane's.
        kubernetes: Option<ShootKubernetes<'a>>,
        /// How the machines of the pool are updated, such as `AutoRollingUpdate`.
        update_strategy ["updateStrategy"]: Option<&'a str>,
        /// The smallest number of machines.
        minimum: Option<i64>,
        /// The largest number of machines.
        maximum: Option<i64>,
        /// The zones of the pool.
        zones: Vec<&'a str>,
        /// The root disks of the machines.
        volume: Option<WorkerVolume<'a>>,
    }
}

/// A worker pool and the JSON it was read from, so that the parts the rules ignore can be handed back.
#[derive(Clone, Debug)]
pub struct WorkerDocument<'a> {
    /// The whole pool.
    pub value: Value<'a>,
    /// The parts that the rules look at.
    pub worker: Worker<'a>,
}

impl<'a> Fill<'a> for WorkerDocument<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.value = from.value();
        self.worker.fill(from)
    }
}

impl<'a> Read<'a> for WorkerDocument<'a> {
    fn blank() -> Self {
        Self { value: Value::NULL, worker: Worker::blank() }
    }
}

impl HasShape for WorkerDocument<'_> {
    const SHAPE: &'static Shape = Worker::SHAPE;
}

impl<'a> Deref for WorkerDocument<'a> {
    type Target = Worker<'a>;

    fn deref(&self) -> &Worker<'a> {
        &self.worker
    }
}

impl<'a> WorkerDocument<'a> {
    /// Returns a member of the pool unless it is `null`.
    pub fn part(&self, key: &str) -> Option<Value<'a>> {
        self.value.get(key).filter(|value| !value.is_null())
    }
}

given! {
    /// The machines of a worker pool.
    #[derive(Clone, Default)]
    foreign pub struct Machine<'a> {
        /// The name of the machine type.
        machine_type ["type"]: Option<&'a str>,
        /// The machine image.
        image: Option<WorkerImage<'a>>,
        /// The architecture of the machines.
        architecture: Option<&'a str>,
        /// Announced in the design text but ignored: the machine type has the capabilities.
        capabilities: Option<Value<'a>>,
    }
}

given! {
    /// The machine image of a worker pool.
    #[derive(Clone, Default)]
    foreign pub struct WorkerImage<'a> {
        /// The name of the image.
        name: Option<&'a str>,
        /// The version of the image.
        version: Option<&'a str>,
        /// Configuration that only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

given! {
    /// The root disk of a machine.
    #[derive(Clone, Default, PartialEq, Eq)]
    foreign pub struct WorkerVolume<'a> {
        /// The volume type of the disk.
        volume_type ["type"]: Option<&'a str>,
        /// The size of the disk.
        size: Option<Quantity<'a>>,
        /// The name of the disk.
        name: Option<&'a str>,
        /// Whether the disk is encrypted.
        encrypted: Option<bool>,
    }
}

impl<'a> Worker<'a> {
    /// The name of the pool, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The name of the machine type, empty if absent.
    pub fn machine_type(&self) -> &'a str {
        self.machine.as_ref().and_then(|machine| machine.machine_type).unwrap_or_default()
    }

    /// The volume type of the root disk, if given.
    pub fn volume_type(&self) -> Option<&'a str> {
        self.volume.as_ref().and_then(|volume| volume.volume_type)
    }

    /// The architecture of the machines, if given.
    pub fn architecture(&self) -> Option<&'a str> {
        self.machine.as_ref().and_then(|machine| machine.architecture)
    }

    /// The machine image, if given.
    pub fn image(&self) -> Option<&WorkerImage<'a>> {
        self.machine.as_ref().and_then(|machine| machine.image.as_ref())
    }

    /// Whether the image or its version is left open, as in a file from git, for the API server to complete.
    pub fn is_open(&self) -> bool {
        self.image().is_none_or(|image| image.name().is_empty() || image.version().is_empty())
    }

    /// The pool's own Kubernetes version, if given.
    pub fn kubernetes_version(&self) -> Option<&'a str> {
        self.kubernetes.as_ref().and_then(|kubernetes| kubernetes.version).filter(|version| !version.is_empty())
    }

    /// The pool's own kubelet configuration, if given.
    pub fn kubelet(&self) -> Option<&Kubelet<'a>> {
        self.kubernetes.as_ref()?.kubelet.as_ref()
    }

    /// Whether the machines of the pool are updated in place.
    pub fn is_in_place(&self) -> bool {
        self.update_strategy.is_some_and(|strategy| IN_PLACE.contains(&strategy))
    }

    /// The name of the container runtime interface, if given.
    pub fn cri_name(&self) -> Option<&'a str> {
        self.cri.as_ref().and_then(|cri| cri.name)
    }
}

impl<'a> WorkerImage<'a> {
    /// The name of the image, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The version of the image, empty if absent.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// The image as `name:version`.
    pub fn reference(&self) -> String {
        format!("{}:{}", self.name(), self.version())
    }

    /// The image as JSON, as written in a document.
    pub fn json(&self) -> Json {
        let mut image = Json::object();
        image.set("name", self.name().into());
        if !self.version().is_empty() {
            image.set("version", self.version().into());
        }
        if let Some(config) = self.provider_config {
            image.set("providerConfig", config.into());
        }
        image
    }
}

impl PartialEq for WorkerImage<'_> {
    /// An empty name or version equals an absent one.
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.version()) == (other.name(), other.version())
            && self.provider_config == other.provider_config
    }
}
