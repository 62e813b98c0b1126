//! Loaded profiles. A CloudProfile is compiled once, and a NamespacedCloudProfile merged with its parent if there is
//! room.

use std::any::Any;

use self_cell::self_cell;

use crate::base::Names;
use crate::base::sort::sort;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{CloudProfile, GROUP, NamespacedDocument, ProfileKind};
use crate::policy::images::stages::{
    Changes, default_cloud_profile, default_namespaced, defaulted, merge, without_status,
};
use crate::question::{Asked, Compiled, Doc, Identity, Link, Loadable};
use crate::reason::Problem;
use crate::wire::{Document, Fault, Json, Kind, Pointer, Value, read};

/// The `Loadable` of CloudProfiles, which are compiled when they are loaded.
pub const CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "CloudProfile",
    compile: |document, path| Ok(Box::new(LoadedProfile::compile(document, path)?)),
    default: Some(|document, _, _| (defaulted(&document, default_cloud_profile), Vec::new())),
    link: None,
    beside: None,
};

/// The `Loadable` of NamespacedCloudProfiles, which are read when they are loaded and then merged with their parent.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    group: GROUP,
    kind: "NamespacedCloudProfile",
    compile: |document, path| Ok(Box::new(LoadedNamespaced::read(document, path)?)),
    default: Some(|document, _, _| (defaulted(&without_status(&document), default_namespaced), Vec::new())),
    link: Some(Link { parent: LoadedNamespaced::parent, bind: LoadedNamespaced::bind }),
    beside: None,
};

self_cell! {
    /// A loaded CloudProfile: the document, and the compiled offer, which borrows from it.
    pub struct LoadedProfile {
        owner: Document,
        #[covariant]
        dependent: Offer,
    }

    impl {Debug}
}

self_cell! {
    /// A NamespacedCloudProfile: the document, and its typed form, which borrows from it.
    struct WrittenNamespaced {
        owner: Document,
        #[covariant]
        dependent: NamespacedDocument,
    }

    impl {Debug}
}

/// A loaded NamespacedCloudProfile, with the result of merging it with its parent.
#[derive(Debug)]
pub(crate) struct LoadedNamespaced {
    written: WrittenNamespaced,
    offer: Option<LoadedProfile>,
}

impl LoadedProfile {
    /// Reads a profile, which is at `path` in the request, and compiles it.
    pub fn compile(document: Document, path: &str) -> Result<Self, Fault> {
        Self::try_new(document, |document| {
            let (profile, _) = read::<CloudProfile<'_>>(document.root(), path)?;
            Ok(Offer::new(profile))
        })
    }

    /// Compiles a merged NamespacedCloudProfile. `in_silence` are the warnings about its parts that it no longer shows.
    pub(super) fn merged(merged: Merged, in_silence: Vec<Problem>) -> Result<Self, Fault> {
        let Merged { spec, of_usual_architecture } = merged;
        Self::try_new(spec, |spec| {
            let offer = Offer::merged(read(spec.root(), "")?.0, of_usual_architecture);
            Ok(offer.with_silent(in_silence))
        })
    }

    /// The document as written.
    pub fn document(&self) -> &Document {
        self.borrow_owner()
    }

    /// The compiled offer.
    pub fn offer(&self) -> &Offer<'_> {
        self.borrow_dependent()
    }

    /// Sorts the versions that the provider's configuration maps, if it was found to be readable.
    pub(crate) fn sort_mapped(&mut self) {
        self.with_dependent_mut(|_, offer| offer.sort_mapped());
    }
}

impl LoadedNamespaced {
    pub(super) fn read(document: Document, path: &str) -> Result<Self, Fault> {
        let written = WrittenNamespaced::try_new(document, |document| Ok(read(document.root(), path)?.0))?;
        Ok(Self { written, offer: None })
    }

    /// The document as written.
    pub(crate) fn document(&self) -> &Document {
        self.written.borrow_owner()
    }

    /// The document as a type.
    pub(crate) fn profile(&self) -> &NamespacedDocument<'_> {
        self.written.borrow_dependent()
    }

    /// The compiled result of merging with the parent, if it was computed when the profile was loaded.
    pub(super) fn offer(&self) -> Option<&Offer<'_>> {
        self.offer.as_ref().map(LoadedProfile::offer)
    }

    /// The merged profile: the one in the status, or else the result of merging with the parent.
    pub(super) fn merged(&self, parent: Option<&LoadedProfile>) -> Option<Merged> {
        let own = self.document().root();
        match (status_of(own), parent) {
            (Some(status), _) => Some(Merged::before(status)),
            (None, Some(parent)) => Some(Merged::of(parent.document().root(), own)),
            (None, None) => None,
        }
    }

    fn parent(child: &dyn Compiled) -> Option<Identity> {
        let child: &dyn Any = child;
        let name = child.downcast_ref::<Self>()?.profile().spec().parent_name();
        Some(Identity::in_group(GROUP, CLOUD_PROFILE.kind, None, name))
    }

    /// Keeps the merged profile if there is room, and returns its size in bytes. A result in the status is not computed
    /// again, and one without room is computed on demand: hundreds of profiles may build on a large one.
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
        let merged = child.merged(parent);
        // The result may be longer than both together, because merging fills in what they leave out.
        let bytes = bytes.max(merged.as_ref().map_or(0, |merged| merged.spec.text().len()));
        if bytes > room {
            return 0;
        }
        // Both were read when they were loaded, so the result can be read too. Their problems were reported then.
        child.offer = merged.and_then(|merged| LoadedProfile::merged(merged, Vec::new()).ok());
        let Some(offer) = child.offer() else { return 0 };
        // Every review of a Shoot needs the index by name.
        offer.by_name();
        bytes
    }
}

