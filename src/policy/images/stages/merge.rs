//! Merges a NamespacedCloudProfile with its parent (section 10.4).

use super::changes::Changes;
use super::older_fields::{architecture_of_machine, architectures_of_flavors, defined_architectures};
use super::transform::transform;
use super::walk::{each_machine, each_version};
use crate::base::Known;
use crate::policy::images::documents::{ARCHITECTURE, USUAL};
use crate::policy::images::reasons::{
    ARCHITECTURE_FILLED, BUNDLES_JOINED, ENTRY_ADDED, ENTRY_REPLACED, EXPIRATION_OVERRIDDEN, LIMIT_OVERRIDDEN,
    OVERRIDE_IGNORED, STRATEGY_OVERRIDDEN,
};
use crate::wire::{Json, PathStep, Pointer};

/// Returns the `spec` of a CloudProfile with the changes from the `spec` of a NamespacedCloudProfile, a document at
/// `place`.
pub(crate) fn merge(parent: &Json, child: &Json, place: &Pointer, changes: &mut Changes) -> Json {
    let root = PathStep::Root(place.as_str());
    let (spec, status) = (PathStep::Key(&root, "spec"), PathStep::Key(&root, "status"));
    let place = &spec;
    let mut child = child.clone();
    transform(&mut child, parent.list("machineCapabilities"), place, &mut Changes::default());
    let mut merged = parent.clone();
    merge_kubernetes(&mut merged, &child, place, changes);
    merge_images(&mut merged, &child, place, changes);
    for list in ["machineTypes", "volumeTypes"] {
        merge_entries(&mut merged, &child, list, &PathStep::Key(place, list), changes);
    }
    merge_certificates(&mut merged, &child, place, changes);
    merge_limits(&mut merged, &child, place, changes);
    fill_architectures(&mut merged, &PathStep::Key(&status, "cloudProfileSpec"), changes);
    merged
}

/// Returns the index of each entry by the value of a key. If two entries have the same value, the last one counts.
fn places(list: &[Json], key: &str) -> Known<String, usize> {
    list.iter().enumerate().map(|(index, entry)| (entry.text(key).to_owned(), index)).collect()
}

/// Overrides the expiration of the parent's Kubernetes versions. Versions that the parent does not have are ignored.
fn merge_kubernetes(merged: &mut Json, child: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    let Some(overrides) = child.get("kubernetes") else { return };
    let settings = PathStep::Key(place, "kubernetes");
    let list = PathStep::Key(&settings, "versions");
    let Some(versions) = merged.get_mut("kubernetes") else { return };
    let owned = places(versions.list("versions"), "version");
    for (index, version) in overrides.list("versions").iter().enumerate() {
        let entry = PathStep::Index(&list, index);
        let known = owned.get(version.text("version")).and_then(|known| versions.list_mut("versions").get_mut(*known));
        match known {
            Some(known) => override_expiration(known, version, &entry, changes),
            None => changes.note(&OVERRIDE_IGNORED, &entry),
        }
    }
}

/// Overrides the expiration of a version. A missing expiration date removes the parent's.
fn override_expiration(known: &mut Json, version: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    const KEY: &str = "expirationDate";
    let old = match version.get(KEY).filter(|date| !date.is_empty()) {
        Some(date) => {
            let old = known.get(KEY).cloned();
            known.set(KEY, date.clone());
            old
        }
        None => known.remove(KEY),
    };
    if old.as_ref() != known.get(KEY) {
        changes.note(&EXPIRATION_OVERRIDDEN, place);
    }
}

fn merge_images(merged: &mut Json, child: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    let list = PathStep::Key(place, "machineImages");
    let mut owned = places(merged.list("machineImages"), "name");
    for (index, image) in child.list("machineImages").iter().enumerate() {
        let entry = PathStep::Index(&list, index);
        let known = owned.get(image.text("name")).and_then(|known| merged.list_mut("machineImages").get_mut(*known));
        match known {
            Some(known) => merge_image(known, image, &entry, changes),
            None => {
                owned.insert(image.text("name").to_owned(), merged.list("machineImages").len());
                merged.push("machineImages", image.clone());
                changes.note(&ENTRY_ADDED, &entry);
            }
        }
    }
}

