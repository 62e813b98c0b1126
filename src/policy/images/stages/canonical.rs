//! Keeps capabilities and the older architecture fields in sync (section 3.3).

use super::changes::Changes;
use super::older_fields::{
    architecture_of_machine, architectures_of_flavors, capabilities_with, defined_architectures, texts,
};
use super::walk::{each_machine, each_version};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, USUAL};
use crate::policy::images::reasons::{ARCHITECTURES_FOLLOW, CAPABILITIES_FROM_ARCHITECTURES, CAPABILITIES_REMOVED};
use crate::wire::{Json, PathStep};

/// Brings a CloudProfile that was found valid into the form in which it is stored.
pub(crate) fn canonicalize(profile: &mut Json) {
    if let Some(spec) = profile.get_mut("spec") {
        synchronize(spec, None, &PathStep::Root(""), &mut Changes::default());
    }
}

/// Synchronizes the `spec` of a CloudProfile, which is at `place`. Without an old `spec`, capabilities count as newly
/// introduced.
pub(crate) fn synchronize(spec: &mut Json, old: Option<&Json>, place: &PathStep<'_>, changes: &mut Changes) {
    let definitions = spec.get("machineCapabilities").cloned().unwrap_or_default();
    let had = old.is_some_and(|old| !old.lacks("machineCapabilities"));
    let has = !definitions.is_empty();
    let defined = defined_architectures(definitions.elements());
    let several = defined.as_deref().is_some_and(architectures::are_several);
    let sync = Sync { place, defined: defined.as_deref() };
    if !had && has && several {
        sync.capabilities_from_older_fields(spec, changes);
    }
    match (had, has) {
        (true, false) => sync.remove_capabilities(spec, changes),
        (_, true) => sync.older_fields_from_capabilities(spec, changes),
        (false, false) => {}
    }
}

/// The place of a profile, and the architectures it defines.
struct Sync<'s> {
    place: &'s PathStep<'s>,
    defined: Option<&'s [&'s str]>,
}

impl Sync<'_> {
    fn capabilities_from_older_fields(&self, spec: &mut Json, changes: &mut Changes) {
        each_version(spec, self.place, |version, place| {
            if version.lacks("capabilityFlavors") {
                let older: Vec<&str> = texts(version.list("architectures")).collect();
                let older = if older.is_empty() { vec![USUAL] } else { older };
                let flavors = older.into_iter().map(|architecture| capabilities_with([architecture].into_iter()));
                version.set("capabilityFlavors", flavors.collect());
                changes.note(&CAPABILITIES_FROM_ARCHITECTURES, place);
            }
        });
        each_machine(spec, self.place, |machine, place| {
            if machine.lacks("capabilities") {
                let older = machine.text(ARCHITECTURE);
                let older = if older.is_empty() { USUAL } else { older };
                machine.set("capabilities", capabilities_with([older].into_iter()));
                changes.note(&CAPABILITIES_FROM_ARCHITECTURES, place);
            }
        });
    }

    fn older_fields_from_capabilities(&self, spec: &mut Json, changes: &mut Changes) {
        each_version(spec, self.place, |version, place| {
            if version.lacks("architectures") {
                let architectures = architectures_of_flavors(version, self.defined);
                if !architectures.is_empty() {
                    version.set("architectures", architectures);
                    changes.note(&ARCHITECTURES_FOLLOW, place);
                }
            }
        });
        each_machine(spec, self.place, |machine, place| {
            if machine.text(ARCHITECTURE).is_empty()
                && let Some(architecture) = architecture_of_machine(machine, self.defined)
            {
                machine.set(ARCHITECTURE, architecture.into());
                changes.note(&ARCHITECTURES_FOLLOW, place);
            }
        });
    }

    fn remove_capabilities(&self, spec: &mut Json, changes: &mut Changes) {
        let mut remove = |owner: &mut Json, key, place: &PathStep<'_>| {
            if owner.remove(key).is_some() {
                changes.note(&CAPABILITIES_REMOVED, place);
            }
        };
        each_version(spec, self.place, |version, place| remove(version, "capabilityFlavors", place));
        each_machine(spec, self.place, |machine, place| remove(machine, "capabilities", place));
    }
}
