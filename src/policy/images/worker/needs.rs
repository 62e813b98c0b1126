//! The worker filter (sections 7.3 and 9.2): each need by itself, so that who does not ask for it leaves it out.

use crate::base::masterminds::{Constraint, Operator, Version, compare_normalized};
use crate::policy::images::architectures;
use crate::policy::images::model::{Cri, Definition, ImageVersion};
use crate::policy::images::question::fit::Filter;
use crate::policy::images::shoot::model::Worker;

/// The container runtime interface of workers that name none.
const USUAL_CRI: &str = "containerd";

/// What workers need of an image version beside that it runs on their machine type. What is nothing is not asked for.
#[derive(Clone, Default, Debug)]
pub struct Needs<'a> {
    /// It is built for this architecture.
    pub architecture: Option<&'a str>,
    /// It brings these container runtimes.
    pub cri: Option<WantedCri<'a>>,
    /// It runs this kubelet.
    pub kubelet: Option<Version<'a>>,
    /// Machines can be updated to it in place.
    pub in_place: Option<InPlace<'a>>,
}

/// Container runtimes that workers need.
#[derive(Clone, Debug)]
pub struct WantedCri<'a> {
    name: &'a str,
    runtimes: Vec<&'a str>,
}

/// From where machines are updated in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InPlace<'a> {
    /// From nowhere: they are new.
    New,
    /// From this version, which may also stay.
    From(&'a str),
    /// From this version, to one that says so, even if it is the same.
    To(&'a str),
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
    fn is_among(&self, offered: &[Cri<'_>]) -> bool {
        let brings = |cri: &Cri<'_>| {
            let types: Vec<&str> = cri.container_runtimes.iter().filter_map(|runtime| runtime.runtime_type).collect();
            self.runtimes.iter().all(|wanted| types.contains(wanted))
        };
        offered.iter().any(|cri| cri.name == Some(self.name) && brings(cri))
    }
}

impl InPlace<'_> {
    /// Whether machines can be updated to a version.
    pub fn allows(self, version: &ImageVersion<'_>) -> bool {
        let Some(updates) = version.in_place_updates.as_ref().filter(|updates| updates.supported) else { return false };
        let reached = |from: &str| {
            let least = updates.min_version_for_update;
            least.and_then(|least| compare_normalized(least, Operator::LessOrEqual, from)).unwrap_or(false)
        };
        match self {
            Self::New => true,
            Self::From(current) => version.version() == current || reached(current),
            Self::To(current) => reached(current),
        }
    }
}

impl<'a> Needs<'a> {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        let Self { architecture, cri, kubelet, in_place } = self;
        architecture.is_none() && cri.is_none() && kubelet.is_none() && in_place.is_none()
    }

    /// What a version does not meet, in the order in which it is looked at.
    pub fn unmet(&self, version: &ImageVersion<'_>, definitions: &[Definition<'_>]) -> impl Iterator<Item = Filter> {
        let speaks = |architecture: &str| speaks(version, architecture, definitions);
        let runs = |kubelet: &Version<'_>| runs_kubelet(version, kubelet);
        [
            self.architecture.is_some_and(|wanted| !speaks(wanted)).then_some(Filter::WorkerArchitecture),
            self.cri.as_ref().is_some_and(|wanted| !wanted.is_among(&version.cri)).then_some(Filter::Cri),
            self.kubelet.as_ref().is_some_and(|wanted| !runs(wanted)).then_some(Filter::KubernetesVersion),
            self.in_place.is_some_and(|wanted| !wanted.allows(version)).then_some(Filter::InPlaceUpdates),
        ]
        .into_iter()
        .flatten()
    }
}

/// Whether a version is built for an architecture.
pub fn speaks(version: &ImageVersion<'_>, architecture: &str, definitions: &[Definition<'_>]) -> bool {
    architectures::of_version(version, definitions).contains(&architecture)
}

/// Whether a version runs a kubelet. What cannot be read allows none.
pub fn runs_kubelet(version: &ImageVersion<'_>, kubelet: &Version<'_>) -> bool {
    let constraint = version.kubelet_version_constraint;
    constraint.is_none_or(|text| Constraint::parse(text).is_some_and(|constraint| constraint.allows(kubelet)))
}
