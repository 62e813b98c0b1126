//! Brings a NamespacedCloudProfile into the format of its parent (section 10.2).

use super::changes::Changes;
use super::older_fields::{capabilities_with, defined_architectures, named_architectures, texts};
use super::walk::{each_machine, each_version};
use crate::policy::images::documents::{ARCHITECTURE, USUAL};
use crate::policy::images::reasons::{ARCHITECTURES_FOLLOW, CAPABILITIES_FROM_ARCHITECTURES, CAPABILITIES_REMOVED};
use crate::wire::{Json, PathStep};

/// Transforms the `spec` of a NamespacedCloudProfile, which is at `place`, to suit the definitions of its parent.
pub(crate) fn transform(spec: &mut Json, definitions: &[Json], place: &PathStep<'_>, changes: &mut Changes) {
    if definitions.is_empty() {
        to_older_fields(spec, place, changes);
    } else {
        to_capabilities(spec, defined_architectures(definitions).as_deref(), place, changes);
    }
}

fn to_capabilities(spec: &mut Json, defined: Option<&[&str]>, place: &PathStep<'_>, changes: &mut Changes) {
    each_version(spec, place, |version, place| {
        if version.lacks("capabilityFlavors") && !version.lacks("architectures") {
            let architectures = texts(version.list("architectures"));
            let flavors = architectures.map(|architecture| capabilities_with([architecture].into_iter())).collect();
            version.set("capabilityFlavors", flavors);
            changes.note(&CAPABILITIES_FROM_ARCHITECTURES, place);
        }
    });
    each_machine(spec, place, |machine, place| {
        if machine.lacks("capabilities") {
            let older = machine.text(ARCHITECTURE);
            let architecture = match defined {
                Some([only]) => only,
                _ if older.is_empty() => USUAL,
                _ => older,
            };
            machine.set("capabilities", capabilities_with([architecture].into_iter()));
            changes.note(&CAPABILITIES_FROM_ARCHITECTURES, place);
        }
    });
}

/// Replaces capabilities with the older fields. Everything but the architecture is lost.
fn to_older_fields(spec: &mut Json, place: &PathStep<'_>, changes: &mut Changes) {
    each_version(spec, place, |version, place| {
        if version.lacks("architectures") {
            let named = named_architectures(version);
            if !named.is_empty() {
                version.set("architectures", named);
                changes.note(&ARCHITECTURES_FOLLOW, place);
            }
        }
        if version.remove("capabilityFlavors").is_some_and(|flavors| !flavors.is_empty()) {
            changes.note(&CAPABILITIES_REMOVED, place);
        }
    });
    each_machine(spec, place, |machine, place| {
        let Some(capabilities) = machine.remove("capabilities").filter(|capabilities| !capabilities.is_empty()) else {
            return;
        };
        changes.note(&CAPABILITIES_REMOVED, place);
        if machine.text(ARCHITECTURE).is_empty()
            && let Some(first) = texts(capabilities.list(ARCHITECTURE)).next()
        {
            machine.set(ARCHITECTURE, first.into());
            changes.note(&ARCHITECTURES_FOLLOW, place);
        }
    });
}
