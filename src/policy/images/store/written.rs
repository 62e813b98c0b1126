//! Profiles of questions as they are written, for rules that read and change documents.

use super::profiles::{LoadedNamespaced, LoadedProfile};
use crate::policy::images::documents::{GROUP, NamespacedCloudProfile};
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::question::{Asked, Identity, Located, Reference, Undecided};
use crate::wire::{Json, Pointer, Read, Value, read};

pub(super) fn not_given() -> Undecided {
    Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile"))
}

/// The CloudProfile that a NamespacedCloudProfile builds on: the given one, or else the loaded one that it names.
pub fn parent_of<'a>(
    child: &Written<'a>,
    cloud_profile: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<Written<'a>, Undecided> {
    if let Some(reference) = cloud_profile {
        return Written::of_cloud_profile(reference, "cloudProfile", asked);
    }
    let name = child.read::<NamespacedCloudProfile<'a>>()?.spec().parent_name();
    if name.is_empty() {
        return Err(not_given());
    }
    Written::of_cloud_profile(Reference::Named(name), "namespacedCloudProfile", asked)
}

/// A document of a question as it is written, for rules that change documents.
#[derive(Debug)]
pub struct Written<'a> {
    /// The document.
    pub value: Value<'a>,
    place: Pointer,
    loaded: bool,
}

impl<'a> Written<'a> {
    /// A CloudProfile.
    pub fn of_cloud_profile(reference: Reference<'a>, member: &str, asked: &Asked<'a>) -> Result<Self, Undecided> {
        Ok(match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
            Located::Loaded(loaded, place) => Self::loaded(loaded.document().root(), &place),
            Located::Given(value, place) => Self::given(value, Pointer::parsed(&place)),
        })
    }

    /// A NamespacedCloudProfile.
    pub fn of_namespaced(reference: Reference<'a>, member: &str, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let kind = (GROUP, "NamespacedCloudProfile");
        reference.locate::<LoadedNamespaced>(member, kind, asked.documents).map(Self::namespaced)
    }

    pub(super) fn namespaced(located: Located<'a, LoadedNamespaced>) -> Self {
        match located {
            Located::Loaded(loaded, place) => Self::loaded(loaded.document().root(), &place),
            Located::Given(value, place) => Self::given(value, Pointer::parsed(&place)),
        }
    }

    fn loaded(value: Value<'a>, place: &str) -> Self {
        Self { value, place: Pointer::parsed(place), loaded: true }
    }

    /// A document that stands in `given`.
    pub fn given(value: Value<'a>, place: Pointer) -> Self {
        Self { value, place, loaded: false }
    }

    /// What a fact's path in this document starts with.
    pub fn place(&self) -> &Pointer {
        &self.place
    }

    /// Where the document stands in the request, or which loaded one it is.
    pub fn path(&self) -> Pointer {
        if self.loaded { self.place.clone() } else { Pointer::parsed(&format!("/given{}", self.place)) }
    }

    /// The document as a type.
    pub fn read<T: Read<'a>>(&self) -> Result<T, Undecided> {
        Ok(read(self.value, self.path().as_str()).map_err(Undecided::request)?.0)
    }

    /// Its `spec`, to be changed.
    pub fn spec(&self) -> Json {
        self.value.get("spec").map_or_else(Json::object, Json::from)
    }
}

/// A loaded CloudProfile.
pub fn loaded_cloud_profile<'a>(name: &str, asked: &Asked<'a>) -> Option<Written<'a>> {
    let kind = "CloudProfile";
    let loaded = asked.documents.find::<LoadedProfile>(&Identity::in_group(GROUP, kind, None, name))?;
    Some(Written::loaded(loaded.document().root(), &format!("{kind}/{name}#")))
}
