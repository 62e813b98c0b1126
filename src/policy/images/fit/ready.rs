//! A pool of workers that can be copied into a Shoot.

use super::machine::Fitting;
use crate::base::Interner;
use crate::policy::images::documents::{USUAL, WorkerImage};
use crate::wire::{Value, answer};

answer! {
    /// A pool of workers, as a Shoot has it.
    #[derive(Clone)]
    pub struct ReadyWorker<'a> {
        /// The name of the pool.
        name: &'a str,
        /// The machines of the pool.
        machine: ReadyMachine<'a>,
        /// The minimum number of machines.
        minimum: i64,
        /// The maximum number of machines.
        maximum: i64,
        /// The zones of the pool; absent if none are given.
        zones: Option<Vec<&'a str>>,
        /// The container runtimes, as given.
        cri: Option<Value<'a>>,
        /// The Kubernetes settings of the pool, as given.
        kubernetes: Option<Value<'a>>,
        /// How the machines are updated, as given.
        update_strategy ["updateStrategy"]: Option<Value<'a>>,
        /// The root disks of the machines, as given.
        volume: Option<Value<'a>>,
        /// The labels of the nodes, as given.
        labels: Option<Value<'a>>,
        /// The annotations of the nodes, as given.
        annotations: Option<Value<'a>>,
        /// The taints of the nodes, as given.
        taints: Option<Value<'a>>,
        /// How many machines may be added during an update, as given.
        max_surge ["maxSurge"]: Option<Value<'a>>,
        /// How many machines may be missing during an update, as given.
        max_unavailable ["maxUnavailable"]: Option<Value<'a>>,
        /// The further disks of the machines, as given.
        data_volumes ["dataVolumes"]: Option<Value<'a>>,
        /// The name of the disk for the kubelet, as given.
        kubelet_data_volume ["kubeletDataVolumeName"]: Option<Value<'a>>,
        /// The certificates that the machines trust, as given.
        ca_bundle ["caBundle"]: Option<Value<'a>>,
        /// What is configured for the provider, as given.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// Whether the pool takes components of the system, as given.
        system_components ["systemComponents"]: Option<Value<'a>>,
        /// How machines are created and drained, as given.
        machine_controller_manager ["machineControllerManager"]: Option<Value<'a>>,
        /// The kernel settings of the machines, as given.
        sysctls: Option<Value<'a>>,
        /// How the pool is scaled, as given.
        cluster_autoscaler ["clusterAutoscaler"]: Option<Value<'a>>,
        /// The priority of the pool when it is scaled, as given.
        priority: Option<Value<'a>>,
        /// What the pool does for a control plane, as given.
        control_plane ["controlPlane"]: Option<Value<'a>>,
    }
}

answer! {
    /// The machines of a pool.
    #[derive(Clone)]
    pub struct ReadyMachine<'a> {
        /// The machine type.
        machine_type ["type"]: &'a str,
        /// The machine image.
        image: ReadyImage<'a>,
        /// The architecture of the machines.
        architecture: &'a str,
    }
}

answer! {
    /// The image of a pool.
    #[derive(Clone)]
    pub struct ReadyImage<'a> {
        /// The name of the image.
        name: &'a str,
        /// The version of the image.
        version: &'a str,
        /// What is configured for the provider, as given, unless the worker names another image.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

impl<'a> Fitting<'_, 'a> {
    /// Returns a pool with a version: as the question describes it, and with defaults for what it leaves open.
    pub(super) fn ready(&self, version: usize) -> ReadyWorker<'a> {
        let wanted = &self.query.wanted;
        let asked = wanted.worker.as_ref();
        let own = Some(self.architecture).filter(|architecture| !architecture.is_empty());
        let named = asked.and_then(|worker| worker.architecture());
        let part = |key: &str| asked.and_then(|worker| worker.part(key));
        let minimum = asked.and_then(|worker| worker.minimum).unwrap_or(1);
        let zones = asked.map(|worker| &worker.zones).filter(|zones| !zones.is_empty()).unwrap_or(&wanted.zones.names);
        let name = self.query.image_name(version);
        let same = |image: &&WorkerImage<'_>| image.name().is_empty() || image.name() == name;
        let image = asked.and_then(|worker| worker.image()).filter(same);
        ReadyWorker {
            name: asked.and_then(|worker| worker.name).unwrap_or("worker"),
            machine: ReadyMachine {
                machine_type: self.machine.name(),
                image: ReadyImage {
                    name,
                    version: self.query.version_text(version),
                    provider_config: image.and_then(|image| image.provider_config),
                },
                architecture: named.or(own).unwrap_or(USUAL),
            },
            minimum,
            maximum: asked.and_then(|worker| worker.maximum).unwrap_or(minimum.max(1)),
            zones: Some(each_once(zones)).filter(|zones| !zones.is_empty()),
            cri: part("cri"),
            kubernetes: part("kubernetes"),
            update_strategy: part("updateStrategy"),
            volume: part("volume"),
            labels: part("labels"),
            annotations: part("annotations"),
            taints: part("taints"),
            max_surge: part("maxSurge"),
            max_unavailable: part("maxUnavailable"),
            data_volumes: part("dataVolumes"),
            kubelet_data_volume: part("kubeletDataVolumeName"),
            ca_bundle: part("caBundle"),
            provider_config: part("providerConfig"),
            system_components: part("systemComponents"),
            machine_controller_manager: part("machineControllerManager"),
            sysctls: part("sysctls"),
            cluster_autoscaler: part("clusterAutoscaler"),
            priority: part("priority"),
            control_plane: part("controlPlane"),
        }
    }
}

/// Returns the zones without repetitions: the question and its worker may name the same zone.
fn each_once<'a>(zones: &[&'a str]) -> Vec<&'a str> {
    let mut seen = Interner::default();
    zones.iter().copied().filter(|zone| seen.is_new(zone)).collect()
}
