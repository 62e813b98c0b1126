//! The container runtimes that workers need (sections 8.6 and 9.2).

use crate::base::Names;
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
        let supports = supports(cri, self.runtimes.len());
        self.runtimes.iter().copied().find(|wanted| !supports(wanted))
    }
}

/// The number of runtimes from which on looking for each in a sorted set pays.
const MANY: usize = 8;

/// Returns whether an interface supports a runtime, ready to be asked as many times as `asked` says.
pub(crate) fn supports<'c>(offered: &'c Cri<'_>, asked: usize) -> impl Fn(&str) -> bool + use<'c> {
    let types = || offered.container_runtimes.iter().map(|runtime| runtime.runtime_type.unwrap_or_default());
    let sorted: Option<Names<'c>> = (asked >= MANY).then(|| types().collect());
    move |wanted| match &sorted {
        Some(sorted) => sorted.contains(wanted),
        None => types().any(|known| known == wanted),
    }
}
