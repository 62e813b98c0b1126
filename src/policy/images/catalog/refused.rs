//! What of images, versions and regions no API server stores and a list would offer all the same: words for a version that
//! are none, and what is there twice. Whoever validates is told more.

use crate::base::Interner;
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{LOADED_DOCUMENT_INVALID, MORE_NOT_DEFINED};
use crate::policy::images::versions::contradictions;
use crate::reason::{Fact, Problem};
use crate::wire::{PathStep, Pointer};

/// A warning for each, in the words of the validation.
pub(crate) fn refused(spec: &ProfileSpec<'_>) -> Vec<Problem> {
    const NAMED: usize = 20;
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
            for error in contradictions(version, &entry) {
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
    let more = found.len().saturating_sub(NAMED);
    let told = found.into_iter().take(NAMED).map(|(at, FieldError { field, detail, .. })| {
        let problem = Problem::warning(&LOADED_DOCUMENT_INVALID, Pointer::parsed(&at));
        problem.fact(Fact::named("field", field)).fact(Fact::named("detail", detail))
    });
    let mut problems: Vec<Problem> = told.collect();
    if more > 0 {
        problems.push(Problem::warning(&MORE_NOT_DEFINED, Pointer::to("spec")).fact(Fact::named("count", more)));
    }
    problems
}
