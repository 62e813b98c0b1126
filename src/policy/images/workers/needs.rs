//! The worker filter (sections 7.3 and 9.2): each need by itself, so that who does not ask for it leaves it out.

use super::filter::Filter;
use super::runtimes::WantedCri;
use crate::base::Edition;
use crate::base::masterminds::{Constraint, Operator, Version, compare_normalized};
use crate::policy::images::catalog::WantedArchitecture;
use crate::policy::images::documents::{Definition, ImageVersion};

/// What workers need of an image version besides running on their machine type. `None`: no requirement.
#[derive(Clone, Default, Debug)]
pub(crate) struct Needs<'a> {
    /// It is built for this architecture.
    pub architecture: Option<&'a str>,
    /// It brings these container runtimes.
    pub cri: Option<WantedCri<'a>>,
    /// It runs this kubelet.
    pub kubelet: Option<Version<'a>>,
    /// Machines can be updated to it in place.
    pub in_place: Option<InPlace<'a>>,
    /// What is updated in place has this image, and keeps it.
    pub own: Option<Own<'a>>,
}

/// The image of a worker that is updated in place, by its name and version; empty where it does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Own<'a>(pub &'a str, pub &'a str);

impl Own<'_> {
    /// Whether admission lets machines that stay have a version of an image (section 8.1).
    pub(crate) fn may_become(self, image: &str, version: &str) -> bool {
        let Self(own_image, own_version) = self;
        let goes_down = compare_normalized(version, Operator::Less, own_version) == Some(true);
        (own_image.is_empty() || own_image == image) && !goes_down
    }
}

/// From where machines are updated in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InPlace<'a> {
    /// From nowhere: they are new.
    New,
    /// From this version, which may also stay.
    From(&'a str),
    /// From this version, to one that says so, even if it is the same.
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

    /// Whether the workers would have to leave their image for this one, or to go back.
    pub(crate) fn leaves(&self, image: &str, version: &str) -> bool {
        self.own.is_some_and(|own| !own.may_become(image, version))
    }

    /// The architecture as the versions of a profile with these definitions are looked at.
    pub(crate) fn architecture_among(
        &self,
        definitions: &[Definition<'_>],
        edition: Edition,
    ) -> Option<WantedArchitecture<'a>> {
        self.architecture.map(|name| WantedArchitecture::new(name, definitions, edition))
    }

    /// What a version does not meet, in the order in which it is looked at.
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

/// Whether a version runs a kubelet. A constraint that cannot be read allows none.
pub(crate) fn runs_kubelet(version: &ImageVersion<'_>, kubelet: &Version<'_>) -> bool {
    version.kubelet_version_constraint.is_none_or(|constraint| allows_kubelet(constraint, kubelet))
}

/// Whether a constraint allows a kubelet.
pub(super) fn allows_kubelet(constraint: &str, kubelet: &Version<'_>) -> bool {
    Constraint::parse(constraint).is_some_and(|constraint| constraint.allows(kubelet))
}
