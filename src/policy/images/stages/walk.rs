//! Visits the entries of a profile's lists with their places.

use crate::wire::{Json, PathStep};

/// Visits every version of every image of a `spec` at `place`.
pub(super) fn each_version(spec: &mut Json, place: &PathStep<'_>, mut change: impl FnMut(&mut Json, &PathStep<'_>)) {
    each_entry(spec, "machineImages", place, |image, place| each_entry(image, "versions", place, &mut change));
}

/// Visits every machine type of a `spec` at `place`.
pub(super) fn each_machine(spec: &mut Json, place: &PathStep<'_>, change: impl FnMut(&mut Json, &PathStep<'_>)) {
    each_entry(spec, "machineTypes", place, change);
}

/// Visits every element of the list under a key.
pub(super) fn each_entry(
    owner: &mut Json,
    key: &str,
    place: &PathStep<'_>,
    mut change: impl FnMut(&mut Json, &PathStep<'_>),
) {
    let list = PathStep::Key(place, key);
    for (index, entry) in owner.list_mut(key).iter_mut().enumerate() {
        change(entry, &PathStep::Index(&list, index));
    }
}

/// Adds to an answer the lists that every profile has, so that readers need not distinguish an empty list from a
/// missing one.
pub(crate) fn show_lists(spec: &mut Json) {
    let place = &PathStep::Root("");
    show(spec, &["machineImages", "machineTypes"]);
    each_entry(spec, "machineImages", place, |image, _| show(image, &["versions"]));
    each_version(spec, place, |version, _| show(version, &["cri", "architectures", "capabilityFlavors"]));
}

fn show(owner: &mut Json, keys: &[&str]) {
    for key in keys.iter().filter(|key| !matches!(owner.get(key), Some(Json::Array(_)))).collect::<Vec<_>>() {
        owner.set(key, Json::Array(Vec::new()));
    }
}
