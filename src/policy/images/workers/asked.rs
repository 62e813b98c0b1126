//! The needs of a worker as questions name them.

use super::needs::{InPlace, Needs};
use super::runtimes::WantedCri;
use crate::base::masterminds::Version;
use crate::policy::images::documents::Worker;
use crate::policy::images::reasons::KUBELET_UNREADABLE;
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

impl<'a> Needs<'a> {
    /// What the worker in `worker` needs, with the control plane's version in `kubernetesVersion`. A worker
    /// that does not say from where it is updated in place is new.
    pub(crate) fn asked(worker: Option<&Worker<'a>>, control_plane: Option<&'a str>) -> Result<Self, Undecided> {
        let in_place = worker.filter(|worker| worker.is_in_place()).map(|worker| {
            let current = worker.image().and_then(|image| image.version).filter(|version| !version.is_empty());
            current.map_or(InPlace::New, InPlace::From)
        });
        let version = kubelet_asked(worker, control_plane);
        Ok(Self {
            architecture: worker.and_then(Worker::architecture),
            cri: worker.map(WantedCri::of),
            kubelet: version.map(|(text, at)| kubelet(text, at)).transpose()?,
            in_place,
        })
    }
}

/// The kubelet of a worker and where it is named: its own version, or the control plane's.
pub(crate) fn kubelet_asked<'a>(
    worker: Option<&Worker<'a>>,
    control_plane: Option<&'a str>,
) -> Option<(&'a str, Pointer)> {
    match worker.and_then(Worker::kubernetes_version) {
        Some(own) => Some((own, Pointer::to("worker").key("kubernetes").key("version"))),
        None => Some((control_plane?, Pointer::to("kubernetesVersion"))),
    }
}

fn kubelet<'a>(text: &'a str, at: Pointer) -> Result<Version<'a>, Undecided> {
    match Version::parse(text) {
        Some(version) => Ok(version),
        None => {
            let path = Pointer::to("given").join(&at);
            Err(Undecided::request(Problem::error(&KUBELET_UNREADABLE, path).fact(Fact::at(at, text))))
        }
    }
}
