//! Mistakes in images, versions and regions that no API server stores but that would be listed all the same: unknown
//! words in versions, missing names and duplicates. Validation reports more.

use super::compiled::Catalog;
use super::offer::Offer;
use crate::base::{Interner, sort};
use crate::policy::images::documents::{MachineImage, NamespacedSpec, ProfileSpec, UPDATE_STRATEGIES, Worker};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{and_more, would_be_refused};
use crate::policy::images::versions::{contradictions, disorder, undated, unsupported};
use crate::question::Doc;
use crate::reason::Problem;
use crate::wire::{PathStep, Pointer};

/// Returns a warning for each mistake, in the words of the validation.
pub(crate) fn refused(spec: &ProfileSpec<'_>) -> Vec<Problem> {
    let (place, mut refusals) = (PathStep::ROOT.key("spec"), Refusals::default());
    let list = place.key("machineImages");
    refusals.images(&spec.machine_images, &list);
    for (index, image) in spec.machine_images.iter().enumerate() {
        let image_at = list.index(index);
        let list = image_at.key("versions");
        for (index, version) in image.versions.iter().enumerate() {
            let entry = list.index(index);
            for error in contradictions(version, &entry).into_iter().chain(disorder(version, &entry)) {
                refusals.refuse(&entry, || error);
            }
        }
    }
    refusals.nameless(&list, spec.machine_images.iter().map(|image| image.name));
    let kubernetes = place.key("kubernetes");
    let versions = spec.kubernetes_versions().iter().map(|version| version.version).collect();
    refusals.parts(&kubernetes.key("versions"), versions, "version");
    let volumes = spec.volume_types.iter().map(|volume| volume.name).collect();
    refusals.parts(&place.key("volumeTypes"), volumes, "name");
    let regions = place.key("regions");
    refusals.parts(&regions, spec.regions.iter().map(|region| region.name).collect(), "name");
    for (index, region) in spec.regions.iter().enumerate() {
        refusals.nameless(&regions.index(index).key("zones"), region.zones.iter().map(|zone| zone.name));
    }
    refusals.told(&Pointer::default())
}

/// Returns a warning for each duplicate entry in a NamespacedCloudProfile. Merging takes the last one, so that the
/// merged profile does not show the duplicate. `path` is the path of the profile.
pub(crate) fn repeated_of_child(spec: &NamespacedSpec<'_>, path: &Pointer) -> Vec<Problem> {
    let (place, mut refusals) = (PathStep::ROOT.key("spec"), Refusals::default());
    let kubernetes = place.key("kubernetes");
    let versions = spec.kubernetes_versions().iter().map(|version| version.version).collect();
    refusals.parts(&kubernetes.key("versions"), versions, "version");
    refusals.images(&spec.machine_images, &place.key("machineImages"));
    let (types, volumes) = (spec.machine_types.iter(), spec.volume_types.iter());
    refusals.parts(&place.key("machineTypes"), types.map(|machine| machine.name).collect(), "name");
    refusals.parts(&place.key("volumeTypes"), volumes.map(|volume| volume.name).collect(), "name");
    refusals.told(path)
}

/// Returns a warning for each version that a NamespacedCloudProfile overrides without an expiration date, since it has
/// none in the merged profile.
pub(crate) fn undated_of_child(spec: &NamespacedSpec<'_>, parent: &Offer<'_>, path: &Pointer) -> Vec<Problem> {
    let (place, mut refusals) = (PathStep::ROOT.key("spec"), Refusals::default());
    let list = place.key("machineImages");
    for (index, image) in spec.machine_images.iter().enumerate() {
        let image_at = list.index(index);
        let list = image_at.key("versions");
        for (index, version) in image.versions.iter().enumerate() {
            let is_parents = parent.versions_named(image.name(), version.version()).next().is_some();
            let entry = list.index(index);
            let undated = if is_parents { undated(version, &entry) } else { None };
            undated.into_iter().for_each(|error| refusals.refuse(&entry, || error));
        }
    }
    refusals.told(path)
}

/// Returns a warning for each unknown classification, or lifecycle out of order, of these versions. `path` is the path
/// of the profile.
pub(crate) fn words_of_none(
    spec: &ProfileSpec<'_>,
    catalog: &Catalog<'_>,
    path: &Pointer,
    versions: impl Iterator<Item = usize>,
) -> Vec<Problem> {
    let place = PathStep::ROOT.key("spec");
    let list = place.key("machineImages");
    let mut refusals = Refusals::default();
    for number in versions {
        let Some((version, of)) = catalog.version_of(spec, number).zip(catalog.versions().get(number)) else {
            continue;
        };
        let image = list.index(of.image);
        let versions = image.key("versions");
        let entry = versions.index(of.version);
        let own = version.classification.and_then(|word| unsupported(word, entry.key("classification")));
        own.into_iter().chain(disorder(version, &entry)).for_each(|error| refusals.refuse(&entry, || error));
    }
    refusals.told(path)
}

