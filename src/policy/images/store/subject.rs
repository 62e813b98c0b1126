//! The profile that a question or a review is about.

use super::written::Written;
use crate::policy::images::documents::{CloudProfile, NamespacedCloudProfile};
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::question::{Asked, Reference, Undecided};
use crate::wire::{Pointer, given};

/// Whether a profile is a CloudProfile or a NamespacedCloudProfile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A CloudProfile.
    Cluster,
    /// A NamespacedCloudProfile.
    Namespaced,
}

/// A profile of either kind, as written and as a type.
#[derive(Debug)]
pub struct Profile<'a> {
    /// The document as written.
    pub written: Written<'a>,
    content: Content<'a>,
}

#[derive(Debug)]
enum Content<'a> {
    Cluster(Box<CloudProfile<'a>>),
    Namespaced(Box<NamespacedCloudProfile<'a>>),
}

impl<'a> Profile<'a> {
    /// Reads a document of the given kind.
    pub fn read(scope: Scope, written: Written<'a>) -> Result<Self, Undecided> {
        let content = match scope {
            Scope::Cluster => Content::Cluster(Box::new(written.read()?)),
            Scope::Namespaced => Content::Namespaced(Box::new(written.read()?)),
        };
        Ok(Self { written, content })
    }

    /// The kind of the profile.
    pub fn scope(&self) -> Scope {
        match self.content {
            Content::Cluster(_) => Scope::Cluster,
            Content::Namespaced(_) => Scope::Namespaced,
        }
    }

    /// The name of the profile, empty if it has none.
    pub fn name(&self) -> &'a str {
        let metadata = match &self.content {
            Content::Cluster(profile) => profile.metadata.as_ref(),
            Content::Namespaced(profile) => profile.metadata.as_ref(),
        };
        metadata.and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// The CloudProfile, if it is one.
    pub fn cluster(&self) -> Option<&CloudProfile<'a>> {
        match &self.content {
            Content::Cluster(profile) => Some(profile),
            Content::Namespaced(_) => None,
        }
    }

    /// The NamespacedCloudProfile, if it is one.
    pub fn namespaced(&self) -> Option<&NamespacedCloudProfile<'a>> {
        match &self.content {
            Content::Cluster(_) => None,
            Content::Namespaced(profile) => Some(profile),
        }
    }

    /// The profile that a question is about. If both kinds are given it is the NamespacedCloudProfile, because the
    /// other is its parent.
    pub fn of(
        (cloud_profile, cloud_member): (Option<Reference<'a>>, &str),
        (namespaced, namespaced_member): (Option<Reference<'a>>, &str),
        asked: &Asked<'a>,
    ) -> Result<Option<Self>, Undecided> {
        let profile = match (namespaced, cloud_profile) {
            (Some(reference), _) => {
                Self::read(Scope::Namespaced, Written::of_namespaced(reference, namespaced_member, asked)?)
            }
            (None, Some(reference)) => {
                Self::read(Scope::Cluster, Written::of_cloud_profile(reference, cloud_member, asked)?)
            }
            (None, None) => return Ok(None),
        };
        profile.map(Some)
    }

    /// Returns the profile that a question needs, or what is missing if it was not given.
    pub fn needed(found: Option<Self>) -> Result<Self, Undecided> {
        found.ok_or_else(|| Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile")))
    }

    /// The profile of the same kind before an update.
    pub fn before(
        &self,
        cloud_profile: Option<Reference<'a>>,
        namespaced: Option<Reference<'a>>,
        asked: &Asked<'a>,
    ) -> Result<Option<Self>, Undecided> {
        match self.scope() {
            Scope::Cluster => Self::of((cloud_profile, OLD.0), (None, OLD.1), asked),
            Scope::Namespaced => Self::of((None, OLD.0), (namespaced, OLD.1), asked),
        }
    }
}

given! {
    /// A profile, and the one that it replaces.
    pub struct ProfileChangeGiven<'a> {
        /// The CloudProfile, or the name of a loaded one; with a NamespacedCloudProfile its parent.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before an update, or the name of a loaded one.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before an update, or the name of a loaded one.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

impl<'a> ProfileChangeGiven<'a> {
    /// The profile that the question needs, and the one before an update, if given.
    pub fn profiles(&self, asked: &Asked<'a>) -> Result<(Profile<'a>, Option<Profile<'a>>), Undecided> {
        let new = Profile::of((self.cloud_profile, NEW.0), (self.namespaced_cloud_profile, NEW.1), asked)?;
        let new = Profile::needed(new)?;
        let old = new.before(self.old_cloud_profile, self.old_namespaced_cloud_profile, asked)?;
        Ok((new, old))
    }
}

/// The members with the CloudProfile and the NamespacedCloudProfile.
pub(crate) const NEW: (&str, &str) = ("cloudProfile", "namespacedCloudProfile");
/// The members with the two before an update.
pub(crate) const OLD: (&str, &str) = ("oldCloudProfile", "oldNamespacedCloudProfile");

/// The NamespacedCloudProfile that a question needs.
pub(crate) fn namespaced_given<'a>(
    reference: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<Written<'a>, Undecided> {
    let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.1));
    let written = Written::of_namespaced(reference.ok_or_else(missing)?, NEW.1, asked)?;
    Ok(Profile::read(Scope::Namespaced, written)?.written)
}
