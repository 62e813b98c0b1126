//! What a profile offers, compiled: its images and machine types, ready to be matched.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::availability::Availability;
use super::by_name::ImagesByName;
use super::compiled::{Catalog, Entry};
use super::lacked_names::unknown_types;
use super::mapped::MappedVersions;
use crate::base::{Edition, Instant};
use crate::policy::images::capabilities::Set;
use crate::policy::images::documents::{CloudProfile, ProfileSpec};
use crate::policy::images::errors::FieldError;
use crate::policy::images::versions::Withheld;
use crate::question::Doc;
use crate::reason::Problem;
use crate::wire::Pointer;

/// A profile with what was worked out of it.
#[derive(Debug)]
pub struct Offer<'a> {
    /// The document.
    pub profile: CloudProfile<'a>,
    /// Its images and types, ready to be matched.
    pub catalog: Catalog<'a>,
    /// The images by their names, sorted ahead where an offer is kept for many Shoots and otherwise when they are first asked
    /// for: matching alone does without them.
    by_name: OnceLock<ImagesByName>,
    /// The versions that its provider's configuration maps, where an offer is kept for many Shoots.
    mapped: Option<MappedVersions<'a>>,
    /// What the API server would refuse its capabilities for first, in the design edition and upstream, each found out
    /// when it is first asked for.
    refusals: [OnceLock<Option<FieldError>>; 2],
    /// Whether some zone is said to lack what the profile does not have, found out when it is first asked for.
    lacks_unknown: OnceLock<bool>,
    /// Whether the provider's extension can read its configuration, in the design edition and upstream.
    readable: [OnceLock<bool>; 2],
    /// The artifacts of its provider that stand for two versions, in the same editions.
    shared: [OnceLock<Vec<SharedArtifact>>; 2],
    /// Where the offer is in the document.
    inside: &'static [&'static str],
    /// What is wrong with the parts of a merged profile, and nothing of it shows.
    merged_in_silence: Vec<Problem>,
    /// The machine types of the parent that became ones of the usual architecture when it was merged, sorted.
    of_usual_architecture: Vec<String>,
}

/// An artifact that stands for two image versions, of which a machine boots another than it is said.
#[derive(Clone, Debug)]
pub(crate) struct SharedArtifact {
    /// The versions, each with its image first.
    pub versions: [(String, String); 2],
    /// The region of each; empty where it holds in all.
    pub regions: [String; 2],
    /// Its name.
    pub artifact: String,
    /// What it stands for, in words.
    pub uses: [String; 2],
}

impl SharedArtifact {
    /// Whether a machine may boot it in a region as that version.
    pub(crate) fn is_about(&self, is_asked: impl Fn((&str, &str)) -> bool, region: &str) -> bool {
        self.versions
            .iter()
            .zip(&self.regions)
            .any(|((image, version), place)| (place.is_empty() || place == region) && is_asked((image, version)))
    }
}

impl<'a> Offer<'a> {
    /// Compiles a profile.
    pub fn new(profile: CloudProfile<'a>) -> Self {
        let catalog = Catalog::new(profile.spec());
        Self {
            profile,
            catalog,
            by_name: OnceLock::new(),
            mapped: None,
            refusals: Default::default(),
            lacks_unknown: OnceLock::new(),
            readable: Default::default(),
            shared: Default::default(),
            inside: &["spec"],
            merged_in_silence: Vec::new(),
            of_usual_architecture: Vec::new(),
        }
    }

    /// A NamespacedCloudProfile merged with its parent; its place is that in the status, whether it is there or not. These
    /// machine types of the parent, sorted, became ones of the usual architecture.
    pub(crate) fn merged(spec: ProfileSpec<'a>, of_usual_architecture: Vec<String>) -> Self {
        let whole = Self::new(CloudProfile { metadata: None, spec: Some(spec) });
        Self { inside: &["status", "cloudProfileSpec"], of_usual_architecture, ..whole }
    }

    /// The same with what is wrong with its parts and does not show any more.
    pub(crate) fn with_silent(self, merged_in_silence: Vec<Problem>) -> Self {
        Self { merged_in_silence, ..self }
    }

    /// What is wrong with the parts of a merged profile, where whoever merged them looked.
    pub(crate) fn merged_in_silence(&self) -> &[Problem] {
        &self.merged_in_silence
    }

    /// Whether any machine type of the parent became one of the usual architecture.
    pub(crate) fn has_types_of_usual_architecture(&self) -> bool {
        !self.of_usual_architecture.is_empty()
    }

    /// Whether a machine type of the parent became one of the usual architecture.
    pub(crate) fn is_of_usual_architecture(&self, machine: &str) -> bool {
        self.of_usual_architecture.binary_search_by(|name| name.as_str().cmp(machine)).is_ok()
    }

    /// Whether this is what a NamespacedCloudProfile and its parent come to.
    pub fn is_merged(&self) -> bool {
        self.inside.len() > 1
    }