/// Returns warnings about unknown words in the images of pools: update strategies, classifications and lifecycles.
/// Returns none for a profile that comes with the question, whose first error is reported elsewhere.
pub(crate) fn words_of_pools<'w, 'a: 'w>(
    offer: &Doc<'_, Offer<'_>>,
    pools: impl Iterator<Item = &'w Worker<'a>>,
) -> Vec<Problem> {
    if offer.is_given() {
        return Vec::new();
    }
    let named = pools.filter_map(|worker| offer.image_named(worker.image()?.name()));
    let (spec, place) = (offer.spec(), PathStep::ROOT.key("spec"));
    let (list, mut strategies, mut told) = (place.key("machineImages"), Refusals::default(), Vec::new());
    for image in sort::set(named) {
        let at = list.index(image);
        let strategy = spec.machine_images.get(image).and_then(MachineImage::unknown_strategy);
        if let Some(word) = strategy {
            let field = at.key("updateStrategy");
            strategies.refuse(&field, || FieldError::not_supported(field, word, &UPDATE_STRATEGIES));
        }
        told.extend(words_of_none(spec, &offer.catalog, &offer.path(), offer.catalog.versions_of(image)));
    }
    strategies.told(&offer.path()).into_iter().chain(told).collect()
}

/// The mistakes, each with its place, up to a number after which they are only counted.
#[derive(Default)]
struct Refusals {
    found: Vec<(String, FieldError)>,
    more: usize,
}

impl Refusals {
    /// The number of mistakes that are told.
    const NAMED: usize = 20;

    /// Adds a mistake. A list may repeat a long name again and again, so only an error that is told is written.
    fn refuse(&mut self, at: &PathStep<'_>, error: impl FnOnce() -> FieldError) {
        match self.found.len() {
            Self::NAMED.. => self.more += 1,
            _ => self.found.push((at.pointer(), error())),
        }
    }

    /// Adds duplicate images, and duplicate versions within each.
    fn images(&mut self, images: &[MachineImage<'_>], list: &PathStep<'_>) {
        self.entries(list, images.iter().map(|image| image.name).collect(), "");
        for (index, image) in images.iter().enumerate() {
            let versions = image.versions.iter().map(|version| version.version).collect();
            self.entries(&list.index(index).key("versions"), versions, &format!("{}-", image.name()));
        }
    }

    /// Adds the duplicate entries of a list. The error is at the entry.
    fn entries(&mut self, list: &PathStep<'_>, names: Vec<Option<&str>>, owner: &str) {
        for (index, name) in again(names) {
            let entry = list.index(index);
            self.refuse(&entry, || FieldError::duplicate(entry, format!("{owner}{name}")));
        }
    }

    /// Adds the duplicate entries of a list. The error is at the entry's `key`, which names the entry.
    fn parts(&mut self, list: &PathStep<'_>, names: Vec<Option<&str>>, key: &str) {
        for (index, name) in again(names) {
            let entry = list.index(index);
            let at = entry.key(key);
            self.refuse(&at, || FieldError::duplicate(at, name));
        }
    }

    /// Adds the entries without a name.
    fn nameless<'n>(&mut self, list: &PathStep<'_>, names: impl Iterator<Item = Option<&'n str>>) {
        for (index, _) in names.enumerate().filter(|(_, name)| name.is_none_or(str::is_empty)) {
            let entry = list.index(index);
            let at = entry.key("name");
            self.refuse(&entry, || FieldError::required(at, "must provide a name"));
        }
    }

    fn told(self, path: &Pointer) -> Vec<Problem> {
        let Self { found, more } = self;
        let told = found.into_iter().map(|(at, FieldError { field, detail, .. })| {
            would_be_refused(path.clone().join(&Pointer::parsed(&at)), field, detail)
        });
        let mut problems: Vec<Problem> = told.collect();
        problems.extend(and_more(more, &path.clone().key("spec")));
        problems
    }
}

/// Returns the names that occurred earlier in the list, with their indexes.
fn again(names: Vec<Option<&str>>) -> Vec<(usize, &str)> {
    let mut known = Interner::default();
    let named = names.into_iter().enumerate().filter_map(|(index, name)| Some((index, name?)));
    named.filter(|(_, name)| !known.is_new(name)).collect()
}
