//! What of images, versions and regions no API server stores and a list would offer all the same: words for a version that
//! are none, and what is there twice. Whoever validates is told more.

use super::compiled::Catalog;
use crate::base::Interner;
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{LOADED_DOCUMENT_INVALID, MORE_NOT_DEFINED};
use crate::policy::images::versions::{contradictions, stages_of_none, unsupported};
use crate::reason::{Fact, Problem};
use crate::wire::{PathStep, Pointer};

/// A warning for each, in the words of the validation.
pub(crate) fn refused(spec: &ProfileSpec<'_>) -> Vec<Problem> {
    let place = PathStep::ROOT.key("spec");
    let mut found: Vec<(String, FieldError)> = Vec::new();
    let mut refuse = |at: &PathStep<'_>, error: FieldError| found.push((at.pointer(), error));
    let (list, mut names) = (place.key("machineImages"), Interner::default());
    for (index, image) in spec.machine_images.iter().enumerate() {
        let entry = list.index(index);
        if !names.is_new(image.name()) {
            refuse(&entry, FieldError::duplicate(entry, image.name()));
        }
        let (list, mut texts) = (entry.key("versions"), Interner::default());
        for (index, version) in image.versions.iter().enumerate() {
            let entry = list.index(index);
            if !texts.is_new(version.version()) {
                let key = format!("{}-{}", image.name(), version.version());
                refuse(&entry, FieldError::duplicate(entry, key));
            }
            for error in contradictions(version, &entry).into_iter().chain(stages_of_none(version, &entry)) {
                refuse(&entry, error);
            }
        }
    }
    let (list, mut names) = (place.key("regions"), Interner::default());
    for (index, region) in spec.regions.iter().enumerate() {
        let region_at = list.index(index);
        let entry = region_at.key("name");
        if let Some(name) = region.name.filter(|name| !names.is_new(name)) {
            refuse(&entry, FieldError::duplicate(entry, name));
        }
    }
    told(found, &Pointer::default())
}

/// A warning for each word that says what one of these versions is, and is none. `path` is where the profile is.
pub(crate) fn words_of_none(
    spec: &ProfileSpec<'_>,
    catalog: &Catalog<'_>,
    path: &Pointer,
    versions: impl Iterator<Item = usize>,
) -> Vec<Problem> {
    let place = PathStep::ROOT.key("spec");
    let list = place.key("machineImages");
    let mut found = Vec::new();
    for number in versions {
        let Some((version, of)) = catalog.version_of(spec, number).zip(catalog.versions().get(number)) else {
            continue;
        };
        let image = list.index(of.image);
        let versions = image.key("versions");
        let entry = versions.index(of.version);
        let own = version.classification.and_then(|word| unsupported(word, entry.key("classification")));
        let all = own.into_iter().chain(stages_of_none(version, &entry));
        found.extend(all.map(|error| (entry.pointer(), error)));
    }
    told(found, path)
}

fn told(found: Vec<(String, FieldError)>, path: &Pointer) -> Vec<Problem> {
    const NAMED: usize = 20;
    let more = found.len().saturating_sub(NAMED);
    let told = found.into_iter().take(NAMED).map(|(at, FieldError { field, detail, .. })| {
        let problem = Problem::warning(&LOADED_DOCUMENT_INVALID, path.clone().join(&Pointer::parsed(&at)));
        problem.fact(Fact::named("field", field)).fact(Fact::named("detail", detail))
    });
    let mut problems: Vec<Problem> = told.collect();
    if more > 0 {
        let at = path.clone().key("spec");
        problems.push(Problem::warning(&MORE_NOT_DEFINED, at).fact(Fact::named("count", more)));
    }
    problems
}
