//! The Kubernetes of a Shoot or a worker pool, and how its kubelets are configured.

use super::scalars::Quantity;
use crate::wire::given;

given! {
    /// The Kubernetes of a Shoot or a worker pool.
    #[derive(Clone, Default)]
    foreign pub struct ShootKubernetes<'a> {
        /// The Kubernetes version.
        version: Option<&'a str>,
        /// The configuration of the kubelets.
        kubelet: Option<Kubelet<'a>>,
    }
}

given! {
    /// The configuration of a kubelet.
    #[derive(Clone, Default)]
    foreign pub struct Kubelet<'a> {
        /// The resources reserved for Kubernetes.
        kube_reserved ["kubeReserved"]: Option<Reserved<'a>>,
        /// The resources reserved for the system.
        system_reserved ["systemReserved"]: Option<Reserved<'a>>,
    }
}

given! {
    /// Resources of a machine that are not available to pods.
    #[derive(Clone, Default)]
    foreign pub struct Reserved<'a> {
        /// The reserved CPUs.
        cpu: Option<Quantity<'a>>,
        /// The reserved memory.
        memory: Option<Quantity<'a>>,
    }
}

impl<'a> Kubelet<'a> {
    /// Fills in what the API server reserves for Kubernetes by default.
    pub fn completed(&self) -> Self {
        let kept = self.kube_reserved.clone().unwrap_or_default();
        let Reserved { cpu, memory } = kept;
        let kept = Reserved { cpu: cpu.or(Quantity::parse("80m")), memory: memory.or(Quantity::parse("1Gi")) };
        Self { kube_reserved: Some(kept), system_reserved: self.system_reserved.clone() }
    }

    fn reserved(&self) -> impl Iterator<Item = &Reserved<'a>> {
        [&self.kube_reserved, &self.system_reserved].into_iter().flatten()
    }

    /// The CPUs that are reserved, for Kubernetes and for the system.
    pub fn cpu(&self) -> Vec<Quantity<'a>> {
        self.reserved().filter_map(|reserved| reserved.cpu).collect()
    }

    /// The memory that is reserved, for Kubernetes and for the system.
    pub fn memory(&self) -> Vec<Quantity<'a>> {
        self.reserved().filter_map(|reserved| reserved.memory).collect()
    }
}