fn merge_image(known: &mut Json, image: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    let strategy = image.text("updateStrategy");
    if !strategy.is_empty() {
        known.set("updateStrategy", strategy.into());
        changes.note(&STRATEGY_OVERRIDDEN, place);
    }
    let list = PathStep::Key(place, "versions");
    let mut owned = places(known.list("versions"), "version");
    for (index, version) in image.list("versions").iter().enumerate() {
        let entry = PathStep::Index(&list, index);
        let text = version.text("version");
        match owned.get(text).and_then(|known_at| known.list_mut("versions").get_mut(*known_at)) {
            Some(known) if replaces(version) => {
                *known = version.clone();
                changes.note(&ENTRY_REPLACED, &entry);
            }
            Some(known) => {
                override_expiration(known, version, &entry, changes);
                if !version.lacks("inPlaceUpdates") {
                    changes.note(&OVERRIDE_IGNORED, &entry);
                }
            }
            None => {
                owned.insert(text.to_owned(), known.list("versions").len());
                known.push("versions", version.clone());
                changes.note(&ENTRY_ADDED, &entry);
            }
        }
    }
}

/// Whether a version says enough to replace the parent's.
fn replaces(version: &Json) -> bool {
    let lists = ["architectures", "capabilityFlavors", "cri"];
    let texts = ["kubeletVersionConstraint", "classification"];
    lists.iter().any(|key| !version.lacks(key)) || texts.iter().any(|key| !version.lacks(key))
}

/// Replaces the parent's entries with the child's of the same name, each as a whole, and adds the others.
fn merge_entries(merged: &mut Json, child: &Json, key: &str, list: &PathStep<'_>, changes: &mut Changes) {
    let mut owned = places(merged.list(key), "name");
    for (index, entry) in child.list(key).iter().enumerate() {
        let place = PathStep::Index(list, index);
        match owned.get(entry.text("name")).and_then(|known| merged.list_mut(key).get_mut(*known)) {
            Some(known) => {
                *known = entry.clone();
                changes.note(&ENTRY_REPLACED, &place);
            }
            None => {
                owned.insert(entry.text("name").to_owned(), merged.list(key).len());
                merged.push(key, entry.clone());
                changes.note(&ENTRY_ADDED, &place);
            }
        }
    }
}

fn merge_certificates(merged: &mut Json, child: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    const KEY: &str = "caBundle";
    let own = child.text(KEY);
    if !own.is_empty() {
        let joined = format!("{}{own}", merged.text(KEY));
        merged.set(KEY, joined.into());
        changes.note(&BUNDLES_JOINED, &PathStep::Key(place, KEY));
    }
}

fn merge_limits(merged: &mut Json, child: &Json, place: &PathStep<'_>, changes: &mut Changes) {
    const KEY: &str = "maxNodesTotal";
    let Some(Json::Number(nodes)) = child.get("limits").and_then(|limits| limits.get(KEY)) else { return };
    if nodes.parse::<i64>().is_ok_and(|nodes| nodes > 0) {
        if merged.lacks("limits") {
            merged.set("limits", Json::object());
        }
        if let Some(limits) = merged.get_mut("limits") {
            limits.set(KEY, Json::Number(nodes.clone()));
        }
        changes.note(&LIMIT_OVERRIDDEN, &PathStep::Key(place, "limits"));
    }
}

/// Fills in each missing architecture from the capabilities, or else with the usual one.
fn fill_architectures(merged: &mut Json, status: &PathStep<'_>, changes: &mut Changes) {
    let definitions = merged.get("machineCapabilities").cloned().unwrap_or_default();
    let defined = defined_architectures(definitions.elements());
    let defined = defined.as_deref();
    each_version(merged, status, |version, place| {
        if version.lacks("architectures") {
            let known = architectures_of_flavors(version, defined);
            let usual = || [USUAL].into_iter().collect();
            version.set("architectures", if known.is_empty() { usual() } else { known });
            changes.note(&ARCHITECTURE_FILLED, place);
        }
    });
    each_machine(merged, status, |machine, place| {
        if machine.text(ARCHITECTURE).is_empty() {
            let known = architecture_of_machine(machine, defined);
            if known.is_none() && defined.is_some_and(|defined| defined.len() > 1) {
                changes.note_usual(machine.text("name"));
            }
            machine.set(ARCHITECTURE, known.map_or_else(|| USUAL.into(), Json::from));
            changes.note(&ARCHITECTURE_FILLED, place);
        }
    });
}
