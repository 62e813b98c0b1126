//! What a profile offers, compiled: its images and machine types, ready for matching.

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

/// A profile with everything that was derived from it.
#[derive(Debug)]
pub struct Offer<'a> {
    /// The profile as read from its document.
    pub profile: CloudProfile<'a>,
    /// The images and machine types of the profile, ready for matching.
    pub catalog: Catalog<'a>,
    /// The images by name. Sorted ahead of time if the offer is kept for many Shoots, otherwise on first use, since
    /// matching alone does not need them.
    by_name: OnceLock<ImagesByName>,
    /// The versions that the provider's configuration maps, if the offer is kept for many Shoots.
    mapped: Option<MappedVersions<'a>>,
    /// The first reason for which the API server would refuse the capabilities, in the design edition and upstream.
    /// Each is computed on first use.
    refusals: [OnceLock<Option<FieldError>>; 2],
    /// Whether some zone lists an unavailable type that the profile does not have. Computed on first use.
    lacks_unknown: OnceLock<bool>,
    /// Whether the provider's extension can read its configuration, in the design edition and upstream.
    readable: [OnceLock<bool>; 2],
    /// The provider's artifacts that stand for two versions, in the same editions.
    shared: [OnceLock<Vec<SharedArtifact>>; 2],
    /// The keys that lead to the offer in the document.
    inside: &'static [&'static str],
    /// Problems with the parts of a merged profile that the merged profile does not show.
    merged_in_silence: Vec<Problem>,
    /// The names of the parent's machine types that became amd64 in the merged profile, sorted.
    of_usual_architecture: Vec<String>,
}

/// An artifact that stands for two image versions, so that a machine boots a version other than the one it names.
#[derive(Clone, Debug)]
pub(crate) struct SharedArtifact {
    /// The two versions, each as image and version.
    pub versions: [(String, String); 2],
    /// The region of each; empty if it holds in all regions.
    pub regions: [String; 2],
    /// The name of the artifact.
    pub artifact: String,
    /// What the artifact stands for, in words.
    pub uses: [String; 2],
}

impl SharedArtifact {
    /// Whether a machine in a region may boot the artifact as a version that `is_asked` accepts.
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

    /// Compiles a NamespacedCloudProfile that was merged with its parent. The place of the offer is in the status,
    /// whether or not the document has one. `of_usual_architecture` names the parent's machine types that became amd64,
    /// sorted.
    pub(crate) fn merged(spec: ProfileSpec<'a>, of_usual_architecture: Vec<String>) -> Self {
        let whole = Self::new(CloudProfile { metadata: None, spec: Some(spec) });
        Self { inside: &["status", "cloudProfileSpec"], of_usual_architecture, ..whole }
    }

    /// Adds problems of the merged parts that no longer show.
    pub(crate) fn with_silent(self, merged_in_silence: Vec<Problem>) -> Self {
        Self { merged_in_silence, ..self }
    }

    /// Problems with the parts of a merged profile, if they were looked for when merging.
    pub(crate) fn merged_in_silence(&self) -> &[Problem] {
        &self.merged_in_silence
    }

    /// Whether any machine type of the parent became amd64 by merging.
    pub(crate) fn has_types_of_usual_architecture(&self) -> bool {
        !self.of_usual_architecture.is_empty()
    }

    /// Whether a machine type of the parent became amd64 by merging.
    pub(crate) fn is_of_usual_architecture(&self, machine: &str) -> bool {
        self.of_usual_architecture.binary_search_by(|name| name.as_str().cmp(machine)).is_ok()
    }

    /// Whether the offer is a NamespacedCloudProfile merged with its parent.
    pub fn is_merged(&self) -> bool {
        self.inside.len() > 1
    }

    /// The first reason for which the API server would refuse the capabilities in an edition. The caller supplies the
    /// rules, which are applied once.
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

    /// Whether the provider's extension can read its configuration in an edition. Computed once.
    pub(crate) fn has_readable_config(&self, edition: Edition, is_readable: impl FnOnce() -> bool) -> bool {
        match whole(edition).and_then(|place| self.readable.get(place)) {
            Some(kept) => *kept.get_or_init(is_readable),
            None => is_readable(),
        }
    }

    /// The artifacts that stand for two versions in an edition. Computed once.
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

    /// Whether some zone lists an unavailable machine or volume type that the profile does not have.
    pub(crate) fn lacks_unknown(&self) -> bool {
        *self.lacks_unknown.get_or_init(|| !unknown_types(self.spec(), Default::default(), None).is_empty())
    }

    /// What the profile offers.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        self.profile.spec()
    }

    /// Returns the image versions that fit a machine type, as indexes among all versions in document order. `None`:
    /// there is no such machine type.
    pub fn fitting(&self, machine_type: &str, edition: Edition) -> Option<Vec<u32>> {
        let machine = self.machine(machine_type, edition)?;
        if self.catalog.fits_everything(edition) {
            return Some((0..).take(self.catalog.versions().len()).collect());
        }
        Some(self.catalog.fitting(&machine))
    }

    /// Returns the fitting versions that are offered when no version is named: neither expired, unavailable nor a
    /// preview, without a suffix, and with a machine type that is usable and available in the zones of the region, if
    /// one is given.
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

    /// The index of the first image with a name.
    pub(crate) fn image_named(&self, name: &str) -> Option<usize> {
        self.by_name().image(name, self.spec())
    }

    /// The indexes, among all versions, of those with exactly this text in any image with this name.
    pub(crate) fn versions_named<'s>(
        &'s self,
        image: &str,
        version: &str,
    ) -> impl Iterator<Item = usize> + use<'s, 'a> {
        self.by_name().versions((image, version), self.spec(), &self.catalog)
    }

    /// Sorts the versions that the provider's configuration maps, if the configuration was found to be readable.
    pub(crate) fn sort_mapped(&mut self) {
        let is_readable = self.readable.iter().any(|readable| readable.get() == Some(&true));
        self.mapped = self.spec().provider_config.filter(|_| is_readable).map(MappedVersions::new);
    }

    /// The versions that the provider's configuration maps, if they were sorted ahead of time.
    pub(crate) fn mapped(&self) -> Option<&MappedVersions<'a>> {
        self.mapped.as_ref()
    }

    /// The images by name, sorted on first use. An offer that is kept for many Shoots calls this ahead of time.
    pub(crate) fn by_name(&self) -> &ImagesByName {
        self.by_name.get_or_init(|| ImagesByName::new(self.spec(), &self.catalog))
    }

    /// The capabilities of the machine type with this name, as a set.
    pub fn machine(&self, name: &str, edition: Edition) -> Option<Set> {
        let place = self.catalog.machine_named(name)?;
        let machine = self.profile.spec().machine_types.get(place)?;
        Some(self.catalog.machine_set(place, machine, edition))
    }
}

impl Doc<'_, Offer<'_>> {
    /// The place of the offer, with which the paths of facts start.
    pub fn spec_place(&self) -> Pointer {
        self.inside.iter().fold(self.place(), |place, key| place.key(key))
    }

    /// The path of the offer in the request, for problems.
    pub fn spec_path(&self) -> Pointer {
        self.inside.iter().fold(self.path(), |path, key| path.key(key))
    }
}

/// The index of what is cached for an edition. `None`: an edition with reverted divergences, which is not asked
/// repeatedly.
fn whole(edition: Edition) -> Option<usize> {
    [Edition::DESIGN, Edition::UPSTREAM].iter().position(|whole| *whole == edition)
}