    /// What the API server would refuse its capabilities for first in an edition; the rules for that are the caller's, and
    /// asked once.
    pub(crate) fn first_refusal(
        &self,
        edition: Edition,
        judge: impl FnOnce() -> Option<FieldError>,
    ) -> Option<Cow<'_, FieldError>> {
        match whole(edition).and_then(|place| self.refusals.get(place)) {
            Some(kept) => kept.get_or_init(judge).as_ref().map(Cow::Borrowed),
            None => judge().map(Cow::Owned),
        }
    }

    /// Whether the provider's extension can read its configuration in an edition; that is found out once, too.
    pub(crate) fn has_readable_config(&self, edition: Edition, is_readable: impl FnOnce() -> bool) -> bool {
        match whole(edition).and_then(|place| self.readable.get(place)) {
            Some(kept) => *kept.get_or_init(is_readable),
            None => is_readable(),
        }
    }

    /// The artifacts that stand for two versions in an edition, which is found out once, too.
    pub(crate) fn shared_artifacts(
        &self,
        edition: Edition,
        find: impl FnOnce() -> Vec<SharedArtifact>,
    ) -> Cow<'_, [SharedArtifact]> {
        match whole(edition).and_then(|place| self.shared.get(place)) {
            Some(kept) => Cow::Borrowed(kept.get_or_init(find)),
            None => Cow::Owned(find()),
        }
    }

    /// Whether some zone is said to lack a machine or volume type that the profile does not have.
    pub(crate) fn lacks_unknown(&self) -> bool {
        *self.lacks_unknown.get_or_init(|| !unknown_types(self.spec(), Default::default(), None).is_empty())
    }

    /// What the profile offers.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        self.profile.spec()
    }

    /// The image versions that fit a machine type, by their places among all in the order of the document. `None`:
    /// there is no such machine type.
    pub fn fitting(&self, machine_type: &str, edition: Edition) -> Option<Vec<u32>> {
        let machine = self.machine(machine_type, edition)?;
        if self.catalog.fits_everything(edition) {
            return Some((0..).take(self.catalog.versions().len()).collect());
        }
        Some(self.catalog.fitting(&machine))
    }

    /// Those of them that are offered to somebody who names none: neither expired, unavailable nor a preview, without a
    /// suffix, the machine type not out of use and available in the zones of the region, where one is given.
    pub fn offered(
        &self,
        machine_type: &str,
        now: Instant,
        region: Option<(&str, &[&str])>,
        edition: Edition,
    ) -> Option<Vec<u32>> {
        let mut fitting = self.fitting(machine_type, edition)?;
        let machine = self.spec().machine_types.get(self.catalog.machine_named(machine_type)?)?;
        let available = region.is_none_or(|(region, zones)| {
            Availability::of(self.spec(), region, zones).is_some_and(|available| available.has(machine_type))
        });
        let can_be_had = available && !machine.is_out_of_use();
        let is_withheld =
            |entry: &Entry<'_>| Withheld::of(entry.lifecycle.at(now), entry.parsed.as_ref(), false, edition).is_some();
        fitting.retain(|version| {
            can_be_had && self.catalog.versions().get(*version as usize).is_some_and(|entry| !is_withheld(entry))
        });
        Some(fitting)
    }

    /// The place of the first image of a name.
    pub(crate) fn image_named(&self, name: &str) -> Option<usize> {
        self.by_name().image(name, self.spec())
    }

    /// The versions of all images of a name that are written exactly so, by their places among all.
    pub(crate) fn versions_named<'s>(
        &'s self,
        image: &str,
        version: &str,
    ) -> impl Iterator<Item = usize> + use<'s, 'a> {
        self.by_name().versions((image, version), self.spec(), &self.catalog)
    }

    /// Sorts the versions that its provider's configuration maps, if that was found to be readable.
    pub(crate) fn sort_mapped(&mut self) {
        let is_readable = self.readable.iter().any(|readable| readable.get() == Some(&true));
        self.mapped = self.spec().provider_config.filter(|_| is_readable).map(MappedVersions::new);
    }

    /// The versions that its provider's configuration maps, where they were sorted ahead.
    pub(crate) fn mapped(&self) -> Option<&MappedVersions<'a>> {
        self.mapped.as_ref()
    }

    /// Sorts the images by their names, if nobody did. Whoever keeps the offer for many Shoots does it ahead.
    pub(crate) fn by_name(&self) -> &ImagesByName {
        self.by_name.get_or_init(|| ImagesByName::new(self.spec(), &self.catalog))
    }

    /// The bits of a machine type of that name.
    pub fn machine(&self, name: &str, edition: Edition) -> Option<Set> {
        let place = self.catalog.machine_named(name)?;
        let machine = self.profile.spec().machine_types.get(place)?;
        Some(self.catalog.machine_set(place, machine, edition))
    }
}

impl Doc<'_, Offer<'_>> {
    /// What a fact's path in the offer starts with.
    pub fn spec_place(&self) -> Pointer {
        self.inside.iter().fold(self.place(), |place, key| place.key(key))
    }

    /// Where the offer is in the request, for problems.
    pub fn spec_path(&self) -> Pointer {
        self.inside.iter().fold(self.path(), |path, key| path.key(key))
    }
}

/// The place of what is kept for an edition. None: one with a divergence taken back, which nobody asks twice.
fn whole(edition: Edition) -> Option<usize> {
    [Edition::DESIGN, Edition::UPSTREAM].iter().position(|whole| *whole == edition)
}
