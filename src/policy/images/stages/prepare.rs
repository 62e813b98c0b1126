//! What the API server does to a profile before validating it (section 3.2).

use super::canonical::synchronize;
use super::changes::{Changes, Place};
use crate::base::Names;
use crate::base::sort::set;
use crate::policy::images::documents::ExpirableVersion;
use crate::policy::images::versions::{Classification, current};
use crate::question::{Asked, Undecided};
use crate::wire::{Json, PathStep, read};

/// Prepares the `spec` of a CloudProfile. A new one loses inactive Kubernetes versions and expired image versions; an
/// update is synchronized with the old one.
pub(crate) fn prepare_cloud_profile(
    spec: &mut Json,
    old: Option<&Json>,
    place: &PathStep<'_>,
    asked: &Asked<'_>,
    changes: &mut Changes,
) -> Result<(), Undecided> {
    if let Some(old) = old {
        synchronize(spec, Some(old), place, changes);
        return Ok(());
    }
    let kubernetes = PathStep::Key(place, "kubernetes");
    if let Some(settings) = spec.get_mut("kubernetes") {
        drop_versions(("Kubernetes", settings), &kubernetes, changes, |version| {
            Ok(!classified(version, asked)?.is_active())
        })?;
    }
    let images = PathStep::Key(place, "machineImages");
    for (index, image) in spec.list_mut("machineImages").iter_mut().enumerate() {
        let is_over = |version: &Json| Ok(classified(version, asked)? == Classification::Expired);
        let name = image.text("name").to_owned();
        drop_versions((&name, image), &PathStep::Index(&images, index), changes, is_over)?;
    }
    Ok(())
}

/// Prepares the `spec` of a NamespacedCloudProfile: inactive versions are dropped, unless the old one had them.
pub(crate) fn prepare_namespaced(
    spec: &mut Json,
    old: Option<&Json>,
    place: &PathStep<'_>,
    asked: &Asked<'_>,
    changes: &mut Changes,
) -> Result<(), Undecided> {
    let kubernetes = PathStep::Key(place, "kubernetes");
    if let Some(settings) = spec.get_mut("kubernetes") {
        let kept = old.and_then(|old| old.get("kubernetes")).map(versions_of).unwrap_or_default();
        drop_versions(("Kubernetes", settings), &kubernetes, changes, |version| {
            Ok(!kept.contains(version.text("version")) && !classified(version, asked)?.is_active())
        })?;
    }
    let old_images = old.map(|old| old.list("machineImages")).unwrap_or_default().iter();
    let kept = set(old_images.flat_map(|image| texts_of(image).map(|version| (image.text("name"), version))));
    let Some(Json::Array(images)) = spec.get_mut("machineImages") else { return Ok(()) };
    let list = PathStep::Key(place, "machineImages");
    for (index, mut image) in std::mem::take(images).into_iter().enumerate() {
        let entry = PathStep::Index(&list, index);
        let name = image.text("name").to_owned();
        let had_versions = !image.lacks("versions");
        drop_versions((&name, &mut image), &entry, changes, |version| {
            let is_kept = kept.binary_search(&(name.as_str(), version.text("version"))).is_ok();
            Ok(!is_kept && !classified(version, asked)?.is_active())
        })?;
        if image.lacks("versions") && image.lacks("updateStrategy") {
            let place = Place { list: &list, index, kept: images.len() };
            changes.note_dropped_image(place, &name, had_versions);
        } else {
            images.push(image);
        }
    }
    Ok(())
}

fn versions_of(owner: &Json) -> Names<'_> {
    texts_of(owner).collect()
}

fn texts_of(owner: &Json) -> impl Iterator<Item = &str> {
    owner.list("versions").iter().map(|version| version.text("version"))
}

/// Drops versions from the list of an owner with this name, keeping the order of the others.
fn drop_versions(
    (name, owner): (&str, &mut Json),
    place: &PathStep<'_>,
    changes: &mut Changes,
    is_over: impl Fn(&Json) -> Result<bool, Undecided>,
) -> Result<(), Undecided> {
    let Some(Json::Array(versions)) = owner.get_mut("versions") else { return Ok(()) };
    let list = PathStep::Key(place, "versions");
    for (index, version) in std::mem::take(versions).into_iter().enumerate() {
        if is_over(&version)? {
            let place = Place { list: &list, index, kept: versions.len() };
            changes.note_dropped(place, || format!("{name}:{}", version.text("version")));
        } else {
            versions.push(version);
        }
    }
    Ok(())
}

/// Returns the classification of a version at the time of the question.
fn classified(version: &Json, asked: &Asked<'_>) -> Result<Classification, Undecided> {
    let (version, _) = read::<ExpirableVersion<'_>>(version.into(), "")?;
    current(&version, asked)
}
