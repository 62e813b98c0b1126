//! Container runtimes: those that images bring and those that workers need (sections 1.3, 8.6 and 9.2).

use super::shoot::model::Worker;
use crate::wire::given;

given! {
    /// A container runtime interface.
    #[derive(Clone, PartialEq, Eq)]
    foreign pub struct Cri<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Further runtimes.
        container_runtimes ["containerRuntimes"]: Vec<ContainerRuntime<'a>>,
    }
}

given! {
    /// A container runtime.
    #[derive(Clone, PartialEq, Eq)]
    foreign pub struct ContainerRuntime<'a> {
        /// Its type.
        runtime_type ["type"]: Option<&'a str>,
    }
}

/// The container runtime interface of workers that name none.
const USUAL_CRI: &str = "containerd";

/// Container runtimes that workers need.
#[derive(Clone, Debug)]
pub struct WantedCri<'a> {
    name: &'a str,
    runtimes: Vec<&'a str>,
}

impl<'a> WantedCri<'a> {
    /// What a worker needs; one that says nothing needs the usual interface.
    pub fn of(worker: &Worker<'a>) -> Self {
        let runtimes = worker.cri.iter().flat_map(|cri| &cri.container_runtimes);
        Self {
            name: worker.cri_name().unwrap_or(USUAL_CRI),
            runtimes: runtimes.filter_map(|runtime| runtime.runtime_type).collect(),
        }
    }

    /// The interface.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The further runtimes.
    pub fn runtimes(&self) -> &[&'a str] {
        &self.runtimes
    }

    /// Whether one of several interfaces is the one, with all the runtimes.
    pub fn is_among(&self, offered: &[Cri<'_>]) -> bool {
        let brings = |cri: &Cri<'_>| {
            let types: Vec<&str> = cri.container_runtimes.iter().filter_map(|runtime| runtime.runtime_type).collect();
            self.runtimes.iter().all(|wanted| types.contains(wanted))
        };
        offered.iter().any(|cri| cri.name == Some(self.name) && brings(cri))
    }
}
