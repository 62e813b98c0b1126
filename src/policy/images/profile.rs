//! Profiles as questions get them: loaded ones, worked up once, or ones that come with the question.

use std::any::Any;

use self_cell::self_cell;

use super::capabilities::Set;
use super::catalog::Catalog;
use super::model::{CloudProfile, NamespacedCloudProfile, ProfileSpec};
use super::profiles::Changes;
use super::profiles::defaulting::{default_cloud_profile, default_namespaced, defaulted};
use super::profiles::merge::merge;
use super::shoot::model::ProfileKind;
use super::written::{Written, not_given, parent_of};
use crate::base::Edition;
use crate::policy::{Asked, At, Compiled, DocumentOr, Identity, Link, Loadable, Located, Undecided};
use crate::wire::{Document, Fault, Json, Kind, Pointer, Read, Value, read};

/// The group of Gardener's documents.
pub const GROUP: &str = "core.gardener.cloud";

/// CloudProfiles are compiled when they are loaded.
pub const CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "CloudProfile",
    compile: |document, path| Ok(Box::new(LoadedProfile::compile(document, path)?)),
    default: Some(|document| defaulted(&document, default_cloud_profile)),
    link: None,
};

/// NamespacedCloudProfiles are read when they are loaded, and merged with their parent.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "NamespacedCloudProfile",
    compile: |document, path| Ok(Box::new(LoadedNamespaced::read(document, path)?)),
    default: Some(|document| defaulted(&document, default_namespaced)),
    link: Some(Link { parent: LoadedNamespaced::parent, bind: LoadedNamespaced::bind }),
};

/// A profile with what was worked out of it.
#[derive(Debug)]
pub struct Offer<'a> {
    /// The document.
    pub profile: CloudProfile<'a>,
    /// Its images and types, ready to be matched.
    pub catalog: Catalog<'a>,
    /// Where in the document the offer stands.
    inside: &'static [&'static str],
}

impl<'a> Offer<'a> {
    /// Compiles a profile.
    pub fn new(profile: CloudProfile<'a>) -> Self {
        let catalog = Catalog::new(profile.spec());
        Self { profile, catalog, inside: &["spec"] }
    }

    /// What a NamespacedCloudProfile comes to; its place is that in the status, whether it stands there or not.
    fn merged(spec: ProfileSpec<'a>) -> Self {
        Self { inside: &["status", "cloudProfileSpec"], ..Self::new(CloudProfile { metadata: None, spec: Some(spec) }) }
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
    /// A NamespacedCloudProfile: the document, and what borrows from it.
    struct WrittenNamespaced {
        owner: Document,
        #[covariant]
        dependent: NamespacedCloudProfile,
    }

    impl {Debug}
}

/// A loaded NamespacedCloudProfile, with what it comes to together with its parent.
#[derive(Debug)]
pub struct LoadedNamespaced {
    written: WrittenNamespaced,
    offer: Option<LoadedProfile>,
}

impl LoadedProfile {
    /// Reads a profile, which stands at `path` in the request, and compiles it.
    pub fn compile(document: Document, path: &str) -> Result<Self, Fault> {
        Self::try_new(document, |document| {
            let (profile, _) = read::<CloudProfile<'_>>(document.root(), path)?;
            Ok(Offer::new(profile))
        })
    }

    /// Compiles what a NamespacedCloudProfile comes to.
    fn merged(spec: Document) -> Result<Self, Fault> {
        Self::try_new(spec, |spec| Ok(Offer::merged(read(spec.root(), "")?.0)))
    }

    /// The profile as it is written.
    pub fn document(&self) -> &Document {
        self.borrow_owner()
    }

    /// What the document offers.
    pub fn offer(&self) -> &Offer<'_> {
        self.borrow_dependent()
    }
}

impl LoadedNamespaced {
    fn read(document: Document, path: &str) -> Result<Self, Fault> {
        let written = WrittenNamespaced::try_new(document, |document| Ok(read(document.root(), path)?.0))?;
        Ok(Self { written, offer: None })
    }

