//! The needs of a worker as questions name them.

use super::needs::{InPlace, Needs, Own};
use super::runtimes::WantedCri;
use crate::base::masterminds::Version;
use crate::policy::images::documents::Worker;
use crate::policy::images::reasons::{ABOVE_CONTROL_PLANE, KUBELET_UNREADABLE};
use crate::question::Undecided;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::Pointer;

impl<'a> Needs<'a> {
    /// The needs of the worker in `worker`, with the control plane's version in `kubernetesVersion`. A worker that is
    /// updated in place but does not name its current version counts as new.
    pub(crate) fn asked(worker: Option<&Worker<'a>>, control_plane: Option<&'a str>) -> Result<Self, Undecided> {
        let in_place = worker.filter(|worker| worker.is_in_place()).map(|worker| {
            let current = worker.image().and_then(|image| image.version).filter(|version| !version.is_empty());
            current.map_or(InPlace::New, InPlace::From)
        });
        let own = worker.filter(|worker| worker.is_in_place()).and_then(Worker::image);
        let mut kubelets = Vec::new();
        for (text, at) in kubernetes_asked(worker, control_plane) {
            kubelets.push(kubelet(text, at)?);
        }
        Ok(Self {
            architecture: worker.and_then(Worker::architecture),
            cri: worker.map(WantedCri::of),
            kubelet: kubelets.first().copied(),
            in_place,
            own: own.map(|image| Own(image.name(), image.version())),
        })
    }
}

/// The Kubernetes versions that a question names, with their places: the worker's own, then the control plane's. The
/// first of them is the kubelet's.
pub(crate) fn kubernetes_asked<'a>(
    worker: Option<&Worker<'a>>,
    control_plane: Option<&'a str>,
) -> Vec<(&'a str, Pointer)> {
    let own = worker.and_then(Worker::kubernetes_version);
    let own = own.map(|own| (own, Pointer::to("worker").key("kubernetes").key("version")));
    let control_plane = control_plane.map(|version| (version, Pointer::to("kubernetesVersion")));
    own.into_iter().chain(control_plane).collect()
}

/// Why the kubelets of a pool are too new for the control plane. The versions are that of the pool and that of the
/// control plane; `written` cites the former.
pub(crate) fn above_control_plane(pool: &str, written: Fact, [version, control_plane]: [&str; 2]) -> Reason {
    Reason::new(&ABOVE_CONTROL_PLANE, pool)
        .fact(written)
        .fact(Fact::named("version", version))
        .fact(Fact::named("limit", control_plane))
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
