//! Profiles as questions get them: loaded ones, worked up once, or ones that come with the question.

use std::ops::Deref;

use self_cell::self_cell;

use super::catalog::Catalog;
use super::model::{CloudProfile, NamespacedCloudProfile, ProfileSpec};
use super::reasons::PROFILE_NOT_GIVEN;
use super::universe::Set;
use crate::base::Edition;
use crate::policy::{Asked, DocumentOr, Loadable, Located, Undecided};
use crate::wire::{Document, Fault, Pointer, Read, read};

const GROUP: &str = "core.gardener.cloud";

/// CloudProfiles are compiled when they are loaded.
pub const CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "CloudProfile",
    compile: |document, path| Ok(Box::new(LoadedProfile::compile(document, path)?)),
    default: None,
};

/// NamespacedCloudProfiles are read when they are loaded.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "NamespacedCloudProfile",
    compile: |document, path| Ok(Box::new(LoadedNamespaced::read(document, path)?)),
    default: None,
};

/// A profile with what was worked out of it.
#[derive(Debug)]
pub struct Offer<'a> {
    /// The document.
    pub profile: CloudProfile<'a>,
    /// Its images and types, ready to be matched.
    pub catalog: Catalog<'a>,
}

impl<'a> Offer<'a> {
    /// Compiles a profile.
    pub fn new(profile: CloudProfile<'a>) -> Self {
        let catalog = Catalog::new(profile.spec());
        Self { profile, catalog }
    }

    /// What the profile offers.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        self.profile.spec()
    }

    /// The image versions that fit a machine type, by their places among all in the order of the document; nothing if
    /// there is no such machine type.
    ///
    /// ```
    /// use fitment::base::Edition;
    /// use fitment::policy::images::profile::LoadedProfile;
    /// use fitment::wire::Document;
    ///
    /// let document = Document::read(br#"{"spec": {
    ///     "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    ///     "machineTypes": [{"name": "m1.large", "capabilities": {"architecture": ["arm64"]}}],
    ///     "machineImages": [{"name": "linux", "versions": [
    ///         {"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}]},
    ///         {"version": "1.1.0", "capabilityFlavors": [{"architecture": ["amd64"]}, {"architecture": ["arm64"]}]}
    ///     ]}]
    /// }}"#, 16)?;
    /// let loaded = LoadedProfile::compile(document, "")?;
    /// assert_eq!(loaded.offer().fitting("m1.large", Edition::DESIGN), Some(vec![1]));
    /// assert_eq!(loaded.offer().fitting("m2.large", Edition::DESIGN), None);
    /// # Ok::<(), fitment::wire::Fault>(())
    /// ```
    pub fn fitting(&self, machine_type: &str, edition: Edition) -> Option<Vec<u32>> {
        let machine = self.machine(machine_type, edition)?;
        if self.catalog.fits_everything(edition) {
            return Some((0..).take(self.catalog.versions().len()).collect());
        }
        Some(self.catalog.fitting(&machine))
    }

    /// The bits of a machine type of that name.
    pub fn machine(&self, name: &str, edition: Edition) -> Option<Set> {
        let place = self.catalog.machine_named(name)?;
        let machine = self.profile.spec().machine_types.get(place)?;
        Some(self.catalog.machine_set(place, machine, edition))
    }
}

self_cell! {
    /// A loaded CloudProfile: the document, and what borrows from it.
    pub struct LoadedProfile {
        owner: Document,
        #[covariant]
        dependent: Offer,
    }

    impl {Debug}
}

self_cell! {
    /// A loaded NamespacedCloudProfile: the document, and what borrows from it.
    pub struct LoadedNamespaced {
        owner: Document,
        #[covariant]
        dependent: NamespacedCloudProfile,
    }

    impl {Debug}
}

impl LoadedProfile {
    /// Reads a profile, which stands at `path` in the request, and compiles it.
    pub fn compile(document: Document, path: &str) -> Result<Self, Fault> {
        Self::try_new(document, |document| {
            let (profile, _) = read::<CloudProfile<'_>>(document.root(), path)?;
            Ok(Offer::new(profile))
        })
    }

