//! Profiles as written, for rules that read and change documents.

use super::profiles::{LoadedNamespaced, LoadedProfile};
use crate::policy::images::documents::{GROUP, NamespacedCloudProfile};
use crate::policy::images::reasons::PROFILE_NOT_GIVEN;
use crate::question::{Asked, Doc, Identity, Located, Reference, Undecided};
use crate::wire::{Document, Json, Pointer, Read, Value, read};

pub(super) fn not_given() -> Undecided {
    Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile"))
}

/// The CloudProfile that a NamespacedCloudProfile builds on: the given one, or else the loaded one that it names.
pub(crate) fn parent_of<'a>(
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
    loaded_cloud_profile(name, asked).ok_or_else(|| {
        let named = |at: Pointer| at.key("spec").key("parent").key("name");
        let places = [named(child.place()), named(child.path())];
        Undecided::not_loaded((GROUP, "CloudProfile"), name, places, asked.documents)
    })
}

/// A document as written.
pub(crate) type Written<'a> = Doc<'a, Value<'a>>;

impl<'a> Written<'a> {
    /// The CloudProfile that a question refers to.
    pub fn of_cloud_profile(reference: Reference<'a>, member: &str, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let located = reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)?;
        Ok(Self::located(located, LoadedProfile::document))
    }

    /// The NamespacedCloudProfile that a question refers to.
    pub fn of_namespaced(reference: Reference<'a>, member: &str, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let kind = (GROUP, "NamespacedCloudProfile");
        Ok(Self::namespaced(reference.locate::<LoadedNamespaced>(member, kind, asked.documents)?))
    }

    pub(super) fn namespaced(located: Located<'a, LoadedNamespaced>) -> Self {
        Self::located(located, LoadedNamespaced::document)
    }

    fn located<T>(located: Located<'a, T>, document: fn(&T) -> &Document) -> Self {
        match located {
            Located::Loaded(loaded, name) => Self::worked_up(document(loaded).root(), &name),
            Located::Given(value, at) => Self::given(value, &at),
        }
    }

    /// Reads the document as a type.
    pub fn read<T: Read<'a>>(&self) -> Result<T, Undecided> {
        Ok(read(**self, self.path().as_str())?.0)
    }

    /// A copy of the `spec` that can be changed.
    pub fn spec(&self) -> Json {
        self.get("spec").map_or_else(Json::object, Json::from)
    }
}

/// Finds a loaded CloudProfile by name.
pub(crate) fn loaded_cloud_profile<'a>(name: &str, asked: &Asked<'a>) -> Option<Written<'a>> {
    let kind = "CloudProfile";
    let loaded = asked.documents.find::<LoadedProfile>(&Identity::in_group(GROUP, kind, None, name))?;
    Some(Written::worked_up(loaded.document().root(), &format!("{kind}/{name}#")))
}
