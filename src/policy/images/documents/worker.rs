//! The pools of workers of a Shoot (section 1.6).

use std::ops::Deref;

use super::runtimes::Cri;
use super::scalars::Quantity;
use super::shoot::{Kubelet, ShootKubernetes};
use crate::wire::{Fault, Fill, HasShape, Json, Read, Reader, Shape, Value, given};

/// How machines are replaced that stay what they are.
pub const IN_PLACE: [&str; 2] = ["AutoInPlaceUpdate", "ManualInPlaceUpdate"];

/// How machines are replaced, whether they stay what they are or not.
pub const STRATEGIES: [&str; 3] = [IN_PLACE[0], "AutoRollingUpdate", IN_PLACE[1]];

given! {
    /// A pool of workers.
    #[derive(Clone, Default)]
    foreign pub struct Worker<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its machines.
        machine: Option<Machine<'a>>,
        /// Its container runtimes.
        cri: Option<Cri<'a>>,
        /// Its own Kubernetes version.
        kubernetes: Option<ShootKubernetes<'a>>,
        /// How its machines are updated.
        update_strategy ["updateStrategy"]: Option<&'a str>,
        /// The fewest machines.
        minimum: Option<i64>,
        /// The most machines.
        maximum: Option<i64>,
        /// Its zones.
        zones: Vec<&'a str>,
        /// Its root disks.
        volume: Option<WorkerVolume<'a>>,
    }
}

/// A pool with the text it was read from, so that what is not looked at can be handed back.
#[derive(Clone, Debug)]
pub struct WorkerDocument<'a> {
    /// The whole pool.
    pub value: Value<'a>,
    /// What the rules look at.
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
    /// A member of it.
    pub fn part(&self, key: &str) -> Option<Value<'a>> {
        self.value.get(key).filter(|value| !value.is_null())
    }
}

given! {
    /// The machines of a pool.
    #[derive(Clone, Default)]
    foreign pub struct Machine<'a> {
        /// Their type.
        machine_type ["type"]: Option<&'a str>,
        /// Their image.
        image: Option<WorkerImage<'a>>,
        /// Their architecture.
        architecture: Option<&'a str>,
        /// Announced in the design text, but nothing reads it: the machine type has the capabilities.
        capabilities: Option<Value<'a>>,
    }
}

given! {
    /// The image of a pool.
    #[derive(Clone, Default)]
    foreign pub struct WorkerImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its version.
        version: Option<&'a str>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

given! {
    /// The root disk of a machine.
    #[derive(Clone, Default, PartialEq, Eq)]
    foreign pub struct WorkerVolume<'a> {
        /// Its type.
        volume_type ["type"]: Option<&'a str>,
        /// Its size.
        size: Option<Quantity<'a>>,
    }
}

impl<'a> Worker<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// Its machine type, empty where it has none.
    pub fn machine_type(&self) -> &'a str {
        self.machine.as_ref().and_then(|machine| machine.machine_type).unwrap_or_default()
    }

    /// The type of its root disk, where it says one.
    pub fn volume_type(&self) -> Option<&'a str> {
        self.volume.as_ref().and_then(|volume| volume.volume_type)
    }

    /// Its architecture, where it says one.
    pub fn architecture(&self) -> Option<&'a str> {
        self.machine.as_ref().and_then(|machine| machine.architecture)
    }

    /// Its image, where it says one.
    pub fn image(&self) -> Option<&WorkerImage<'a>> {
        self.machine.as_ref().and_then(|machine| machine.image.as_ref())
    }

    /// Whether it leaves its image or the version of it to who completes the Shoot, as in a file from git.
    pub fn is_open(&self) -> bool {
        self.image().is_none_or(|image| image.name().is_empty() || image.version().is_empty())
    }

    /// Its own Kubernetes version, where it has one.
    pub fn kubernetes_version(&self) -> Option<&'a str> {
        self.kubernetes.as_ref().and_then(|kubernetes| kubernetes.version).filter(|version| !version.is_empty())
    }

    /// What its kubelets are told, where it says so itself.
    pub fn kubelet(&self) -> Option<&Kubelet<'a>> {
        self.kubernetes.as_ref()?.kubelet.as_ref()
    }

    /// Whether its machines are updated in place.
    pub fn is_in_place(&self) -> bool {
        self.update_strategy.is_some_and(|strategy| IN_PLACE.contains(&strategy))
    }

    /// The name of its container runtime interface, where it says one.
    pub fn cri_name(&self) -> Option<&'a str> {
        self.cri.as_ref().and_then(|cri| cri.name)
    }
}

impl<'a> WorkerImage<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// Its version, empty where it has none.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// Name and version as one text.
    pub fn reference(&self) -> String {
        format!("{}:{}", self.name(), self.version())
    }

    /// The image as a document has it.
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
    /// An empty text is as good as none.
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.version()) == (other.name(), other.version())
            && self.provider_config == other.provider_config
    }
}
