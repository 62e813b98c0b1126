//! What the API server fills in on every write and read (section 3.1).

use super::changes::Changes;
use super::walk::{each_entry, each_machine, each_version};
use crate::policy::images::documents::{ARCHITECTURE, USUAL};
use crate::policy::images::reasons::{ARCHITECTURE_FILLED, RUNTIME_FILLED, STRATEGY_FILLED, USABLE_FILLED};
use crate::wire::{Document, Json, PathStep};

/// Fills in what the `spec` of a CloudProfile, which is at `place`, leaves open.
pub(crate) fn default_cloud_profile(spec: &mut Json, place: &PathStep<'_>, changes: &mut Changes) {
    let plain = has_no_list(spec, "machineCapabilities");
    each_entry(spec, "machineImages", place, |image, place| {
        if image.has_no("updateStrategy") {
            image.set("updateStrategy", "major".into());
            changes.note(&STRATEGY_FILLED, place);
        }
    });
    each_version(spec, place, |version, place| {
        if plain && has_no_list(version, "architectures") {
            version.set("architectures", [USUAL].into_iter().collect());
            changes.note(&ARCHITECTURE_FILLED, place);
        }
        if has_no_list(version, "cri") {
            let mut containerd = Json::object();
            containerd.set("name", "containerd".into());
            version.set("cri", Json::Array(vec![containerd]));
            changes.note(&RUNTIME_FILLED, place);
        }
    });
    each_machine(spec, place, |machine, place| {
        if plain && machine.has_no(ARCHITECTURE) {
            machine.set(ARCHITECTURE, USUAL.into());
            changes.note(&ARCHITECTURE_FILLED, place);
        }
    });
    default_usable(spec, place, changes);
}

/// Fills in what the `spec` of a NamespacedCloudProfile leaves open. The API server leaves its images as they are
/// written.
pub(crate) fn default_namespaced(spec: &mut Json, place: &PathStep<'_>, changes: &mut Changes) {
    default_usable(spec, place, changes);
}

fn default_usable(spec: &mut Json, place: &PathStep<'_>, changes: &mut Changes) {
    for list in ["machineTypes", "volumeTypes"] {
        each_entry(spec, list, place, |entry, place| {
            if entry.has_no("usable") {
                entry.set("usable", true.into());
                changes.note(&USABLE_FILLED, place);
            }
        });
    }
}

/// Whether a list is missing or empty. An empty object is not a list; reading it later refuses it.
fn has_no_list(of: &Json, key: &str) -> bool {
    of.has_no(key) || matches!(of.get(key), Some(Json::Array(elements)) if elements.is_empty())
}

/// Returns a document without its status, which only a controller writes: an API server drops what others write there.
pub(crate) fn without_status(document: &Document) -> Document {
    let mut whole = Json::from(document.root());
    whole.remove("status");
    whole.to_document()
}

/// Returns a document with the API server's defaults, for one that is written by hand.
pub(crate) fn defaulted(document: &Document, default: fn(&mut Json, &PathStep<'_>, &mut Changes)) -> Document {
    let mut whole = Json::from(document.root());
    if let Some(spec) = whole.get_mut("spec") {
        default(spec, &PathStep::Root(""), &mut Changes::default());
    }
    whole.to_document()
}