    /// The profile as it is written.
    pub fn document(&self) -> &Document {
        self.written.borrow_owner()
    }

    fn parent(child: &dyn Compiled) -> Option<Identity> {
        let child: &dyn Any = child;
        let name = child.downcast_ref::<Self>()?.written.borrow_dependent().spec().parent_name();
        Some(Identity::in_group(GROUP, CLOUD_PROFILE.kind, None, name))
    }

    /// What is in the status already is not worked out again, and what there is no room for is worked out when it is
    /// asked for: hundreds of profiles may build on a large one.
    fn bind(child: &mut dyn Compiled, parent: Option<&dyn Compiled>, room: usize) -> usize {
        let (child, parent): (&mut dyn Any, _) = (child, parent.map(|parent| -> &dyn Any { parent }));
        let Some(child) = child.downcast_mut::<Self>() else { return 0 };
        let parent = parent.and_then(|parent| parent.downcast_ref::<LoadedProfile>());
        child.offer = None;
        let own = child.document();
        let status = status_of(own.root());
        let bytes = own.text().len() + parent.filter(|_| status.is_none()).map_or(0, |it| it.document().text().len());
        if bytes > room {
            return 0;
        }
        let spec = match (status, parent) {
            (Some(status), _) => Some(status.to_document()),
            (None, Some(parent)) => Some(merged(parent.document().root(), own.root())),
            (None, None) => None,
        };
        // Both were read when they were loaded, and so can be what they come to.
        child.offer = spec.and_then(|spec| LoadedProfile::merged(spec).ok());
        if child.offer.is_some() { bytes } else { 0 }
    }
}

/// What a NamespacedCloudProfile comes to, if its status says so.
fn status_of(namespaced: Value<'_>) -> Option<Value<'_>> {
    namespaced.get("status")?.get("cloudProfileSpec").filter(|spec| spec.kind() == Kind::Object)
}

/// What a NamespacedCloudProfile comes to together with its parent.
fn merged(parent: Value<'_>, namespaced: Value<'_>) -> Document {
    let spec = |document: Value<'_>| document.get("spec").map_or_else(Json::object, Json::from);
    merge(&spec(parent), &spec(namespaced), &Pointer::default(), &mut Changes::default()).to_document()
}

impl At<'_, Offer<'_>> {
    /// What a fact's path in the offer starts with.
    pub fn spec_place(&self) -> Pointer {
        self.inside.iter().fold(self.place(), |place, key| place.key(key))
    }
}

fn given<'a, T: Read<'a>>(value: Value<'a>, place: String) -> Result<At<'a, T>, Undecided> {
    let (document, _) = read(value, &format!("/given{place}")).map_err(Undecided::request)?;
    Ok(At::given(document, &place))
}

/// A CloudProfile of a question.
pub fn cloud_profile<'a>(
    reference: DocumentOr<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<At<'a, CloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(At::loaded(&loaded.offer().profile, &place)),
        Located::Given(value, place) => given(value, place),
    }
}

/// A CloudProfile of a question, compiled: a loaded one long ago, one that comes with the question now.
pub fn offer<'a>(reference: DocumentOr<'a>, member: &str, asked: &Asked<'a>) -> Result<At<'a, Offer<'a>>, Undecided> {
    match reference.locate::<LoadedProfile>(member, (GROUP, "CloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(At::loaded(loaded.offer(), &place)),
        Located::Given(value, place) => {
            let (profile, _) =
                read::<CloudProfile<'a>>(value, &format!("/given{place}")).map_err(Undecided::request)?;
            Ok(At::given(Offer::new(profile), &place))
        }
    }
}