/// The documents of a loaded NamespacedCloudProfile and a loaded CloudProfile, as written.
pub(crate) fn child_and_parent<'d>(child: &'d dyn Compiled, parent: &'d dyn Compiled) -> Option<[&'d Document; 2]> {
    let (child, parent): (&dyn Any, &dyn Any) = (child, parent);
    Some([child.downcast_ref::<LoadedNamespaced>()?.document(), parent.downcast_ref::<LoadedProfile>()?.document()])
}

/// The merged profile in the status of a NamespacedCloudProfile, if there is one.
pub(crate) fn status_of(namespaced: Value<'_>) -> Option<Value<'_>> {
    namespaced.get("status")?.get("cloudProfileSpec").filter(|spec| spec.kind() == Kind::Object)
}

/// A NamespacedCloudProfile merged with its parent.
#[derive(Debug)]
pub(super) struct Merged {
    /// The merged `spec`.
    pub spec: Document,
    /// The names of the parent's machine types that merging gave the usual architecture, sorted.
    pub of_usual_architecture: Vec<String>,
}

impl Merged {
    /// Merges a NamespacedCloudProfile with its parent.
    pub(super) fn of(parent: Value<'_>, namespaced: Value<'_>) -> Self {
        let spec = |document: Value<'_>| document.get("spec").map_or_else(Json::object, Json::from);
        let (mut changes, own) = (Changes::default(), spec(namespaced));
        let spec = merge(&spec(parent), &own, &Pointer::default(), &mut changes).to_document();
        let mut of_usual_architecture = changes.of_usual_architecture();
        let own: Names<'_> = own.list("machineTypes").iter().map(|machine| machine.text("name")).collect();
        of_usual_architecture.retain(|name| !own.contains(name));
        sort(&mut of_usual_architecture);
        Self { spec, of_usual_architecture }
    }

    /// Takes the merged profile from the status.
    fn before(status: Value<'_>) -> Self {
        Self { spec: status.to_document(), of_usual_architecture: Vec::new() }
    }
}

/// The loaded profile that a Shoot uses.
#[derive(Debug)]
pub(crate) struct Named<'a> {
    /// What the profile offers.
    pub offer: Doc<'a, Offer<'a>>,
    /// The name of the CloudProfile that it is or builds on.
    pub root: &'a str,
}

/// A document that is needed but not loaded.
#[derive(Debug)]
pub(crate) struct Missing {
    /// The kind of the document.
    pub kind: &'static str,
    /// The name of the document, preceded by its namespace if it has one.
    pub name: String,
    /// Where the document is named, if a loaded document names it.
    pub within: Option<Pointer>,
}

/// Finds the loaded profile that a Shoot uses, or tells which document is missing: the profile or its parent.
pub(crate) fn loaded_offer<'a>(
    kind: ProfileKind,
    namespace: &str,
    name: &'a str,
    asked: &Asked<'a>,
) -> Result<Named<'a>, Missing> {
    let cluster = |name: &str| {
        let identity = Identity::in_group(GROUP, CLOUD_PROFILE.kind, None, name);
        let missing = || Missing { kind: CLOUD_PROFILE.kind, name: name.to_owned(), within: None };
        asked.documents.find::<LoadedProfile>(&identity).ok_or_else(missing)
    };
    if kind == ProfileKind::Cluster {
        let place = format!("{}/{name}#", CLOUD_PROFILE.kind);
        return Ok(Named { offer: Doc::loaded(cluster(name)?.offer(), &place), root: name });
    }
    let kind = NAMESPACED_CLOUD_PROFILE.kind;
    let identity = Identity::in_group(GROUP, kind, Some(namespace), name);
    let missing = || Missing { kind, name: format!("{namespace}/{name}"), within: None };
    let loaded = asked.documents.find::<LoadedNamespaced>(&identity).ok_or_else(missing)?;
    let place = format!("{kind}/{namespace}/{name}#");
    let root = loaded.profile().spec().parent_name();
    let own = loaded.document().root();
    let (spec, of_usual) = match (loaded.offer(), status_of(own)) {
        (Some(offer), _) => return Ok(Named { offer: Doc::loaded(offer, &place), root }),
        (None, Some(status)) => (status, Vec::new()),
        (None, None) => {
            let within = || Some(Pointer::parsed(&place).key("spec").key("parent").key("name"));
            let parent = cluster(root).map_err(|missing| Missing { within: within(), ..missing })?;
            let merged = Merged::of(parent.document().root(), own);
            (asked.keep(merged.spec).root(), merged.of_usual_architecture)
        }
    };
    // Both were read when they were loaded, so the result can be read too.
    let spec = read(spec, "").map(|(spec, _)| spec).unwrap_or_default();
    Ok(Named { offer: Doc::worked_up(Offer::merged(spec, of_usual), &place), root })
}

/// The names of all loaded CloudProfiles.
pub(crate) fn loaded_clusters<'a>(asked: &Asked<'a>) -> impl Iterator<Item = &'a str> {
    let loaded = asked.documents.of_kind::<LoadedProfile>(GROUP, CLOUD_PROFILE.kind);
    loaded.filter_map(|loaded| loaded.offer().profile.metadata.as_ref()?.name)
}

/// All loaded NamespacedCloudProfiles.
pub(crate) fn loaded_namespaced<'a>(asked: &Asked<'a>) -> impl Iterator<Item = Doc<'a, NamespacedDocument<'a>>> {
    let loaded = asked.documents.of_kind::<LoadedNamespaced>(GROUP, NAMESPACED_CLOUD_PROFILE.kind);
    loaded.map(|loaded| Doc::loaded(loaded.profile(), "NamespacedCloudProfile#"))
}