    /// What the document offers.
    pub fn offer(&self) -> &Offer<'_> {
        self.borrow_dependent()
    }
}

impl LoadedNamespaced {
    fn read(document: Document, path: &str) -> Result<Self, Fault> {
        Self::try_new(document, |document| Ok(read(document.root(), path)?.0))
    }
}

/// A document of a question with the place of its facts: nothing but the member of `given`, or `Kind/name#`.
#[derive(Debug)]
pub struct At<'a, T> {
    place: Pointer,
    content: Content<'a, T>,
}

#[derive(Debug)]
enum Content<'a, T> {
    Loaded(&'a T),
    Given(Box<T>),
}

impl<T> Deref for At<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.content {
            Content::Loaded(loaded) => loaded,
            Content::Given(given) => given,
        }
    }
}

impl<T> At<'_, T> {
    /// What a fact's path in this document starts with.
    pub fn place(&self) -> Pointer {
        self.place.clone()
    }
}

fn given<'a, T: Read<'a>>(value: crate::wire::Value<'a>, place: String) -> Result<At<'a, T>, Undecided> {
    let (document, _) = read(value, &format!("/given{place}")).map_err(Undecided::request)?;
    Ok(At { place: Pointer::parsed(&place), content: Content::Given(Box::new(document)) })
}

/// A CloudProfile of a question.
pub fn cloud_profile<'a>(
    reference: DocumentOr<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<At<'a, CloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => {
            Ok(At { place: Pointer::parsed(&place), content: Content::Loaded(&loaded.offer().profile) })
        }
        Located::Given(value, place) => given(value, place),
    }
}

/// A CloudProfile of a question, compiled: a loaded one long ago, one that comes with the question now.
pub fn offer<'a>(reference: DocumentOr<'a>, member: &str, asked: &Asked<'a>) -> Result<At<'a, Offer<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => {
            Ok(At { place: Pointer::parsed(&place), content: Content::Loaded(loaded.offer()) })
        }
        Located::Given(value, place) => {
            let (profile, _) =
                read::<CloudProfile<'a>>(value, &format!("/given{place}")).map_err(Undecided::request)?;
            Ok(At { place: Pointer::parsed(&place), content: Content::Given(Box::new(Offer::new(profile))) })
        }
    }
}

/// The offer of a question that has to have one.
pub fn asked_offer<'a>(
    cloud_profile: Option<DocumentOr<'a>>,
    _namespaced: Option<DocumentOr<'a>>,
    asked: &Asked<'a>,
) -> Result<At<'a, Offer<'a>>, Undecided> {
    let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to("cloudProfile"));
    offer(cloud_profile.ok_or_else(missing)?, "cloudProfile", asked)
}

/// A NamespacedCloudProfile of a question.
pub fn namespaced_profile<'a>(
    reference: DocumentOr<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<At<'a, NamespacedCloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => {
            Ok(At { place: Pointer::parsed(&place), content: Content::Loaded(loaded.borrow_dependent()) })
        }
        Located::Given(value, place) => given(value, place),
    }
}

/// A document of a question whose kind is not worked up when it is loaded, such as a Shoot.
pub fn plain<'a, T: Read<'a>>(
    reference: DocumentOr<'a>,
    member: &str,
    kind: &'static str,
    asked: &Asked<'a>,
) -> Result<At<'a, T>, Undecided> {
    match reference.locate::<Document>(member, (GROUP, kind), asked.documents)? {
        Located::Given(value, place) => given(value, place),
        Located::Loaded(document, place) => {
            let (document, _) = read(document.root(), &place).map_err(Undecided::request)?;
            Ok(At { place: Pointer::parsed(&place), content: Content::Given(Box::new(document)) })
        }
    }
}

impl<'a> CloudProfile<'a> {
    /// What it offers; a document without a `spec` offers nothing.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        const NOTHING: &ProfileSpec<'static> = &ProfileSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}
