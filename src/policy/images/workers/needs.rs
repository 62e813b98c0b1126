//! The worker filter (sections 7.3 and 9.2). Each need is optional, so that a caller checks only those that it knows.

use super::filter::Filter;
use super::runtimes::WantedCri;
use crate::base::Edition;
use crate::base::masterminds::{Constraint, Operator, Version, compare_normalized};
use crate::policy::images::catalog::WantedArchitecture;
use crate::policy::images::documents::{Definition, ImageVersion};

/// What workers need from an image version besides running on their machine type. `None`: no requirement.
#[derive(Clone, Default, Debug)]
pub(crate) struct Needs<'a> {
    /// The architecture that the version has to be built for.
    pub architecture: Option<&'a str>,
    /// The container runtimes that the version has to support.
    pub cri: Option<WantedCri<'a>>,
    /// The kubelet that the version has to run.
    pub kubelet: Option<Version<'a>>,
    /// The machines that have to be updated to the version in place.
    pub in_place: Option<InPlace<'a>>,
    /// The current image of a worker that is updated in place, which the worker has to keep.
    pub own: Option<Own<'a>>,
}

/// The name and version of the image of a worker that is updated in place; each is empty if the worker does not name
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Own<'a>(pub &'a str, pub &'a str);

impl Own<'_> {
    /// Whether admission lets machines with this image be updated in place to a version of an image (section 8.1).
    pub(crate) fn may_become(self, image: &str, version: &str) -> bool {
        let Self(own_image, own_version) = self;
        let goes_down = compare_normalized(version, Operator::Less, own_version) == Some(true);
        (own_image.is_empty() || own_image == image) && !goes_down
    }
}

/// The version from which machines are updated in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InPlace<'a> {
    /// None, because the machines are new.
    New,
    /// This version, which the machines may also keep.
    From(&'a str),
    /// This version, to one that allows updates from it, even if the two are the same.
    To(&'a str),
}

impl InPlace<'_> {
    /// Whether machines can be updated to a version.
    pub(crate) fn allows(self, version: &ImageVersion<'_>) -> bool {
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
    /// Whether there is no requirement.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { architecture, cri, kubelet, in_place, own: _ } = self;
        architecture.is_none() && cri.is_none() && kubelet.is_none() && in_place.is_none()
    }

    /// Whether this version would make the workers change to another image or go back to a lower version.
    pub(crate) fn leaves(&self, image: &str, version: &str) -> bool {
        self.own.is_some_and(|own| !own.may_become(image, version))
    }

    /// The needed architecture, in the form that versions of a profile with these definitions are compared with.
    pub(crate) fn architecture_among(
        &self,
        definitions: &[Definition<'_>],
        edition: Edition,
    ) -> Option<WantedArchitecture<'a>> {
        self.architecture.map(|name| WantedArchitecture::new(name, definitions, edition))
    }

    /// The needs that a version does not meet, in the order in which they are checked.
    pub(crate) fn unmet(
        &self,
        version: &ImageVersion<'_>,
        architecture: Option<WantedArchitecture<'_>>,
    ) -> impl Iterator<Item = Filter> {
        let runs = |kubelet: &Version<'_>| runs_kubelet(version, kubelet);
        [
            architecture.is_some_and(|wanted| !wanted.is_of(version)).then_some(Filter::WorkerArchitecture),
            self.cri.as_ref().is_some_and(|wanted| !wanted.is_among(&version.cri)).then_some(Filter::Cri),
            self.kubelet.as_ref().is_some_and(|wanted| !runs(wanted)).then_some(Filter::KubernetesVersion),
            self.in_place.is_some_and(|wanted| !wanted.allows(version)).then_some(Filter::InPlaceUpdates),
        ]
        .into_iter()
        .flatten()
    }
}

/// Whether a version runs a kubelet. A constraint that cannot be read allows no kubelet.
pub(crate) fn runs_kubelet(version: &ImageVersion<'_>, kubelet: &Version<'_>) -> bool {
    version.kubelet_version_constraint.is_none_or(|constraint| allows_kubelet(constraint, kubelet))
}

/// Whether a constraint allows a kubelet.
pub(super) fn allows_kubelet(constraint: &str, kubelet: &Version<'_>) -> bool {
    Constraint::parse(constraint).is_some_and(|constraint| constraint.allows(kubelet))
}
