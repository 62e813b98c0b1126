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
        Ok(Self {
            architecture: worker.and_then(Worker::architecture),
            cri: worker.map(WantedCri::of),
            kubelet: kubelet(worker.and_then(Worker::kubernetes_version), control_plane)?,
            in_place,
        })
    }
}

/// The kubelet of a worker: its own version, or the control plane's.
fn kubelet<'a>(own: Option<&'a str>, control_plane: Option<&'a str>) -> Result<Option<Version<'a>>, Undecided> {
    let at = match own {
        Some(_) => Pointer::to("worker").key("kubernetes").key("version"),
        None => Pointer::to("kubernetesVersion"),
    };
    let Some(text) = own.or(control_plane) else { return Ok(None) };
    match Version::parse(text) {
        Some(version) => Ok(Some(version)),
        None => {
            let path = Pointer::to("given").join(&at);
            Err(Undecided::request(Problem::error(&KUBELET_UNREADABLE, path).fact(Fact::at(at, text))))
        }
    }
}
