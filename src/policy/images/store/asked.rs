//! The profiles that questions are about, either loaded or part of the question.

use super::profiles::{LoadedNamespaced, LoadedProfile, Merged, status_of};
use super::subject::NEW;
use super::written::{Written, not_given, parent_of};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{CloudProfile, GROUP, NamespacedCloudProfile, NamespacedDocument};
use crate::question::{Asked, Doc, Located, Reference, Undecided};
use crate::wire::{Read, Value, given, read};

/// Reads a document that is part of a question, where `at` is a pointer into `given`.
pub(crate) fn given_document<'a, T: Read<'a>>(value: Value<'a>, at: &str) -> Result<Doc<'a, T>, Undecided> {
    let written = Written::given(value, at);
    Ok(written.with(written.read()?))
}

/// The CloudProfile that a question refers to.
pub(crate) fn asked_cloud_profile<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, CloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(&loaded.offer().profile, &place)),
        Located::Given(value, at) => given_document(value, &at),
    }
}

/// The compiled CloudProfile that a question refers to. A loaded one was compiled when it was loaded.
pub(crate) fn offer_of<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, Offer<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(loaded.offer(), &place)),
        Located::Given(value, at) => {
            let written = Written::given(value, &at);
            Ok(written.with(Offer::new(written.read()?)))
        }
    }
}

given! {
    /// The profile that a question is about.
    #[derive(Clone, Copy, Default)]
    pub struct ProfileGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

/// The offer that a question needs. If a NamespacedCloudProfile is given, the offer is its status, or else the result
/// of merging it with its parent.
pub(crate) fn asked_offer<'a>(profile: ProfileGiven<'a>, asked: &Asked<'a>) -> Result<Doc<'a, Offer<'a>>, Undecided> {
    offer_in(profile, NEW, asked)
}

/// Like `asked_offer`, with other names for the two members.
pub(crate) fn offer_in<'a>(
    profile: ProfileGiven<'a>,
    (cluster_member, member): (&str, &str),
    asked: &Asked<'a>,
) -> Result<Doc<'a, Offer<'a>>, Undecided> {
    let ProfileGiven { cloud_profile, namespaced_cloud_profile } = profile;
    let Some(namespaced) = namespaced_cloud_profile else {
        return offer_of(cloud_profile.ok_or_else(not_given)?, cluster_member, asked);
    };
    let located = namespaced.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)?;
    if let (Located::Loaded(loaded, place), None) = (&located, cloud_profile)
        && let Some(offer) = loaded.offer()
    {
        return Ok(Doc::loaded(offer, place));
    }
    let child = Written::namespaced(located);
    child.read::<NamespacedCloudProfile<'a>>()?;
    let (spec, of_usual) = match status_of(*child) {
        Some(status) => (status, Vec::new()),
        None => {
            let parent = parent_of(&child, cloud_profile, asked)?;
            parent.read::<CloudProfile<'a>>()?;
            let merged = Merged::of(*parent, *child);
            (asked.keep(merged.spec).root(), merged.of_usual_architecture)
        }
    };
    let path = child.path().key("status").key("cloudProfileSpec");
    let (spec, _) = read(spec, path.as_str())?;
    Ok(child.with(Offer::merged(spec, of_usual)))
}

/// The NamespacedCloudProfile that a question refers to.
pub(crate) fn asked_namespaced<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, NamespacedDocument<'a>>, Undecided> {
    match reference.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(loaded.profile(), &place)),
        Located::Given(value, at) => given_document(value, &at),
    }
}