/// The offer of a question that has to have one: that of a NamespacedCloudProfile where one is named, merged with its
/// parent unless its status says what that comes to.
pub fn asked_offer<'a>(
    cloud_profile: Option<DocumentOr<'a>>,
    namespaced: Option<DocumentOr<'a>>,
    asked: &Asked<'a>,
) -> Result<At<'a, Offer<'a>>, Undecided> {
    let Some(namespaced) = namespaced else {
        return offer(cloud_profile.ok_or_else(not_given)?, "cloudProfile", asked);
    };
    let member = "namespacedCloudProfile";
    let located = namespaced.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)?;
    if let (Located::Loaded(LoadedNamespaced { offer: Some(offer), .. }, place), None) = (&located, cloud_profile) {
        return Ok(At::loaded(offer.offer(), place));
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
    Ok(At::given(Offer::merged(spec), child.place().as_str()))
}

/// The loaded profile that a Shoot is made from: what it offers, and the CloudProfile it comes from.
#[derive(Debug)]
pub struct Named<'a> {
    /// What it offers.
    pub offer: At<'a, Offer<'a>>,
    /// The name of the CloudProfile it is or builds on.
    pub root: &'a str,
}

/// A document that would have to be loaded: its kind and its name.
#[derive(Debug)]
pub struct Missing {
    /// Its kind.
    pub kind: &'static str,
    /// Its name, with its namespace if it has one.
    pub name: String,
}

/// Finds the profile that a Shoot is made from, or says what is not loaded of it and of what it builds on.
pub fn loaded_offer<'a>(
    kind: ProfileKind,
    namespace: &str,
    name: &'a str,
    asked: &Asked<'a>,
) -> Result<Named<'a>, Missing> {
    let cluster = |name: &str| {
        let identity = Identity::in_group(GROUP, CLOUD_PROFILE.kind, None, name);
        let missing = || Missing { kind: CLOUD_PROFILE.kind, name: name.to_owned() };
        asked.documents.find::<LoadedProfile>(&identity).ok_or_else(missing)
    };
    if kind == ProfileKind::Cluster {
        let place = format!("{}/{name}#", CLOUD_PROFILE.kind);
        return Ok(Named { offer: At::loaded(cluster(name)?.offer(), &place), root: name });
    }
    let kind = NAMESPACED_CLOUD_PROFILE.kind;
    let identity = Identity::in_group(GROUP, kind, Some(namespace), name);
    let missing = || Missing { kind, name: format!("{namespace}/{name}") };
    let loaded = asked.documents.find::<LoadedNamespaced>(&identity).ok_or_else(missing)?;
    let place = format!("{kind}/{namespace}/{name}#");
    let root = loaded.written.borrow_dependent().spec().parent_name();
    let own = loaded.document().root();
    let spec = match (&loaded.offer, status_of(own)) {
        (Some(offer), _) => return Ok(Named { offer: At::loaded(offer.offer(), &place), root }),
        (None, Some(status)) => status,
        (None, None) => asked.keep(merged(cluster(root)?.document().root(), own)).root(),
    };
    // Both were read when they were loaded, and so can be what they come to.
    let spec = read(spec, "").map(|(spec, _)| spec).unwrap_or_default();
    Ok(Named { offer: At::given(Offer::merged(spec), &place), root })
}

/// A NamespacedCloudProfile of a question.
pub fn namespaced_profile<'a>(
    reference: DocumentOr<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<At<'a, NamespacedCloudProfile<'a>>, Undecided> {
    match reference.locate::<LoadedNamespaced>(member, (GROUP, "NamespacedCloudProfile"), asked.documents)? {
        Located::Loaded(loaded, place) => Ok(At::loaded(loaded.written.borrow_dependent(), &place)),
        Located::Given(value, place) => given(value, place),
    }
}

/// All loaded NamespacedCloudProfiles.
pub fn loaded_namespaced<'a>(asked: &Asked<'a>) -> impl Iterator<Item = At<'a, NamespacedCloudProfile<'a>>> {
    let loaded = asked.documents.of_kind::<LoadedNamespaced>(GROUP, NAMESPACED_CLOUD_PROFILE.kind);
    loaded.map(|loaded| At::loaded(loaded.written.borrow_dependent(), "NamespacedCloudProfile#"))
}

impl<'a> CloudProfile<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// What it offers; a document without a `spec` offers nothing.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        const NOTHING: &ProfileSpec<'static> = &ProfileSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
