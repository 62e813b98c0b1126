//! The container runtimes that workers need (sections 8.6 and 9.2).

use crate::policy::images::documents::{Cri, Worker};

/// The container runtime interface of workers that name none.
const USUAL_CRI: &str = "containerd";

/// The container runtime interface and the further runtimes that workers need.
#[derive(Clone, Debug)]
pub(crate) struct WantedCri<'a> {
    name: &'a str,
    runtimes: Vec<&'a str>,
}

impl<'a> WantedCri<'a> {
    /// The needs of a worker; a worker without `cri` needs the usual interface.
    pub(crate) fn of(worker: &Worker<'a>) -> Self {
        let Some(cri) = &worker.cri else { return Self { name: USUAL_CRI, runtimes: Vec::new() } };
        let runtimes = cri.container_runtimes.iter().map(|runtime| runtime.runtime_type.unwrap_or_default());
        Self { name: cri.name.unwrap_or_default(), runtimes: runtimes.collect() }
    }

    /// The name of the interface.
    pub(crate) fn name(&self) -> &'a str {
        self.name
    }

    /// The further runtimes that are needed.
    pub(crate) fn runtimes(&self) -> &[&'a str] {
        &self.runtimes
    }

    /// Whether the first offered interface of that name supports all the runtimes.
    pub(crate) fn is_among(&self, offered: &[Cri<'_>]) -> bool {
        self.first_lacking(offered).is_none()
    }

    /// The interface if it is not offered, or else the first runtime that it does not support.
    pub(crate) fn first_lacking(&self, offered: &[Cri<'_>]) -> Option<&'a str> {
        let Some(cri) = offered.iter().find(|cri| cri.name.unwrap_or_default() == self.name) else {
            return Some(self.name);
        };
        let brings = |wanted: &str| {
            cri.container_runtimes.iter().any(|runtime| runtime.runtime_type.unwrap_or_default() == wanted)
        };
        self.runtimes.iter().copied().find(|wanted| !brings(wanted))
    }
}
