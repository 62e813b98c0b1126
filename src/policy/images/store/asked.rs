//! Profiles of questions: loaded ones, or ones that come with the question.

use super::profiles::{LoadedNamespaced, LoadedProfile, merged, status_of};
use super::written::{Written, not_given, parent_of};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{CloudProfile, GROUP, NamespacedCloudProfile};
use crate::question::{Asked, Doc, Located, Reference, Undecided};
use crate::wire::{Read, Value, read};

fn given<'a, T: Read<'a>>(value: Value<'a>, place: String) -> Result<Doc<'a, T>, Undecided> {
    let (document, _) = read(value, &format!("/given{place}")).map_err(Undecided::request)?;
    Ok(Doc::given(document, &place))
}

/// A CloudProfile of a question.
pub fn asked_cloud_profile<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, CloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(&loaded.offer().profile, &place)),
        Located::Given(value, place) => given(value, place),
    }
}

/// A CloudProfile of a question, compiled: a loaded one long ago, one that comes with the question now.
pub fn offer_of<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, Offer<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(loaded.offer(), &place)),
        Located::Given(value, place) => {
            let (profile, _) =
                read::<CloudProfile<'a>>(value, &format!("/given{place}")).map_err(Undecided::request)?;
            Ok(Doc::given(Offer::new(profile), &place))
        }
    }
}

/// The offer of a question that has to have one: that of a NamespacedCloudProfile where one is named, merged with its
/// parent unless its status says what that comes to.
pub fn asked_offer<'a>(
    cloud_profile: Option<Reference<'a>>,
    namespaced: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<Doc<'a, Offer<'a>>, Undecided> {
    let Some(namespaced) = namespaced else {
        return offer_of(cloud_profile.ok_or_else(not_given)?, "cloudProfile", asked);
    };
    let member = "namespacedCloudProfile";
    let located = namespaced.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)?;
    if let (Located::Loaded(loaded, place), None) = (&located, cloud_profile)
        && let Some(offer) = loaded.offer()
    {
        return Ok(Doc::loaded(offer, place));
    }
    let child = Written::namespaced(located);
    child.read::<NamespacedCloudProfile<'a>>()?;
    let spec = match status_of(child.value) {
        Some(status) => status,
        None => {
            let parent = parent_of(&child, cloud_profile, asked)?;
            parent.read::<CloudProfile<'a>>()?;
            asked.keep(merged(parent.value, child.value)).root()
        }
    };
    let path = child.path().key("status").key("cloudProfileSpec");
    let (spec, _) = read(spec, path.as_str()).map_err(Undecided::request)?;
    Ok(Doc::given(Offer::merged(spec), child.place().as_str()))
}

/// A NamespacedCloudProfile of a question.
pub fn asked_namespaced<'a>(
    reference: Reference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<Doc<'a, NamespacedCloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(Doc::loaded(loaded.profile(), &place)),
        Located::Given(value, place) => given(value, place),
    }
}
