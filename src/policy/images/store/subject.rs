//! The profile that a question is about.

use super::written::Written;
use crate::policy::images::documents::{CloudProfile, NamespacedCloudProfile};
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::question::{Asked, Reference, Undecided};
use crate::wire::Pointer;

/// A profile of either kind.
pub enum Profile<'a> {
    /// A CloudProfile.
    Cluster(Written<'a>),
    /// A NamespacedCloudProfile.
    Namespaced(Written<'a>),
}

impl<'a> Profile<'a> {
    /// The profile that a question is about: that of a namespace where both are given, because then the other is its
    /// parent.
    pub fn of(
        (cloud_profile, cloud_member): (Option<Reference<'a>>, &str),
        (namespaced, namespaced_member): (Option<Reference<'a>>, &str),
        asked: &Asked<'a>,
    ) -> Result<Option<Self>, Undecided> {
        let profile = match (namespaced, cloud_profile) {
            (Some(reference), _) => {
                let written = Written::of_namespaced(reference, namespaced_member, asked)?;
                written.read::<NamespacedCloudProfile<'a>>()?;
                Self::Namespaced(written)
            }
            (None, Some(reference)) => {
                let written = Written::of_cloud_profile(reference, cloud_member, asked)?;
                written.read::<CloudProfile<'a>>()?;
                Self::Cluster(written)
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(profile))
    }

    /// A profile that the question needs.
    pub fn needed(found: Option<Self>) -> Result<Self, Undecided> {
        found.ok_or_else(|| Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile")))
    }

    /// The profile of the same kind before an update.
    pub fn before(
        &self,
        cloud_profile: Option<Reference<'a>>,
        namespaced: Option<Reference<'a>>,
        asked: &Asked<'a>,
    ) -> Result<Option<Written<'a>>, Undecided> {
        let old = match self {
            Self::Cluster(_) => Self::of((cloud_profile, OLD.0), (None, OLD.1), asked)?,
            Self::Namespaced(_) => Self::of((None, OLD.0), (namespaced, OLD.1), asked)?,
        };
        Ok(old.map(|old| match old {
            Self::Cluster(written) | Self::Namespaced(written) => written,
        }))
    }

    /// The profile as it is written.
    pub fn written(&self) -> &Written<'a> {
        match self {
            Self::Cluster(written) | Self::Namespaced(written) => written,
        }
    }
}

/// The members that hold the profile, of the cluster and of a namespace.
pub const NEW: (&str, &str) = ("cloudProfile", "namespacedCloudProfile");

/// The members that hold it before an update.
pub const OLD: (&str, &str) = ("oldCloudProfile", "oldNamespacedCloudProfile");

/// The NamespacedCloudProfile that a question needs.
pub fn namespaced_given<'a>(reference: Option<Reference<'a>>, asked: &Asked<'a>) -> Result<Written<'a>, Undecided> {
    let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.1));
    let written = Written::of_namespaced(reference.ok_or_else(missing)?, NEW.1, asked)?;
    written.read::<NamespacedCloudProfile<'a>>()?;
    Ok(written)
}
